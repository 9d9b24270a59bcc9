"""Entry point of a public server: app.py behind security headers (``streamlit run server.py``)."""

import sys

import streamlit as st
from starlette.middleware import Middleware

from dashboard.serving.headers import SecurityHeaders
from dashboard.serving.profile import ProfileError
from dashboard.serving.startup import check

try:
    check()
except ProfileError as error:
    sys.exit(f"{error}")
app = st.App("app.py", middleware=[Middleware(SecurityHeaders)])
