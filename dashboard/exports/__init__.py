"""What a visitor takes along: files that say where they come from, and code that runs again."""
