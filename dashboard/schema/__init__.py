"""What a value may be: typed fields, how they are read from untrusted text, and repaired."""
