"""The socket of a Hookswitch daemon: JSON-RPC 2.0, one message a line. docs/socket.md describes it."""

import json
import os
import socket


class Refused(Exception):
    """The daemon answered a request with an error."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error.get("data", {}).get("code")
        self.how = error.get("data", {}).get("how")


def usual_socket():
    """Returns the socket of this user's daemon."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(runtime or state, "hookswitch", "host.sock")


class Daemon:
    """A connection. Requests wait for their answers; notifications that come meanwhile wait for `notifications`."""

    def __init__(self, path=None):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(path or usual_socket())
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")
        self.number = 0
        self.waiting = []

    def _read(self):
        line = self.lines.readline()
        if not line:
            raise ConnectionError("the daemon has closed the connection")
        return json.loads(line)

    def request(self, method, **parameters):
        """Calls a method of docs/surface.md, and returns its result."""
        self.number += 1
        message = {"jsonrpc": "2.0", "id": self.number, "method": method, "params": parameters}
        self.socket.sendall(json.dumps(message).encode() + b"\n")
        while True:
            answer = self._read()
            if "method" in answer:
                self.waiting.append(answer)
            elif "error" in answer:
                raise Refused(answer["error"])
            else:
                return answer["result"]

    def notifications(self):
        """Yields the name and the parameters of each notification, until the connection ends."""
        while True:
            try:
                message = self.waiting.pop(0) if self.waiting else self._read()
            except ConnectionError:
                return
            if "method" in message:
                yield message["method"], message["params"]
