"""Teach: ready lessons for a class, or a link that shows students what they are to see."""

from dashboard import sharing, state, words
from dashboard.teaching import own
from dashboard.teaching import page as teaching
from dashboard.teaching.words import SUBTITLE

settings = state.current()

words.show_heading("Teach", SUBTITLE)
teaching.lessons()
own.lesson()
wish = teaching.form(settings)
sharing.links(wish.link, wish.page, key="qr_page")
teaching.start(settings)
teaching.preview(wish)
