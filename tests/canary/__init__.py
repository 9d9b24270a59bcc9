"""What the next release of a library may break; run against it by ``make canary``."""
