"""Entry point of a public server: app.py behind security headers (``streamlit run server.py``)."""

import streamlit as st
from starlette.middleware import Middleware

from dashboard.headers import SecurityHeaders

app = st.App("app.py", middleware=[Middleware(SecurityHeaders)])
