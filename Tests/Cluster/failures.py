#!/usr/bin/env python3
"""Provokes the failures of docs/cluster.md with real daemons and a real NATS server, and prints the times.

    Tests/Cluster/failures.py HOOKSWITCH [--json FILE]

Each failure is one function. A fact that does not hold ends the run with exit code 1. Everything listens on 127.0.0.1 or on sockets in a
temporary folder. A thread looks all the time whether two nodes would both add a call to one line.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback

BEAT, LEASE, MARGIN = 1, 5, 1
LINES = [f"agent-{number}" for number in range(24)]


class Refused(Exception):
    """An error that a node answered."""

    def __init__(self, error):
        super().__init__(error.get("message"))
        self.code = error.get("data", {}).get("code") or error.get("message")


class Server:
    """A NATS server whose port and store outlive its process."""

    def __init__(self, folder):
        self.store = folder + "/engine"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start()

    def start(self):
        program = shutil.which("nats-server") or "/usr/sbin/nats-server"
        self.process = subprocess.Popen(
            [program, "-a", "127.0.0.1", "-p", str(self.port), "-js", "-sd", self.store],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Relay:
    """The way of one node to its engine, which can be cut: bytes then wait, as behind a broken link."""

    def __init__(self, server):
        self.server = server
        self.isOpen = threading.Event()
        self.isOpen.set()
        self.entry = socket.socket()
        self.entry.bind(("127.0.0.1", 0))
        self.entry.listen()
        self.port = self.entry.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.entry.accept()
            self.isOpen.wait()
            try:
                far = socket.create_connection(("127.0.0.1", self.server.port))
            except OSError:
                near.close()
                continue
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self.carry, args=(source, sink), daemon=True).start()

    def carry(self, source, sink):
        try:
            while data := source.recv(1 << 16):
                self.isOpen.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


class Node:
    """One daemon of the cluster, on this machine."""

    def __init__(self, command, folder, name, server):
        self.command, self.folder, self.name, self.relay = command, folder, name, Relay(server)
        with open(f"{folder}/{name}.json", "w", encoding="utf-8") as file:
            json.dump({
                "providers": [{"name": "loopback", "transport": "org.hookswitch.loopback"}], "audio": {"device": "null"},
                "cluster": {"name": "trial", "node": name, "servers": [f"nats://127.0.0.1:{self.relay.port}"],
                            "beat": BEAT, "lease": LEASE, "margin": MARGIN}}, file)
        self.start()

    def start(self):
        with open(f"{self.folder}/{self.name}.log", "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [self.command, "daemon", "--config", f"{self.folder}/{self.name}.json", "--socket", self.path,
                 "--state", f"{self.folder}/{self.name}", "--no-bus", "--no-desktop"], stdout=log, stderr=log)

    @property
    def path(self):
        return f"{self.folder}/{self.name}.sock"

    def ask(self, method, limit=10, **parameters):
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(limit)
            link.connect(self.path)
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            link.sendall(json.dumps(request).encode() + b"\n")
            text = b""
            while not text.endswith(b"\n"):
                part = link.recv(1 << 16)
                if not part:
                    raise OSError("the daemon closed the connection")
                text += part
        answer = json.loads(text)
        if "error" in answer:
            raise Refused(answer["error"])
        return answer["result"]

    def dial(self, line):
        return self.ask("call.start", handle="5550100", line=line, wait="performed")["call"]

    def end(self, call):
        self.ask("call.end", call=call, wait="performed")

    def kill(self):
        self.process.kill()
        self.process.wait()


def require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def wait(limit, sentence, condition):
    """Waits until a condition holds; returns the seconds."""
    began = time.monotonic()
    while True:
        try:
            if condition():
                return time.monotonic() - began
        except (OSError, Refused, ValueError):
            pass
        require(time.monotonic() - began < limit, f"after {limit} s: {sentence}")
        time.sleep(0.05)


class Watcher(threading.Thread):
    """Looks for two nodes that would both add a call to one line."""

    def __init__(self, nodes):
        super().__init__(daemon=True)
        self.nodes, self.clashes, self.looks, self.isOver = nodes, [], 0, False

    def standings(self, line):
        found = []
        for node in self.nodes:
            try:
                if node.ask("cluster.where", limit=0.5, line=line)["standing"] in ("mine", "borrowed"):
                    found.append((node.name, time.monotonic()))
            except (OSError, Refused, ValueError):
                pass
        return found

    def run(self):
        while not self.isOver:
            for line in LINES:
                first = self.standings(line)
                self.looks += 1
                # Two answers one after the other may lie before and after a hand-over: both nodes must hold it twice.
                if len(first) > 1 and len(self.standings(line)) > 1 and len(self.standings(line)) > 1:
                    self.clashes.append((line, first))
            time.sleep(0.05)


class Trial:
    def __init__(self, command):
        self.folder = tempfile.mkdtemp(prefix="hookswitch-cluster-")
        self.server = Server(self.folder)
        self.nodes = [Node(command, self.folder, name, self.server) for name in ("a1", "a2", "a3")]
        self.rows = []

    def settle(self, limit=60):
        """Waits until all nodes are active, share the slots, and know the same owners."""
        def isSettled():
            if any(node.ask("cluster.status")["state"] != "active" for node in self.nodes):
                return False
            if any(node.ask("cluster.status")["slots"] < 1_000 for node in self.nodes):
                return False
            owners = [[node.ask("cluster.where", line=line).get("node") for line in LINES] for node in self.nodes]
            return all(row == owners[0] and None not in row for row in owners)
        return wait(limit, "the nodes do not share the slots", isSettled)

    def line(self, node):
        """Returns a line that a node owns."""
        found = []
        isMine = lambda line: node.ask("cluster.where", line=line)["standing"] == "mine"
        wait(10, f"{node.name} owns none of the lines", lambda: found.extend(filter(isMine, LINES)) or found)
        return found[0]

    def note(self, event, seconds, limit):
        self.rows.append({"event": event, "seconds": round(seconds, 2), "limit": limit})
        print(f"{event:<52} {seconds:6.2f} s  (at most {limit})", flush=True)
        require(seconds <= limit, f"{event}: {seconds:.2f} s")

    # Each failure begins and ends with three active nodes.

    def restarted(self):
        _, node, witness = self.nodes[0], self.nodes[1], self.nodes[2]
        line = self.line(node)
        call = node.dial(line)
        node.kill()
        node.start()
        seconds = wait(20, "the node does not serve again", lambda: witness.dial(line))
        self.note("a process is killed and starts again", seconds, 20)
        entry = wait(10, "the lost call has no record", lambda: [
            record for record in witness.ask("history.list", filter={"line": line})["calls"]
            if record["call"] == call and record.get("end", {}).get("cause") == "hostLost"])
        require(entry >= 0, "")

    def lost(self):
        node, witness = self.nodes[1], self.nodes[0]
        line = self.line(node)
        node.dial(line)
        node.kill()
        seconds = wait(30, "nobody takes the line", lambda: witness.dial(line))
        self.note("a machine is lost", seconds, LEASE + MARGIN + 6)
        node.start()

    def paused(self):
        node, witness = self.nodes[1], self.nodes[0]
        line = self.line(node)
        call = node.dial(line)
        node.process.send_signal(signal.SIGSTOP)
        seconds = wait(30, "nobody takes the line", lambda: witness.dial(line))
        self.note("a node stops for longer than its lease", seconds, LEASE + MARGIN + 6)
        node.process.send_signal(signal.SIGCONT)
        try:
            node.ask("call.start", handle="5550100", line=line, wait="performed")
        except Refused:
            pass
        require(any(entry["call"] == call for entry in node.ask("call.list")["calls"]), "the call of the node that was stopped is gone")
        node.ask("call.hold", call=call, wait="performed")
        node.end(call)

    def cutOff(self):
        node, witness = self.nodes[1], self.nodes[0]
        line = self.line(node)
        life = node.ask("cluster.status")["incarnation"]
        call = node.dial(line)
        node.relay.isOpen.clear()
        began = time.monotonic()
        seconds = wait(30, "the node is not cut off", lambda: node.ask("cluster.status")["state"] == "cutOff")
        self.note("a node loses the engine: it is cut off", seconds, LEASE + 3)
        try:
            node.dial(line)
            raise AssertionError("a node that is cut off adds a call")
        except Refused as error:
            require(error.code == "nodeCutOff", f"refused with {error.code}")
        wait(30, "nobody takes the line", lambda: witness.ask("cluster.where", line=line).get("node", node.name) != node.name)
        new = []
        wait(30, "nobody takes the line", lambda: new.append(witness.dial(line)) or True)
        self.note("a node loses the engine: an heir takes its calls", time.monotonic() - began, LEASE + MARGIN + 6)
        node.ask("call.hold", call=call, wait="performed")
        node.relay.isOpen.set()
        wait(30, "the node does not come back", lambda: node.ask("cluster.status")["state"] == "active")
        require(node.ask("cluster.status")["incarnation"] != life, "a node that was expired comes back with its old incarnation")
        entry = next(entry for entry in node.ask("call.list")["calls"] if entry["call"] == call)
        require(entry["state"] == "held", f"the stray is {entry['state']}")
        node.ask("call.setMuted", call=call, muted=True, wait="performed")
        node.end(call)
        witness.end(new[0])

    def engineGap(self):
        takeovers = sum(node.ask("cluster.status")["takeovers"] for node in self.nodes)
        self.server.process.send_signal(signal.SIGSTOP)
        time.sleep(LEASE * 0.5)
        node = self.nodes[0]
        line = self.line(node)
        began = time.monotonic()
        node.end(node.dial(line))
        seconds = time.monotonic() - began
        self.server.process.send_signal(signal.SIGCONT)
        self.note("a call at its own node while the engine is silent", seconds, 2)
        self.settle()
        require(sum(node.ask("cluster.status")["takeovers"] for node in self.nodes) == takeovers, "a node was expired in a short gap")

    def engineDown(self):
        node = self.nodes[0]
        line = self.line(node)
        fence = node.ask("cluster.where", line=line)["fence"]
        call = node.dial(line)
        self.server.kill()
        isCutOff = lambda: all(node.ask("cluster.status")["state"] == "cutOff" for node in self.nodes)
        self.note("the engine is down: all nodes are cut off", wait(30, "a node is not cut off", isCutOff), LEASE + 3)
        try:
            node.dial(line)
            raise AssertionError("a node that is cut off adds a call")
        except Refused as error:
            require(error.code == "nodeCutOff", f"refused with {error.code}")
        node.ask("call.hold", call=call, wait="performed")
        node.ask("call.resume", call=call, wait="performed")
        self.server.start()
        isBack = lambda: all(node.ask("cluster.status")["state"] == "active" for node in self.nodes)
        self.note("the engine is back: all nodes are active", wait(30, "a node does not come back", isBack), 15)
        require(node.ask("cluster.where", line=line)["fence"] == fence, "the line changed its owner though nobody was lost")
        node.end(call)

    def engineLost(self):
        node = self.nodes[0]
        line = self.line(node)
        fence = node.ask("cluster.where", line=line)["fence"]
        call = node.dial(line)
        node.end(call)
        shipped = lambda: node.ask("cluster.status")["unshippedRecords"] == 0
        wait(20, "a record is not shipped", shipped)
        self.server.kill()
        shutil.rmtree(self.server.store)
        self.server.start()
        isBack = lambda: (all(node.ask("cluster.status")["state"] == "active" for node in self.nodes)
                          and node.ask("cluster.where", line=line).get("fence", 0) > fence
                          and all(node.dial(line) for node in self.nodes[:1]))
        self.note("the engine lost its data: the line takes calls", wait(60, "the owners do not write again", isBack), 40)
        hasRecord = lambda: any(row["record"]["call"] == call for row in node.ask("cluster.records", line=line)["records"])
        self.note("the engine lost its data: the records are back", wait(90, "a record is lost", hasRecord), 70)

    def drained(self):
        node, witness = self.nodes[2], self.nodes[0]
        line = self.line(node)
        call = node.dial(line)
        began = time.monotonic()
        node.ask("cluster.drain", limitSeconds=60, then="end")
        wait(60, "the slots do not move", lambda: node.ask("cluster.status")["slots"] == 0)
        self.note("a drain: the slots are elsewhere", time.monotonic() - began, 40)
        place = witness.ask("cluster.where", line=line)
        require(place.get("lentTo") == node.name, f"the line with a call is not lent: {place}")
        try:
            node.dial(line)
            raise AssertionError("a node that drains adds a call")
        except Refused as error:
            require(error.code in ("nodeDraining", "lineElsewhere"), f"refused with {error.code}")
        witness.end(call)
        began = time.monotonic()
        code = node.process.wait(timeout=20)
        self.note("a drain: the node ends after its last call", time.monotonic() - began, 10)
        require(code == 0, f"the drained node exits with {code}")
        wait(10, "the line stays lent", lambda: witness.dial(line))
        node.start()

    def run(self):
        self.note("a new cluster shares its slots", self.settle(), 60)
        watcher = Watcher(self.nodes)
        watcher.start()
        for failure in (self.restarted, self.lost, self.paused, self.cutOff, self.engineGap, self.engineDown, self.drained, self.engineLost):
            failure()
            self.settle()
            for node in self.nodes:
                for call in node.ask("call.list")["calls"]:
                    if "stray" not in call:
                        node.end(call["call"])
        watcher.isOver = True
        watcher.join()
        require(not watcher.clashes, f"two nodes held a line: {watcher.clashes[:3]}")
        print(f"never two nodes with one line in {watcher.looks} looks")

    def close(self):
        for node in self.nodes:
            node.process.send_signal(signal.SIGCONT)
            node.kill()
        self.server.process.send_signal(signal.SIGCONT)
        self.server.kill()


def main():
    command = os.path.abspath(sys.argv[1])
    trial = Trial(command)
    try:
        trial.run()
    except Exception as error:  # The logs are what a person needs next.
        traceback.print_exception(error)
        for node in trial.nodes:
            with open(f"{trial.folder}/{node.name}.log", encoding="utf-8") as log:
                print(f"== {node.name}\n" + "".join(log.readlines()[-12:]), file=sys.stderr)
        trial.close()
        return 1
    trial.close()
    shutil.rmtree(trial.folder)
    if "--json" in sys.argv:
        with open(sys.argv[sys.argv.index("--json") + 1], "w", encoding="utf-8") as file:
            json.dump(trial.rows, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
