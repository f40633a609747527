"""Three nodes with one engine server under odd conditions: clocks, messages, speed and versions that differ."""

import datetime
import os
import signal
import subprocess
import threading
import time
import uuid

from engine import OneServer
from facts import Refused, pause, require, wait
from nodes import LINES, Node, Team
from relay import Relay
from tomorrow import Tomorrow
from watcher import Watcher, records_once

BEAT, LEASE, MARGIN = 2, 8, 1
CLUSTER = "trial"
# The wall clocks of the three nodes, in seconds off.
OFFSETS = (0, 6 * 3600, -30 * 3600)


class Trial:
    def __init__(self, stage, command, report):
        self.stage, self.report = stage, report
        library = f"{stage.folder}/clock.so"
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"], check=True)
        self.server = OneServer(stage)
        # The first node has a straight way, so that the engine's order is seen as it is.
        self.relays = [Relay(self.server.port, parses=number > 0, seed=number) for number in range(3)]
        nodes = []
        for number, (relay, offset) in enumerate(zip(self.relays, OFFSETS)):
            member = {"name": CLUSTER, "servers": [f"nats://127.0.0.1:{relay.port}"], "beat": BEAT, "lease": LEASE, "margin": MARGIN}
            environment = {"LD_PRELOAD": library, "CLOCK_OFFSET": str(offset)}
            nodes.append(Node(stage, command, f"a{number + 1}", member, environment=environment))
        self.team = Team(nodes, LEASE)

    def run(self):
        self.report.note("wall clocks 36 hours apart: a new cluster shares its slots", self.team.settle(), 90)
        watcher = Watcher(self.team)
        watcher.start()
        for failure in (self.versions, self.clocks, self.messages, self.slow_engine, self.slow_node):
            failure()
            self.team.settle()
            self.team.end_all()
        watcher.finish(self.report)
        records_once(self.server, self.team, CLUSTER, self.report)

    def clocks(self):
        team, early, late = self.team, self.team[2], self.team[1]
        times = [node.ask("host.hello")["time"] for node in (early, late)]
        early_time, late_time = (datetime.datetime.fromisoformat(time.replace("Z", "+00:00")) for time in times)
        require(late_time - early_time > datetime.timedelta(hours=30), f"the wall clocks are not off: {times}")
        before = team.takeovers()
        pause(LEASE + MARGIN + 1)
        require(team.takeovers() == before, "a wrong clock expired a node")
        line = team.line(late)
        team.dial(early, line)
        late.lose()
        seconds = wait(30, "nobody takes the line", lambda: team.dial(early, line))
        self.report.note("wall clocks 36 hours apart: a machine is lost, another node takes a call", seconds, LEASE + MARGIN + 15)
        late.start()

    def messages(self):
        """Requests and hand-overs over ways that repeat, delay and mix up what they carry."""
        team, began = self.team, time.monotonic()
        for relay in self.relays[1:]:
            relay.mangles = True
        lines = {node.name: team.line(node) for node in team}
        for _ in range(3):
            for asked in team:
                for owner in team:
                    line = lines[owner.name]
                    # The program, too, sends the same request twice.
                    name = str(uuid.uuid4())
                    for _ in range(2):
                        try:
                            asked.ask("call.start", handle="5550100", line=line, call=name, wait="performed")
                        except Refused as error:
                            require("xist" in str(error) or "already" in str(error), f"the second start: {error}")
                    calls = [entry["call"] for entry in owner.calls(line)]
                    require(calls == [name.upper()] or calls == [name], f"one start made {calls}")
                    team.calls.append(name)
                    try:
                        asked.end(name)
                    except Refused:
                        # The name tells no slot, so all nodes are asked, which have 200 ms for their answers.
                        owner.end(name)
        node = team[1]
        node.ask("cluster.drain", limitSeconds=300, then="keep")
        wait(120, "the slots do not move", lambda: node.ask("cluster.status")["slots"] == 0)
        self.report.note("messages twice, late and out of order: 27 calls and a drain", time.monotonic() - began, 150)
        for relay in self.relays[1:]:
            require(relay.repeated > 100, "a way repeats nothing")
            relay.mangles = False
        node.ask("cluster.undrain")

    def slow_engine(self):
        """A node whose renewals are answered after its lease."""
        team, node, witness, way = self.team, self.team[1], self.team[0], self.relays[1]
        line = team.line(node)
        call = team.dial(node, line)
        began = time.monotonic()
        way.delay = LEASE
        seconds = wait(30, "late renewals do not cut the node off", lambda: node.state == "cutOff")
        self.report.note("a slow node, each message 8 s late: it is cut off", seconds, LEASE + 4)
        team.refuses(node, line, "nodeCutOff")
        wait(30, "nobody takes the line", lambda: team.dial(witness, line))
        self.report.note("a slow node, each message 8 s late: another node takes a call", time.monotonic() - began, LEASE * 2 + MARGIN + 15)
        node.ask("call.hold", call=call, wait="performed")
        way.delay = 0.0
        self.report.note("a slow node is as fast as before: it is active", wait(60, "it does not come back", lambda: node.state == "active"), 40)
        node.end(call)

    def slow_node(self):
        """A node that has the processor for a tenth of the time, as on a machine with too much work."""
        team, node, witness = self.team, self.team[2], self.team[0]
        line = team.line(node)
        call = team.dial(node, line)
        before, end = team.takeovers(), time.monotonic() + 8
        longest = 0.0
        asking = threading.Thread(target=lambda: self.ask_during(end, witness, line), daemon=True)
        self.waits = []
        asking.start()
        while time.monotonic() < end:
            node.child.signal(signal.SIGSTOP)
            time.sleep(0.45)
            node.child.signal(signal.SIGCONT)
            time.sleep(0.05)
        asking.join()
        longest = max(self.waits)
        require(any(entry["call"] == call for entry in node.calls()), "the call of the slow node is gone")
        require(team.takeovers() == before, "a node that is slower than usual was expired")
        self.report.note("a node with a tenth of the processor: the longest wait for its answer", longest, LEASE)

    def ask_during(self, end, witness, line):
        while time.monotonic() < end:
            began = time.monotonic()
            try:
                witness.ask("line.get", line=line)
            except (OSError, Refused):
                pass
            self.waits.append(time.monotonic() - began)

    def versions(self):
        """A node of a later version, played by this program, beside those of today."""
        team = self.team
        with Tomorrow(self.server, CLUSTER, BEAT) as later:
            seen = lambda node: next((entry for entry in node.ask("cluster.nodes")["nodes"] if entry["node"] == "b9"), None)
            wait(10, "a node of a later version is not seen", lambda: all(seen(node) for node in team))
            require(all(seen(node)["speaks"] == [1, 2] for node in team), f"it speaks {seen(team[0])}")
            pause(BEAT * 2)
            require(not later.slots(), "a node in a state of a later version gets slots")
            later.state = "active"
            began = time.monotonic()
            wait(20, "it gets no slots", lambda: 5 < len(later.slots()) and later.is_still())
            self.report.note("a node of a later version gets its share of the slots", time.monotonic() - began, 20)
            slot = min(later.slots())
            fence = later.give(slot, "a1")
            # By the wish of all nodes it is the later node's slot, so a1 hands it back, and keeps what it does not understand.
            wait(20, "the slot does not come back", lambda: later.owner(slot)[1] == "b9" and later.owner(slot)[2] == fence + 1)
            require(later.owner(slot)[0].get("hue") == {"of": ["tomorrow"]}, "an unknown member is lost")
            line = team.line(team[0], LINES)
            call = later.request(team[0].where(line)["slot"], "call.start", {"handle": "5550100", "line": line, "wait": "performed"})
            require("result" in call, f"a request with unknown headers: {call}")
            team.calls.append(call["result"]["call"])
            later.state = "gone"
            wait(20, "its slots have no heirs", lambda: not later.slots())
        self.report.hold("a node of a later version: unknown members are kept, unknown states take no slots, requests are answered")
