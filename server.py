"""Entry point of a public server: app.py, guarded (``streamlit run server.py``)."""

import sys

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Route
from streamlit import config

from dashboard.arrival.page import Arrival
from dashboard.arrival.picture import routes
from dashboard.serving import documentation, health, quiet
from dashboard.serving.door import Door
from dashboard.serving.headers import SecurityHeaders
from dashboard.serving.pacing import Pacing
from dashboard.serving.preload import Preload
from dashboard.serving.profile import ProfileError
from dashboard.serving.startup import check
from dashboard.serving.uploads import UploadLimit
from dashboard.watch.model import stored

try:
    hosts = check()
except ProfileError as error:
    sys.exit(f"{error}")
quiet.install()
# s: Streamlit sends each message in a turn of its own, for which it waits until a running script
# lets go of Python's lock. At the usual 5 ms a page of 60 messages is slow beside two others.
sys.setswitchinterval(0.0005)
# In this order: who is not let in costs nothing more; what is refused later still has its headers.
base = config.get_option("server.baseUrlPath")
guards = [
    Middleware(Door, hosts=hosts, base=base),
    Middleware(SecurityHeaders),
    Middleware(UploadLimit),
    Middleware(Pacing),
    Middleware(Preload),
    Middleware(Arrival, base=base),
]
app = st.App(
    "app.py",
    middleware=guards,
    routes=[
        Route(health.PATH, health.Health().answer),
        *routes(base, stored),
        *documentation.routes(base),
    ],
)
