"""A host of the tests: it serves the page as the console does, and answers the methods that the page calls.

It speaks the daemon's JSON-RPC in text messages of a WebSocket, with the answers that a test sets.
"""

from __future__ import annotations

import asyncio
import http
import json
import pathlib
import threading
import uuid

import websockets.exceptions
import websockets.legacy.server

from paging import Pages, natural

PAGE = pathlib.Path(__file__).parents[3] / "Sources" / "HookswitchConsole" / "page"
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".md": "text/markdown; charset=utf-8"}
# The rules between calls, which the command has under this name.
RULES = pathlib.Path(__file__).parents[3] / "docs" / "arbitration.md"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
TOKEN = "5" * 64
ROLES = {
    "viewer": ["watch"],
    "operator": ["watch", "numbers", "act"],
    "admin": ["watch", "numbers", "act", "actAll", "trace", "record", "operate"],
}


def make_call(line: str, state: str = "active", **members: object) -> dict:
    """Returns a `Call` of the host surface."""
    call = {
        "call": str(uuid.uuid4()).upper(), "line": line, "provider": "sip", "direction": "incoming", "state": state, "group": 1,
        "handle": {"type": "generic", "value": "sip:bob@example.org"}, "displayName": "Bob Example",
        "capabilities": ["holding", "grouping", "dtmf", "transfer"], "muted": False, "remotelyHeld": False, "emergency": False,
        "recording": False, "began": "2026-11-28T00:00:00.000Z",
    }
    if state == "ringing":
        call["answerChoices"] = {
            "automatic": None, "holdActive": None,
            "endHeldAndHoldActive": {"code": "invalidAction", "message": "no call is held"},
        }
    return call | members


