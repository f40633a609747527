"""Three nodes with one engine server, and the failures of nodes and of that server. The times of the lease are the shortest."""

import signal
import time

from engine import OneServer
from facts import Refused, pause, require, wait
from nodes import Node, Team
from relay import Relay
from watcher import Watcher, records_once

BEAT, LEASE, MARGIN = 1, 5, 1
CLUSTER = "trial"


def cluster(relay):
    return {"name": CLUSTER, "servers": [f"nats://127.0.0.1:{relay.port}"], "beat": BEAT, "lease": LEASE, "margin": MARGIN}


class Trial:
    """Each failure begins and ends with three active nodes."""

    def __init__(self, stage, command, report):
        self.stage, self.report = stage, report
        self.server = OneServer(stage)
        self.relays = [Relay(self.server.port) for _ in range(3)]
        self.team = Team([Node(stage, command, f"a{number + 1}", cluster(relay)) for number, relay in enumerate(self.relays)], LEASE)

    def run(self):
        self.report.note("a new cluster shares its slots", self.team.settle(), 90)
        watcher = Watcher(self.team)
        watcher.start()
        for failure in (self.drained, self.restarted, self.lost, self.paused, self.cut_off, self.engine_gap, self.engine_down,
                        self.drained_later, self.engine_lost):
            failure()
            self.team.settle()
            self.team.end_all()
        watcher.finish(self.report)
        records_once(self.server, self.team, CLUSTER, self.report)

    def restarted(self):
        team, node, witness = self.team, self.team[1], self.team[2]
        line = team.line(node)
        call = team.dial(node, line)
        node.kill()
        node.start()
        seconds = wait(20, "the node does not serve again", lambda: team.dial(witness, line))
        self.report.note("a process is killed and starts again: service again", seconds, 20)
        wait(10, "the lost call has no record", lambda: [
            record for record in witness.ask("history.list", filter={"line": line})["calls"]
            if record["call"] == call and record.get("end", {}).get("cause") == "hostLost"])

    def lost(self):
        team, node, witness = self.team, self.team[1], self.team[0]
        line = team.line(node)
        team.dial(node, line)
        node.lose()
        seconds = wait(30, "nobody takes the line", lambda: team.dial(witness, line))
        self.report.note("a machine is lost: another node takes a call", seconds, LEASE + MARGIN + 15)
        node.start()

    def paused(self):
        team, node, witness = self.team, self.team[1], self.team[0]
        line = team.line(node)
        call = team.dial(node, line)
        node.child.signal(signal.SIGSTOP)
        seconds = wait(30, "nobody takes the line", lambda: team.dial(witness, line))
        self.report.note("a node stops for longer than its lease: another node takes a call", seconds, LEASE + MARGIN + 15)
        node.child.signal(signal.SIGCONT)
        # Until it has heard of its end it refuses; after that it asks the heir.
        try:
            team.dial(node, line)
        except Refused:
            pass
        require(any(entry["call"] == call for entry in node.calls()), "the call of the node that was stopped is gone")
        node.ask("call.hold", call=call, wait="performed")
        node.end(call)

    def cut_off(self):
        team, node, witness, way = self.team, self.team[1], self.team[0], self.relays[1]
        line = team.line(node)
        life = node.ask("cluster.status")["incarnation"]
        call = team.dial(node, line)
        way.is_open.clear()
        began = time.monotonic()
        seconds = wait(30, "the node is not cut off", lambda: node.state == "cutOff")
        self.report.note("a node loses the engine: it is cut off", seconds, LEASE + 3)
        team.refuses(node, line, "nodeCutOff")
        wait(30, "nobody takes the line", lambda: witness.where(line).get("node", node.name) != node.name)
        new = []
        wait(30, "nobody takes the line", lambda: new.append(team.dial(witness, line)) or True)
        self.report.note("a node loses the engine: an heir takes its calls", time.monotonic() - began, LEASE + MARGIN + 15)
        node.ask("call.hold", call=call, wait="performed")
        way.is_open.set()
        wait(30, "the node does not come back", lambda: node.state == "active")
        require(node.ask("cluster.status")["incarnation"] != life, "a node that was expired comes back with its old incarnation")
        entry = next(entry for entry in node.calls() if entry["call"] == call)
        require(entry["state"] == "held", f"the stray is {entry['state']}")
        node.ask("call.setMuted", call=call, muted=True, wait="performed")
        node.end(call)
        witness.end(new[0])

    def engine_gap(self):
        team, node = self.team, self.team[0]
        takeovers = team.takeovers()
        self.server.stop()
        pause(LEASE * 0.5)
        line = team.line(node)
        began = time.monotonic()
        node.end(team.dial(node, line))
        seconds = time.monotonic() - began
        self.server.go_on()
        self.report.note("a call at its own node while the engine is silent", seconds, 2)
        team.settle()
        require(team.takeovers() == takeovers, "a node was expired in a short gap")

    def engine_down(self):
        team, node = self.team, self.team[0]
        line = team.line(node)
        fence = node.where(line)["fence"]
        call = team.dial(node, line)
        self.server.kill()
        self.report.note(
            "the engine is down for longer: all nodes are cut off", wait(30, "a node is not cut off", lambda: team.are("cutOff")), LEASE + 3)
        team.refuses(node, line, "nodeCutOff")
        node.ask("call.hold", call=call, wait="performed")
        node.ask("call.resume", call=call, wait="performed")
        self.server.start()
        self.report.note(
            "the engine is back: all nodes are active", wait(30, "a node does not come back", lambda: team.are("active")), 15)
        require(node.where(line)["fence"] == fence, "the line changed its owner though nobody was lost")
        node.end(call)

    def engine_lost(self):
        team, node = self.team, self.team[0]
        line = team.line(node)
        fence = node.where(line)["fence"]
        call = team.dial(node, line)
        node.end(call)
        wait(20, "a record is not shipped", lambda: node.ask("cluster.status")["unshippedRecords"] == 0)
        self.server.kill()
        self.server.lose_data()
        self.server.start()
        is_back = lambda: team.are("active") and node.where(line).get("fence", 0) > fence and team.dial(node, line)
        self.report.note("the engine lost its data: the line takes calls", wait(60, "the owners do not write again", is_back), 40)
        has_record = lambda: any(row["record"]["call"] == call for row in node.ask("cluster.records", line=line)["records"])
        self.report.note("the engine lost its data: the records are back", wait(90, "a record is lost", has_record), 70)

    def drained(self, words="a drain"):
        team, node, witness = self.team, self.team[2], self.team[0]
        line = team.line(node)
        call = team.dial(node, line)
        began = time.monotonic()
        node.ask("cluster.drain", limitSeconds=300, then="end")
        wait(90, "the slots do not move", lambda: node.ask("cluster.status")["slots"] == 0)
        self.report.note(f"{words}: the slots are elsewhere", time.monotonic() - began, 60)
        place = witness.where(line)
        require(place.get("lentTo") == node.name, f"the line with a call is not lent: {place}")
        team.refuses(node, line, "nodeDraining", "lineElsewhere")
        witness.end(call)
        began = time.monotonic()
        code = node.child.process.wait(timeout=60)
        self.report.note(f"{words}: the node ends after its last call", time.monotonic() - began, 10)
        require(code == 0, f"the drained node exits with {code}")
        wait(10, "the line stays lent", lambda: team.dial(witness, line))
        node.start()

    def drained_later(self):
        self.drained("a drain after the engine was away")
