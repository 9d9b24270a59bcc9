"""The door, seen from a browser: another site may show the app, and may not speak to its server."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from tests.browser.server import App
from tests.browser.visits import OpenPage

SOCKET = """address => new Promise(resolve => {
  const socket = new WebSocket(address, ["streamlit"]);
  socket.onopen = () => resolve("open");
  socket.onerror = () => resolve("refused");
})"""


@pytest.fixture
def elsewhere(app: App) -> Iterator[str]:
    """A course page of another site: same machine, but another name and port."""

    class Course(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path == "/course"
            body = f'<iframe src="{app.url}/?embed=true" width="900" height="700"></iframe>'
            self.send_response(200 if found else 204)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode() if found else b"")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Course) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


def test_another_site_shows_the_app_in_a_frame(open_page: OpenPage, elsewhere: str) -> None:
    visit = open_page("/course", url=elsewhere, wait=False)
    shown = visit.page.frame_locator("iframe").get_by_test_id("stApp")
    expect(shown).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=60_000)


def test_its_own_scripts_get_no_websocket(open_page: OpenPage, elsewhere: str, app: App) -> None:
    visit = open_page("/course", url=elsewhere, wait=False)
    address = app.url.replace("http", "ws", 1) + "/_stcore/stream"
    assert visit.page.evaluate(SOCKET, address) == "refused"
    visit.console_errors.clear()  # the browser says so too
