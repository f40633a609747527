"""The daemons of a cluster."""

import json
import socket
import time

from facts import Refused, require, wait

LINES = [f"agent-{number}" for number in range(24)]
LOOPBACK = {"name": "loopback", "transport": "org.hookswitch.loopback"}


class Node:
    """One daemon of the cluster, with its helpers one process group."""

    def __init__(self, stage, command, name, cluster, providers=(LOOPBACK,), host=None, environment=None):
        self.stage, self.command, self.name, self.host = stage, command, name, host
        self.environment, self.child = environment or {}, None
        with open(f"{stage.folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump({"providers": list(providers), "audio": {"device": "null"}, "cluster": {**cluster, "node": name}}, file)
        self.start()

    def start(self):
        folder = self.stage.folder
        arguments = [self.command, "daemon", "--config", f"{folder}/{self.name}.json", "--socket", self.path,
                     "--state", f"{folder}/{self.name}", "--no-bus", "--no-desktop"]
        self.child = self.stage.start(
            self.host.command(*arguments) if self.host else arguments, f"{self.name}.log", self.environment)

    @property
    def path(self):
        return f"{self.stage.folder}/{self.name}.sock"

    def ask(self, method, limit=10, **parameters):
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(limit)
            link.connect(self.path)
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            link.sendall(json.dumps(request).encode() + b"\n")
            text = b""
            while True:
                while b"\n" not in text:
                    part = link.recv(1 << 16)
                    if not part:
                        raise OSError("the daemon closed the connection")
                    text += part
                line, text = text.split(b"\n", 1)
                answer = json.loads(line)
                # A daemon that ends says so by a notification.
                if answer.get("id") == 1:
                    break
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    @property
    def state(self):
        return self.ask("cluster.status")["state"]

    def where(self, line):
        return self.ask("cluster.where", line=line)

    def calls(self, line=None):
        return self.ask("call.list", **({"line": line} if line else {}))["calls"]

    def end(self, call):
        self.ask("call.end", call=call, wait="performed")

    def kill(self):
        """Kills the daemon; its transports' processes see that."""
        self.child.kill_alone()

    def lose(self):
        """Ends the machine: all its processes at once."""
        self.child.kill()


class Team:
    """Three nodes, and the calls that they were given."""

    def __init__(self, nodes, lease):
        self.nodes, self.lease, self.calls = nodes, lease, []

    def __iter__(self):
        return iter(self.nodes)

    def __getitem__(self, index):
        return self.nodes[index]

    def settle(self, limit=120):
        """Waits until all nodes are active, share the slots, and know the same owners, and no slot moves; returns the seconds until then."""
        looks = []

        def is_settled():
            states = [node.ask("cluster.status") for node in self.nodes]
            owners = [[node.where(line).get("node") for line in LINES] for node in self.nodes]
            is_shared = all(state["state"] == "active" and state["slots"] > 1_000 for state in states)
            is_shared = is_shared and all(row == owners[0] and None not in row for row in owners)
            looks.append((time.monotonic(), is_shared and [state["slots"] for state in states]))
            # Moves under way change a count within a second.
            last = [look for look in looks if look[0] > looks[-1][0] - 1.2]
            return looks[0][0] < last[0][0] and len(last) > 2 and all(slots and slots == last[0][1] for _, slots in last) and last
        found = []
        began = time.monotonic()
        wait(limit, lambda: f"the nodes do not share the slots: {self.states()}", lambda: found.extend(is_settled() or ()) or found, pause=0.2)
        return max(0.0, found[0][0] - began)

    def states(self):
        found = {}
        for node in self.nodes:
            try:
                status = node.ask("cluster.status", limit=2)
                found[node.name] = (status["state"], status["slots"], status.get("problem"))
            except (OSError, Refused, ValueError) as error:
                found[node.name] = str(error)
        return found

    def are(self, state):
        return all(node.state == state for node in self.nodes)

    def takeovers(self):
        return sum(node.ask("cluster.status")["takeovers"] for node in self.nodes)

    def line(self, node, lines=LINES):
        """Returns a line that a node owns and that has no call."""
        found = []
        is_free = lambda line: node.where(line)["standing"] == "mine" and not node.calls(line)
        wait(10, f"{node.name} owns none of the lines", lambda: found.extend(filter(is_free, lines)) or found)
        return found[0]

    def dial(self, node, line):
        """Places a call; its record must be there at the end."""
        call = node.ask("call.start", handle="5550100", line=line, wait="performed")["call"]
        self.calls.append(call)
        return call

    def refuses(self, node, line, *codes):
        """Shows that a node adds no call to a line, with one of these errors."""
        try:
            self.dial(node, line)
        except Refused as error:
            require(error.code in codes, f"refused with {error.code}")
            return
        raise AssertionError(f"{node.name} adds a call to {line}")

    def end_all(self):
        for node in self.nodes:
            for call in node.calls():
                if "stray" not in call:
                    node.end(call["call"])
