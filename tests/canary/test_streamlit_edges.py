"""Each touch of Streamlit's insides still holds; a failure says what to do."""

from __future__ import annotations

import ast
import re
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest

from dashboard import streamlit_edges as edges
from tests.project.files import ROOT, label, under

# What is touched beside the edges: types alone, which mypy checks.
BESIDE = {
    "streamlit.components.v2.types",
    "streamlit.delta_generator",
    "streamlit.navigation.page",
    "streamlit.proto.ClientState_pb2",
    "streamlit.runtime.memory_uploaded_file_manager",
}


def code_of_the_page() -> str:
    files = sorted((edges.static() / "static/js").glob("*.js"))
    assert files, "Streamlit's page has moved: mend streamlit_edges.static"
    return "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files)


@pytest.fixture(scope="module")
def page() -> str:
    return code_of_the_page()


def test_streamlit_s_insides_are_touched_in_one_module() -> None:
    touched = set()
    for path in [*under("dashboard", ".py"), *under("pages", ".py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit."):
                touched |= {(label(path), node.module)}
    assert {name for name, module in touched if module not in BESIDE} == {
        "dashboard/streamlit_edges.py"
    }


def test_a_page_has_a_session_and_nothing_else_has() -> None:
    def script() -> None:
        import streamlit as st

        from dashboard import streamlit_edges

        st.text(streamlit_edges.session())

    assert edges.session() == ""
    (name,) = AppTest.from_function(script).run().text
    assert name.value, "turns are not told apart: let session() return Streamlit's session id"


def test_uploads_are_counted_by_session(monkeypatch: pytest.MonkeyPatch) -> None:
    files = MemoryUploadedFileManager("/_stcore/upload_file")
    files.add_file("one", UploadedFileRec("id", "a.csv", "text/csv", b"12345"))
    runtime = SimpleNamespace(uploaded_file_mgr=files)
    monkeypatch.setattr(edges, "get_instance", lambda: runtime)
    held = edges.files().file_storage["one"]
    assert [len(file.data) for file in held.values()] == [5], (
        "uploads cannot be counted: mend streamlit_edges.files and dashboard/serving/uploads.py"
    )
    (url,) = files.get_upload_urls("one", ["a.csv"])
    found = edges.UPLOAD.search(url.upload_url)
    assert found, "uploads have another address: mend streamlit_edges.UPLOAD"
    assert found[1] == "one"


def test_code_of_charts_is_found() -> None:
    assert (edges.static() / edges.code_of_charts()).is_file(), (
        "charts come later, no more: mend the pattern in streamlit_edges.code_of_charts"
    )


@pytest.mark.parametrize("endpoint", sorted(edges.OPEN))
def test_endpoints_that_the_page_asks_for_are_open(page: str, endpoint: str) -> None:
    assert f"{edges.ENDPOINTS}/{endpoint}" in page, (
        f"the page asks for {endpoint} no more: look at its requests and mend streamlit_edges.OPEN"
    )


def test_no_endpoint_is_new(page: str) -> None:
    asked = set(re.findall(rf"{edges.ENDPOINTS}/([a-z_-]+)", page))
    known = edges.OPEN | {
        "bidi-components",
        "metrics",
        "script-health-check",
        "allowed-message-origins",
    }
    assert asked <= known, "decide for each new endpoint whether the door opens it"


def test_streamlit_asks_for_addresses_where_it_is_silenced() -> None:
    source = (edges.static().parent / "net_util.py").read_text(encoding="utf-8")
    for function in ("get_external_ip", "get_internal_ip"):
        assert f"def {function}(" in source, (
            "look for what asks other machines now, and mend streamlit_edges"
        )


def test_a_page_and_its_server_say_what_pacing_reads() -> None:
    says = "mend dashboard/serving/pacing.py: messages have other names"
    asked = {field.name for field in edges.BackMsg.DESCRIPTOR.oneofs_by_name["type"].fields}
    told = {field.name for field in edges.ForwardMsg.DESCRIPTOR.oneofs_by_name["type"].fields}
    assert "rerun_script" in asked, says
    assert "script_finished" in told, says
    assert hasattr(edges.ForwardMsg, "FINISHED_EARLY_FOR_RERUN"), says


def parts() -> list[str]:
    sheets = [edges.NO_PAGES, edges.NO_BAR, (ROOT / "dashboard/app.css").read_text("utf-8")]
    return sorted(set(re.findall(r'data-testid="(\w+)"', "\n".join(sheets))))


@pytest.mark.parametrize("part", parts())
def test_parts_of_the_page_that_style_sheets_name_are_there(page: str, part: str) -> None:
    assert part in page, (
        f"style sheets name {part}, which the page has no more: find its new name in a browser and "
        "mend dashboard/app.css or streamlit_edges"
    )


def test_components_and_the_server_object_are_there() -> None:
    assert callable(st.components.v2.component), "the player needs components v2"
    assert callable(st.App), "server.py puts its guards around st.App: find what took its place"
