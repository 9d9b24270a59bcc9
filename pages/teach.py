"""Teach: build a link that shows students what they are to see, and no more."""

from dashboard import sharing, state, words
from dashboard.teaching import page as teaching
from dashboard.teaching.words import SUBTITLE

settings = state.current()

words.show_heading("Teach", SUBTITLE)
wish = teaching.form(settings)
sharing.links(wish.link, wish.page, key="qr_page")
teaching.preview(wish)
