"""The Teach page: a link that shows students what they are to see, and no more."""
