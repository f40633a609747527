"""Two Kamailios with their edges in front of three nodes with SIP, each machine in a network namespace of its own; SIPp calls."""

import signal
import time

from engine import OneServer
from facts import pause, require, wait
from fronts import Front
from networks import PHONES, Networks
from networks import absence as no_networks
from nodes import Node, Team
from phones import CALLEE, Phone
from processes import program
from watcher import Watcher, records_once

BEAT, LEASE, MARGIN = 1, 5, 1
CLUSTER = "front"
# The seconds after which the edge takes a silent node that is gone for dead; the default is 30.
SILENCE = 5


def absence():
    missing = [name for name in ("kamailio", "sipp") if not program(name)]
    return f"{missing[0]} is not installed" if missing else no_networks()


class Trial:
    def __init__(self, stage, command, report):
        self.stage, self.report = stage, report
        # The node that answers nobody at the moment.
        self.away = None
        self.networks = Networks(stage)
        self.engine = OneServer(stage, self.networks.host("nats", 1, phones=False))
        self.phones = self.networks.host("phones", 50, engine=False)
        self.hosts = [self.networks.host(f"a{number}", 10 + number) for number in (1, 2, 3)]
        nodes = []
        for host in self.hosts:
            address = f"{PHONES}.{host.number}"
            member = {"name": CLUSTER, "servers": self.engine.urls, "sip": [f"sip:{address}:5060"],
                      "beat": BEAT, "lease": LEASE, "margin": MARGIN}
            provider = {"name": "sip", "transport": "org.hookswitch.sip", "line": "called",
                        "settings": {"address": address, "port": 5060, "outbound-proxy": f"sip:{PHONES}.21"}}
            nodes.append(Node(stage, command, host.name, member, [provider], host))
        self.team = Team(nodes, LEASE)
        edge = {"name": CLUSTER, "servers": self.engine.urls}
        self.fronts = [Front(stage, command, self.networks.host(f"k{number}", 20 + number), edge, SILENCE) for number in (1, 2)]

    def run(self):
        self.team.settle()
        wait(30, "an edge does not fill its Kamailio", lambda: all(front.fillings() for front in self.fronts))
        watcher = Watcher(self.team)
        watcher.start()
        for failure in (self.ways, self.wrong_node, self.killed, self.lost, self.paused, self.drained, self.kamailio, self.cut_off,
                        self.engine_down):
            failure()
            self.team.settle()
            self.team.end_all()
        watcher.finish(self.report)
        records_once(self.engine, self.team, CLUSTER, self.report)

    def call(self, line, front=0, end="awaitsBye", **more):
        return Phone.calls(self.stage, self.phones, line, self.fronts[front].address, end, **more)

    def rings(self, line):
        """Returns the node where a line rings, and the call; None while it does not."""
        for node in self.team:
            if node is not self.away:
                try:
                    for entry in node.calls():
                        if entry.get("line") == line and entry["state"] == "ringing" and "stray" not in entry:
                            return node, entry["call"]
                except OSError:
                    pass
        return None

    def answered(self, phone, line, limit=30):
        """Answers a call as a person at the line does; returns the node that has it, the call, and the seconds until it rang."""
        found = []
        is_ringing = lambda: found.append(self.rings(line)) or found[-1] or phone.is_done() and None
        seconds = wait(limit, lambda: f"{line} does not ring: {phone.received}", is_ringing)
        holder, call = found[-1]
        self.team.calls.append(call)
        # Any node takes the answer.
        witness = next(node for node in self.team if node not in (holder, self.away))
        witness.ask("call.answer", call=call, wait="performed")
        wait(10, "the caller hears no answer", lambda: phone.hears("SIP/2.0 200"))
        return holder, call, seconds

    def done(self, phone, limit=20):
        wait(limit, lambda: f"a phone's call does not end: {phone.received}", phone.is_done)

    # Each failure begins and ends with three active nodes.

    def ways(self):
        """Each Kamailio finds the owner of each node's line; a node's own call goes out through Kamailio."""
        longest = 0.0
        for front in (0, 1):
            for node in self.team:
                line = self.team.line(node)
                phone = self.call(line, front, "hangsUp")
                holder, _, seconds = self.answered(phone, line)
                require(holder is node, f"{line} of {node.name} rings at {holder.name}")
                longest = max(longest, seconds)
                self.done(phone)
        self.report.note("a call to each node through each Kamailio: until it rings", longest, 5)

    def wrong_node(self):
        """An edge that stands still leaves its Kamailio with the earlier owners."""
        team, node = self.team, self.team[2]
        line = team.line(node)
        self.fronts[0].edge.signal(signal.SIGSTOP)
        node.ask("cluster.drain", limitSeconds=300, then="keep")
        wait(60, "the slots do not move", lambda: node.ask("cluster.status")["slots"] == 0)
        phone = self.call(line, 0, "hangsUp")
        holder, _, seconds = self.answered(phone, line)
        self.done(phone)
        require(holder is not node and not phone.hears("SIP/2.0 302"), "the caller sees that the node is not the owner")
        # A phone that asks the node itself sees its answer.
        direct = Phone.calls(self.stage, self.phones, line, f"{PHONES}.{self.hosts[2].number}", 302)
        self.done(direct)
        require(f"{PHONES}.{self.hosts[self.team.nodes.index(holder)].number}" in direct.text("messages").split("302 ", 1)[1],
                "the 302 does not name the owner")
        self.fronts[0].edge.signal(signal.SIGCONT)
        node.ask("cluster.undrain")
        self.report.note("a wrong node answers 302: the call rings at the owner", seconds, 6)

    def up(self, node, fronts=(0, 1)):
        """Places a call through each Kamailio to lines of a node; returns the phones and the lines."""
        found = []
        for front in fronts:
            line = self.team.line(node)
            phone = self.call(line, front)
            holder, call, _ = self.answered(phone, line)
            require(holder is node, f"{line} of {node.name} rings at {holder.name}")
            found.append((phone, line, call))
        return found

    def killed(self):
        node = self.team[1]
        calls = self.up(node)
        out = Phone(self.stage, self.phones, CALLEE)
        ringing = self.team.line(node)
        waiting = self.call(ringing, 1, "hangsUp")
        wait(20, "a call does not ring", lambda: self.rings(ringing) and waiting.hears("SIP/2.0 180"))
        free = self.team.line(node)
        self.team.calls.append(node.ask("call.start", handle=f"sip:500@{out.address}", line=free, wait="performed")["call"])
        wait(20, lambda: f"the phone outside is not called: {out.received}", lambda: out.hears("ACK"))
        node.kill()
        node.start()
        began = time.monotonic()
        wait(20, "a caller hears no BYE", lambda: all(phone.hears("BYE") for phone, _, _ in calls) and out.hears("BYE"))
        self.report.note("a process is killed and starts again: BYE to its callers and callees", time.monotonic() - began, 15)
        for phone in [out] + [phone for phone, _, _ in calls]:
            self.done(phone)
        # The caller of the ringing call has waited at the edge.
        self.answered(waiting, ringing, 40)
        self.done(waiting)
        self.report.note("a process is killed while a call rings: it rings again", time.monotonic() - began, 30)
        line = calls[0][1]
        phone = self.call(line, 1, "hangsUp")
        self.answered(phone, line)
        self.done(phone)
        self.report.note("a process is killed and starts again: the next call rings", time.monotonic() - began, 30)

    def lost(self):
        """A machine is gone with all its processes: its calls end by the edge, and a new call waits for the heir."""
        node = self.team[1]
        calls = self.up(node)
        line = calls[0][1]
        node.lose()
        self.away = node
        began = time.monotonic()
        phone = self.call(line, 1, "hangsUp")
        holder, _, seconds = self.answered(phone, line, 40)
        require(holder is not node and not phone.hears("SIP/2.0 5"), "the call is refused")
        self.report.note("a machine is lost: a call waits at the edge and rings at the heir", seconds, LEASE + MARGIN + 20)
        wait(60, "a caller hears no BYE", lambda: all(phone.hears("BYE") for phone, _, _ in calls))
        self.report.note(
            f"a machine is lost: BYE after {SILENCE} s of silence", time.monotonic() - began, LEASE + MARGIN + SILENCE + 15)
        for old, _, _ in calls:
            self.done(old)
        self.done(phone)
        self.away = None
        node.start()

    def paused(self):
        """A machine stands still with all its processes, and goes on after others took over."""
        node = self.team[2]
        line = self.team.line(node)
        node.child.signal(signal.SIGSTOP)
        self.away = node
        phone = self.call(line, 0, "hangsUp")
        holder, _, seconds = self.answered(phone, line, 40)
        node.child.signal(signal.SIGCONT)
        self.away = None
        require(holder is not node, "a node that stood still took the call")
        self.done(phone)
        self.report.note("a node stops for longer than its lease: a call waits and rings at the heir", seconds, LEASE + MARGIN + 20)
        wait(30, "the node does not come back", lambda: node.state == "active")

    def drained(self):
        node = self.team[2]
        (old, line, call), = self.up(node, fronts=(1,))
        other = self.team.line(node)
        began = time.monotonic()
        node.ask("cluster.drain", limitSeconds=300, then="end")
        phone = self.call(other, 0, "hangsUp")
        holder, _, _ = self.answered(phone, other)
        require(holder is not node and not phone.hears("SIP/2.0 5"), "a node that drains takes a call")
        self.report.note("a drain: a call to one of its lines rings at the new owner", time.monotonic() - began, 20)
        self.done(phone)
        wait(60, "the slots do not move", lambda: node.ask("cluster.status")["slots"] == 0)
        require(not old.hears("BYE") and node.where(line).get("lentTo") == node.name, "a call ends by the drain")
        self.team[0].end(call)
        self.done(old)
        code = node.child.process.wait(timeout=60)
        require(code == 0, f"the drained node exits with {code}")
        node.start()

    def kamailio(self):
        node, front = self.team[0], self.fronts[0]
        line = self.team.line(node)
        old = self.call(line, 0, "hangsUp", talk=12_000)
        self.answered(old, line)
        count = front.fillings()
        front.restart()
        began = time.monotonic()
        wait(20, "the edge does not fill the tables", lambda: front.fillings() > count)
        self.report.note("Kamailio starts again: its tables are filled", time.monotonic() - began, 10)
        other = self.team.line(node)
        phone = self.call(other, 0, "hangsUp")
        self.answered(phone, other)
        self.done(phone)
        # The call from before ends by the caller's own BYE, through the new process.
        self.done(old, 40)

    def cut_off(self):
        """A node loses the engine and keeps its phones."""
        node, host = self.team[1], self.hosts[1]
        (old, line, call), = self.up(node, fronts=(0,))
        other = self.team.line(node)
        self.networks.cut(host)
        began = time.monotonic()
        wait(30, "the node is not cut off", lambda: node.state == "cutOff")
        self.away = node
        phone = self.call(other, 1, "hangsUp")
        _, _, _ = self.answered(phone, other, 40)
        require(not phone.hears("SIP/2.0 503") and not node.calls(other), "a node that is cut off takes a call")
        self.away = None
        self.report.note(
            "a node loses the engine and keeps its phones: a call is offered to the heir", time.monotonic() - began, LEASE + MARGIN + 20)
        self.done(phone)
        pause(SILENCE + 2)
        require(not old.hears("BYE"), "the call of a node that lost the engine only is ended")
        node.ask("call.setMuted", call=call, muted=True, wait="performed")
        self.networks.mend(host)
        wait(40, "the node does not come back", lambda: node.state == "active")
        node.end(call)
        self.done(old)
        require(line != other, "two calls share a line")

    def engine_down(self):
        """Nobody reaches the engine: calls go on, and new ones are refused after the edge has looked for 20 s."""
        node = self.team[0]
        (old, _, call), = self.up(node, fronts=(1,))
        other = self.team.line(self.team[2])
        self.engine.kill()
        wait(30, "a node is not cut off", lambda: self.team.are("cutOff"))
        began = time.monotonic()
        phone = self.call(other, 0, 503)
        wait(60, "the caller gets no 503", phone.is_done)
        self.report.note("the engine is down: a new call is refused with 503", time.monotonic() - began, 40)
        require("Retry-After" in phone.text("messages"), "the 503 has no Retry-After")
        require(not old.hears("BYE"), "a call ends with the engine")
        self.engine.start()
        wait(30, "a node does not come back", lambda: self.team.are("active"))
        node.end(call)
        self.done(old)