class Stage:
    """The host, on a thread of its own."""

    def __init__(self, role: str = "admin") -> None:
        self.lines: dict[str, list[dict]] = {}
        self.answers: dict[str, object] = {}
        self.asked: list[tuple[str, dict]] = []
        self.role = role
        self.sockets: dict[object, Pages] = {}
        self.sorted: list[str] = []
        self.looks = False
        self.subscriptions = 0
        self.accepts = True
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()
        threading.Thread(target=self._run, args=(ready,), daemon=True).start()
        ready.wait()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def _run(self, ready: threading.Event) -> None:
        asyncio.set_event_loop(self.loop)

        async def begin() -> None:
            self.server = await websockets.legacy.server.serve(
                self._serve, "127.0.0.1", 0, process_request=self._file, close_timeout=1, subprotocols=["hookswitch.v1"])
            self.port = self.server.sockets[0].getsockname()[1]
            ready.set()

        self.loop.run_until_complete(begin())
        self.loop.run_forever()

    async def _file(self, path: str, headers: object):
        if path == "/rpc":
            return None if self.accepts else (http.HTTPStatus.SERVICE_UNAVAILABLE, [], b"")
        name = path.split("?")[0].strip("/") or "index.html"
        file = RULES if name == "rules.md" else PAGE / name
        if not file.is_file():
            return http.HTTPStatus.NOT_FOUND, [], b""
        return http.HTTPStatus.OK, [("Content-Type", TYPES[file.suffix]), ("Content-Security-Policy", POLICY)], file.read_bytes()

    async def _serve(self, socket, _path: str = "") -> None:
        pages = self.sockets[socket] = Pages(self)
        try:
            async for text in socket:
                request = json.loads(text)
                self.asked.append((request["method"], request["params"]))
                answer = self._answer(request["method"], request["params"], pages)
                if answer is not None:
                    await socket.send(json.dumps({"jsonrpc": "2.0", "id": request["id"]} | answer))
        except websockets.exceptions.ConnectionClosed:
            pass
        finally:
            del self.sockets[socket]

    def _answer(self, method: str, params: dict, pages: Pages) -> dict | None:
        if method in self.answers:
            answer = self.answers[method]
            answer = answer(params) if callable(answer) else answer
            return answer if answer is None or "error" in answer else {"result": answer}
        if method == "host.hello":
            session = {"session": 1, "actor": "anna", "role": self.role, "rights": ROLES[self.role]}
            return {"result": {"host": "test", "version": "0", "session": session}}
        if method == "events.subscribe":
            states = [self._state(line) for line in params.get("lines", self.lines) if line in self.lines] if "line" in params["topics"] else []
            states += [state for state in self.answers.get("states", []) if state["topic"] in params["topics"]]
            if "line" in params["topics"]:
                pages.lines = set(params.get("lines", self.lines))
            self.subscriptions += 1
            return {"result": {"subscription": self.subscriptions, "states": states, "lost": 0}}
        if method == "calls.subscribe":
            return {"result": pages.subscribe(params)}
        if method == "call.get":
            found = [call for calls in self.lines.values() for call in calls if call["call"] == params["call"]]
            return {"result": found[0]} if found else {"error": {"code": -32000, "message": "there is no such call", "data": {"code": "unknownCallUUID"}}}
        if method.startswith("cluster."):
            return {"error": {"code": -32007, "message": "this host is in no cluster", "data": {"code": "unavailable"}}}
        if method == "request.preview":
            wish = params["parameters"]
            steps = [{"kind": "setHeld", "call": self.lines["agent-9"][0]["call"], "provider": "sip", "details": "true"}]
            if params["method"] == "call.answer":
                steps.append({"kind": "answer", "call": wish["call"], "provider": "sip"})
            return {"result": {"outcome": "performed", "steps": steps}}
        if method == "request.wait":
            return {"result": {"request": params["request"], "state": "performed", "actions": []}}
        if method in ("levels.subscribe", "events.unsubscribe", "trace.unsubscribe"):
            return {"result": {}}
        if method.startswith("call."):
            return {"result": {"request": len(self.asked), "state": "accepted", "actions": []}}
        return {"error": {"code": -32601, "message": f"there is no method {method}", "data": {"code": "unknownMethod"}}}

    def sorted_lines(self) -> list[str]:
        """Returns the names of the lines in the order of the list."""
        if len(self.sorted) != len(self.lines):
            self.sorted = sorted(self.lines, key=natural)
        return self.sorted

    def _state(self, line: str) -> dict:
        return {"topic": "line", "key": line, "sequence": 1,
                "value": {"line": line, "revision": 1, "calls": self.lines[line], "audioOwners": [], "doNotDisturb": False}}

    def tell(self, method: str, params: dict, wait: bool = True) -> None:
        """Sends a notification to every page."""
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params})
        sent = asyncio.run_coroutine_threadsafe(self._send(text), self.loop)
        if wait:
            sent.result(10)

    async def _send(self, text: str) -> None:
        for socket in list(self.sockets):
            await socket.send(text)

    def change(self, line: str, *calls: dict, wait: bool = True) -> None:
        """Changes the calls of a line, and tells it."""
        self.lines[line] = list(calls)
        sent = asyncio.run_coroutine_threadsafe(self._send_line(line), self.loop)
        if wait:
            sent.result(10)

    async def _send_line(self, line: str) -> None:
        text = json.dumps({"jsonrpc": "2.0", "method": "state", "params": {"subscription": 1} | self._state(line)})
        for socket, pages in list(self.sockets.items()):
            if line in pages.lines:
                await socket.send(text)
        self._look()

    def _look(self) -> None:
        """Sends the changes of pages a fifth of a second later, as the daemon does."""
        if not self.looks:
            self.looks = True
            self.loop.call_later(0.2, lambda: self.loop.create_task(self._send_pages()))

    async def _send_pages(self) -> None:
        self.looks = False
        for socket, pages in list(self.sockets.items()):
            members = pages.change()
            if members is not None:
                await socket.send(json.dumps({"jsonrpc": "2.0", "method": "calls", "params": members}))

    def drop(self) -> None:
        """Breaks every connection, and takes no new one until `accepts` is true."""
        self.accepts = False

        async def close() -> None:
            for socket in list(self.sockets):
                await socket.close(1011)

        asyncio.run_coroutine_threadsafe(close(), self.loop).result(10)

    def close(self) -> None:
        """Ends the connections and the thread."""
        async def end() -> None:
            self.server.close()
            await self.server.wait_closed()

        asyncio.run_coroutine_threadsafe(end(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
