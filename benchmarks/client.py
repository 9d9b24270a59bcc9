"""A visitor without a browser: Streamlit's protocol over a websocket, as its page speaks it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

PATIENCE = 60.0  # s for an answer; beyond it, the visit failed
FRAME = "player"  # in the name of the component that shows the animation


class Failed(Exception):
    """What a visitor asked for did not come, or came with an error."""


@dataclass(frozen=True)
class Component:
    """A component on the page: its id, the fragment that it is part of, and its data."""

    id: str
    fragment: str
    json: str

    @property
    def data(self) -> dict[str, Any]:
        """What the component was given; nothing where that is null."""
        (data,) = json.loads(self.json)
        return dict(data or {})


@dataclass
class Visitor:
    """One open page.

    Attributes
    ----------
    query : str
        What the browser's address would hold.
    sliders, buttons, boxes : dict of str to str
        Ids of the page's sliders, buttons and text boxes by their labels.
    components : dict of str to Component
        The app's own components by their names, as they came last.
    progress : str
        What the newest progress bar said.
    received : int
        Bytes.
    script : str
        The server's name of the page.
    """

    query: str
    page: str
    _socket: ClientConnection
    sliders: dict[str, str] = field(default_factory=dict)
    buttons: dict[str, str] = field(default_factory=dict)
    boxes: dict[str, str] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    progress: str = ""
    received: int = 0
    script: str = ""

    @classmethod
    async def arrive(cls, url: str, page: str = "", query: str = "") -> tuple[Self, float]:
        """Open a page; return the visitor and the seconds until its script had ended."""
        address = url.replace("http", "ws", 1) + "/_stcore/stream"
        begin = perf_counter()
        socket = await connect(
            address,
            origin=Origin(url),
            subprotocols=[Subprotocol("streamlit")],
            max_size=None,
        )
        visitor = cls(query, page, socket)
        await visitor.ask()
        return visitor, perf_counter() - begin

    async def ask(self, slider: str = "", value: float = 0.0) -> float | None:
        """Run the page's script, with a slider moved if one is named.

        Returns
        -------
        float or None
            Seconds until the animation had come; None if this page has none.

        Raises
        ------
        Failed
            If the script reported an error, or did not end within `PATIENCE`.
        """
        message = self._message()
        if slider:
            state = message.rerun_script.widget_states.widgets.add()
            state.id = self.sliders[slider]
            state.double_array_value.data[:] = [value]
        return await self._run(message)

    async def press(self, button: str) -> None:
        """Press a button of the page."""
        message = self._message()
        state = message.rerun_script.widget_states.widgets.add()
        state.id, state.trigger_value = self.buttons[button], True
        await self._run(message)

    async def submit(self, button: str, texts: Mapping[str, str]) -> None:
        """Fill in a form, by the labels of its boxes, and press its button."""
        message = self._message()
        widgets = message.rerun_script.widget_states.widgets
        for label, text in texts.items():
            state = widgets.add()
            state.id, state.string_value = self.boxes[label], text
        state = widgets.add()
        state.id, state.trigger_value = self.buttons[button], True
        await self._run(message)

    async def look(self, component: str) -> None:
        """Run the fragment of a component anew, as its own clock does."""
        message = self._message(self.components[component].fragment)
        message.rerun_script.is_auto_rerun = True
        await self._run(message)

    async def say(self, component: str, event: str, value: object) -> float | None:
        """Let a component say something; return as `ask` does."""
        its = self.components[component]
        message = self._message(its.fragment)
        state = message.rerun_script.widget_states.widgets.add()
        state.id = f"$$STREAMLIT_INTERNAL_KEY_{its.id}__events"
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        return await self._run(message)

    def _message(self, fragment: str = "") -> BackMsg:
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        message.rerun_script.fragment_id = fragment
        message.rerun_script.page_script_hash = self.script  # else it is taken for another page
        return message

    async def _run(self, message: BackMsg) -> float | None:
        begin = perf_counter()
        await self._socket.send(message.SerializeToString())
        try:
            return await asyncio.wait_for(self._until_finished(begin), PATIENCE)
        except TimeoutError:
            raise Failed(f"no answer within {PATIENCE:.0f} s") from None

    async def _until_finished(self, begin: float) -> float | None:
        frame = None
        while True:
            data = await self._socket.recv(decode=False)
            self.received += len(data)
            message = ForwardMsg()
            message.ParseFromString(data)
            kind = message.WhichOneof("type")
            if kind == "delta":
                if self._note(message.delta):
                    frame = perf_counter() - begin
            elif kind == "new_session":
                self.script = message.new_session.page_script_hash
            elif kind == "navigation":
                self.script = message.navigation.page_script_hash
            elif kind == "page_info_changed":
                self.query = message.page_info_changed.query_string
            elif kind == "script_finished":
                status = ForwardMsg.ScriptFinishedStatus.Name(message.script_finished)
                if status in {"FINISHED_SUCCESSFULLY", "FINISHED_FRAGMENT_RUN_SUCCESSFULLY"}:
                    return frame
                if status != "FINISHED_EARLY_FOR_RERUN":
                    raise Failed(status)

    def _note(self, delta: Any) -> bool:
        """Take a part of the page; return whether it is the animation."""
        if delta.WhichOneof("type") != "new_element":
            return False
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise Failed(f"{element.exception.type}: {element.exception.message}")
        if kind == "slider":
            self.sliders[element.slider.label] = element.slider.id
        elif kind == "button":
            self.buttons[element.button.label] = element.button.id
        elif kind == "text_input":
            self.boxes[element.text_input.label] = element.text_input.id
        elif kind == "bidi_component":
            its = element.bidi_component
            came = Component(its.id, delta.fragment_id, its.json)
            self.components[its.component_name.removeprefix("dart_")] = came
        elif kind == "progress":
            self.progress = element.progress.text
        return kind == "bidi_component" and FRAME in element.bidi_component.component_name

    async def leave(self) -> None:
        """Close the tab."""
        await self._socket.close()
