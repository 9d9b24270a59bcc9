"""The words of the Teach page."""

SUBTITLE = """
The link below opens the settings of the sidebar as they are now. Leave out what distracts, lock
what is not to be changed, say what to look for. Nothing is stored: the link holds all of it.
"""
