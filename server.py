"""Entry point of a public server: app.py, guarded (``streamlit run server.py``)."""

import sys

import streamlit as st
from starlette.middleware import Middleware

from dashboard.serving.headers import SecurityHeaders
from dashboard.serving.preload import Preload
from dashboard.serving.profile import ProfileError
from dashboard.serving.startup import check
from dashboard.serving.uploads import UploadLimit

try:
    check()
except ProfileError as error:
    sys.exit(f"{error}")
guards = [Middleware(SecurityHeaders), Middleware(UploadLimit)]
app = st.App("app.py", middleware=[*guards, Middleware(Preload)])
