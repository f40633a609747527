"""The page from `hookswitch console`, with a daemon that the tests play behind it."""

from __future__ import annotations

import json
import os
import pathlib
import re
import socket
import subprocess
import threading
import time

import pytest

from conftest import Page
from paging import Pages
from stage import TOKEN, Stage, make_call

CODE = "c" * 64
COMMAND = os.environ.get("HOOKSWITCH_COMMAND", "")

pytestmark = pytest.mark.skipif(not COMMAND, reason="HOOKSWITCH_COMMAND names no built command")


class Daemon:
    """A daemon on a Unix socket, with the answers of a stage."""

    def __init__(self, stage: Stage, path: pathlib.Path) -> None:
        self.stage, self.path = stage, path
        self.open()

    def open(self) -> None:
        self.clients: list[socket.socket] = []
        self.pages: dict[socket.socket, Pages] = {}
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen(64)
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            self.clients.append(client)
            self.pages[client] = Pages(self.stage)
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        try:
            for line in client.makefile("rb"):
                request = json.loads(line)
                answer = self._answer(request["method"], request.get("params") or {}, self.pages[client])
                if answer is not None:
                    self.send(client, {"jsonrpc": "2.0", "id": request["id"]} | answer)
        except OSError:
            pass

    def _answer(self, method: str, params: dict, pages: Pages) -> dict | None:
        if method != "session.open":
            return self.stage._answer(method, params, pages)
        if params.get("token") == TOKEN or params.get("code") == CODE:
            return {"result": {"session": {"actor": "anna"}, "token": TOKEN}}
        return {"error": {"code": -32002, "message": "the token is unknown", "data": {"code": "notPermitted"}}}

    def tell_pages(self) -> None:
        """Sends the changes of each page, as the daemon does five times a second."""
        for client, pages in list(self.pages.items()):
            members = pages.change()
            if members is not None:
                self.send(client, {"jsonrpc": "2.0", "method": "calls", "params": members})

    @staticmethod
    def send(client: socket.socket, message: dict) -> None:
        client.sendall((json.dumps(message, separators=(",", ":")) + "\n").encode())

    def close(self) -> None:
        for end in [self.listener, *self.clients]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()
        self.path.unlink(missing_ok=True)


@pytest.fixture
def console(stage, tmp_path):
    stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", displayName=f"Bob {n}")] for n in range(10_000)}
    daemon = Daemon(stage, tmp_path / "host.sock")
    program = subprocess.Popen(
        [COMMAND, "console", "--listen", "127.0.0.1:0", "--socket", str(daemon.path)], stdout=subprocess.PIPE, text=True)
    url = re.search(r"http://\S+/", program.stdout.readline()).group(0)
    yield daemon, url
    program.terminate()
    assert program.wait(20) == 0
    program.stdout.close()
    daemon.close()


def test_a_link_opens_a_session_and_ten_thousand_calls_stay_fluent(browser, stage, console):
    daemon, url = console
    page = Page(browser, stage)
    page.driver.get("about:blank")
    page.driver.get_log("browser")
    page.driver.get(f"{url}#code={CODE}")
    page.shows(".totals", "10,000 calls")
    # The code is in no address and no history any more.
    assert page.run("return location.href") == url
    begin, changes = time.monotonic(), 0
    while changes < 6_000:
        for _ in range(100):
            line = f"agent-{changes * 7919 % 10_000}"
            stage.lines[line][0]["state"] = "held" if changes % 2 else "active"
            changes += 1
        if changes % 400 == 0:
            daemon.tell_pages()
        # A pace, no wait for something that happens: 2,000 changes a second.
        threading.Event().wait(max(0, begin + changes / 2_000 - time.monotonic()))
    assert page.run("return document.querySelectorAll('*').length") < 500
    daemon.close()
    page.until("return document.body.classList.contains('stale')")
    daemon.open()
    page.until("return !document.body.classList.contains('stale')")
    page.shows(".totals", "10,000 calls")
    assert page.problems() == []


def test_a_token_that_the_daemon_does_not_know_signs_out(browser, stage, console):
    _, url = console
    page = Page(browser, stage)
    page.driver.get(url + "console.css")
    page.run("sessionStorage.setItem('hookswitch.token', '0'.repeat(64))")
    page.driver.get(url)
    page.shows("#view", "hookswitch console open")
    assert page.run("return sessionStorage.getItem('hookswitch.token')") is None
