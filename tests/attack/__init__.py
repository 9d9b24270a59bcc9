"""What an attacker, a full disk or a strange file might do, each held by a bounded test."""
