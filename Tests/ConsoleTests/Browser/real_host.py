"""A real daemon with Loopback and Mock PSTN, and a real console beside it, in folders of their own."""

from __future__ import annotations

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import uuid

from selenium.webdriver.support.wait import WebDriverWait

COMMAND = os.environ.get("HOOKSWITCH_COMMAND", "")
# A word that only the daemon may know: the token of a program that answers calls.
SECRET = "planted-4f1c2a-secret"
CONFIGURATION = {
    "providers": [
        {"name": "exchange", "transport": "mock-pstn", "line": "desk"},
        {"name": "box", "transport": "loopback", "line": "door"},
        {"name": "robot", "transport": "loopback", "line": "robot", "stream": {"url": "ws://127.0.0.1:9/", "token": SECRET}},
    ],
    "audio": {"device": "null"}, "log": {"level": "warning"},
    # Calls ring for as long as a slow machine needs to look at them.
    "policy": {"maximumCallGroups": 2, "autoResume": "afterLocalEnd", "deadlines": {"ring": 600}},
    "access": {"grants": [{"peer": f"uid:{os.getuid()}", "rights": ["provide"], "names": ["farm"]}]},
}


def built() -> bool:
    """True when the command and both transports are there."""
    folder = pathlib.Path(COMMAND).parent
    return bool(COMMAND) and all((folder / name).exists() for name in ("hookswitch-helper", "libLoopback.so", "libMockPSTN.so"))


class Farm:
    """A program that carries calls: many of them cost the daemon no audio."""

    def __init__(self, path: pathlib.Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(path))
        self.lines = self.socket.makefile("rb")
        self.number = 0
        self.ask("host.hello", client="farm")
        self.ask("provider.register", provider="farm")
        self.ask("provider.setReady", provider="farm", ready=True)

    def ask(self, method: str, /, **parameters: object) -> dict:
        """Calls a method, and returns its result."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        self.socket.sendall((json.dumps(message) + "\n").encode())
        while True:
            answer = json.loads(self.lines.readline())
            if answer.get("id") == self.number:
                assert "result" in answer, answer
                return answer["result"]

    def ring(self, line: str, name: str) -> str:
        """Reports an incoming call, and returns its id."""
        call = str(uuid.uuid4()).upper()
        update = {"handle": "sip:bob@example.org", "name": name}
        assert self.ask("provider.reportIncoming", provider="farm", call=call, line=line, update=update)["shown"]
        return call

    def end(self, call: str) -> None:
        """Reports that the far end ended a call."""
        self.ask("provider.report", provider="farm", call=call, report="ended", reason="remoteEnded")

    def close(self) -> None:
        """Leaves, which ends the calls."""
        self.ask("provider.unregister", provider="farm")
        self.socket.close()


class RealHost:
    """The daemon and the console, which the tests end and start."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder, self.socket = folder, folder / "host.sock"
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "HOME": str(folder)} | {
            f"XDG_{name}": str(folder / name.lower()) for name in ("CONFIG_HOME", "STATE_HOME", "DATA_HOME", "CACHE_HOME", "RUNTIME_DIR")}
        (folder / "runtime_dir").mkdir(mode=0o700)
        (folder / "config.json").write_text(json.dumps(CONFIGURATION))
        self.log = open(folder / "log", "wb")
        self.start()
        self.console = self._run("console", "--listen", "127.0.0.1:0", "--socket", str(self.socket), stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+/", self.console.stdout.readline()).group(0)

    def _run(self, *words: str, **options: object) -> subprocess.Popen:
        return subprocess.Popen([COMMAND, *words], stdin=subprocess.DEVNULL, stderr=self.log, **({"env": self.environment} | options))

    def start(self) -> None:
        """Starts the daemon, and waits until it reports its readiness, as it does to systemd."""
        path = str(self.folder / "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as reports:
            reports.bind(path)
            reports.settimeout(120)
            self.daemon = self._run(
                "daemon", "--config", str(self.folder / "config.json"), "--socket", str(self.socket), "--no-bus", "--no-desktop",
                "--transport-path", str(pathlib.Path(COMMAND).parent), env=self.environment | {"NOTIFY_SOCKET": path})
            while b"READY=1" not in reports.recv(4_096):
                pass
        os.unlink(path)

    def stop(self) -> None:
        """Ends the daemon as systemd does."""
        self.daemon.send_signal(signal.SIGTERM)
        assert self.daemon.wait(60) == 0

    def verb(self, *words: str) -> str:
        """Runs a verb against the daemon, and returns its output."""
        done = subprocess.run(
            [COMMAND, *words, "--socket", str(self.socket)], stdin=subprocess.DEVNULL, env=self.environment, capture_output=True, text=True,
            timeout=120)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout.strip()

    def ask(self, method: str, /, **parameters: object) -> dict:
        """Calls a method of the daemon with all rights."""
        return json.loads(self.verb("api", method, json.dumps(parameters)))

    def link(self, role: str, *lines: str, person: str = "anna") -> str:
        """Returns a link that opens a session."""
        words = [word for line in lines for word in ("--line", line)]
        return self.verb("console", "open", "--as", person, "--role", role, "--url", self.url, *words)

    def calls(self, line: str) -> list[dict]:
        """Returns the calls of a line, the oldest first."""
        return sorted(self.ask("call.list", line=line)["calls"], key=lambda call: call["began"])

    def until(self, line: str, *states: str) -> list[dict]:
        """Waits until the calls of a line have these states, the oldest first."""
        found: list[dict] = []

        def looks(real: RealHost) -> bool:
            nonlocal found
            found = [call for call in real.calls(line) if call["state"] != "ended"]
            return [call["state"] for call in found] == list(states)

        WebDriverWait(self, 60, 0.1).until(looks, f"the calls of {line} are not {states}")
        return found

    def dial(self, line: str, provider: str, number: str) -> None:
        """Dials."""
        self.verb("dial", number, "--line", line, "--provider", provider, "--no-wait")

    def close(self) -> None:
        """Ends both programs."""
        for program in (self.console, self.daemon):
            if program.poll() is None:
                program.terminate()
        try:
            assert self.console.wait(20) == 0 and self.daemon.wait(60) == 0
        finally:
            for program in (self.console, self.daemon):
                program.kill()
            self.console.stdout.close()
            self.log.close()
