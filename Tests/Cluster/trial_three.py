"""Three nodes with three engine servers as Packaging/nats ships them, each node in a network namespace of its own."""

import time

from engine import ThreeServers
from facts import pause, require, wait
from networks import Networks, absence
from nodes import Node, Team
from watcher import Watcher, records_once

__all__ = ["Trial", "absence"]

# The configuration allows a lease of 10 s with three servers. It is good for 7 s after a server is lost at the worst moment, and an election
# took longer on a busy machine: the servers wait 4 to 9 s for their leader.
BEAT, LEASE, MARGIN = 2, 13, 1
CLUSTER = "acme"
# The time after the loss of a server within which all elections are over.
ELECTION = 12


def cluster(engine, stage, name):
    """Returns the member of a node's configuration, and its environment with the seed."""
    member = {"name": CLUSTER, "servers": engine.urls, "nkey": f"node-{name}", "ca-file": f"{stage.folder}/authority.pem",
              "beat": BEAT, "lease": LEASE, "margin": MARGIN}
    return member, {f"HOOKSWITCH_SECRET_NODE_{name.upper()}": engine.seeds[f"NODE-{name.upper()}"]}


class Trial:
    def __init__(self, stage, command, report):
        self.stage, self.report = stage, report
        self.networks = Networks(stage)
        self.engine = ThreeServers(stage, self.networks)
        self.hosts = [self.networks.host(f"a{number}", 10 + number) for number in (1, 2, 3)]
        nodes = []
        for host in self.hosts:
            member, environment = cluster(self.engine, stage, host.name)
            nodes.append(Node(stage, command, host.name, member, host=host, environment=environment))
        self.team = Team(nodes, LEASE)

    def run(self):
        self.report.note("three servers with TLS and keys: a new cluster shares its slots", self.team.settle(), 90)
        copies = self.engine.client().request(f"$JS.API.STREAM.INFO.KV_hsw_{CLUSTER}_slots", {})[1]["config"]["num_replicas"]
        require(copies == 3, f"the slots have {copies} copies")
        watcher = Watcher(self.team)
        watcher.start()
        for failure in (self.follower, self.leader, self.short, self.partition, self.majority, self.data):
            failure()
            self.team.settle()
            self.team.end_all()
        watcher.finish(self.report)
        records_once(self.engine, self.team, CLUSTER, self.report)

    def longest_wait(self, seconds):
        """Places calls at each node about lines of all nodes for a time; returns the longest wait for one."""
        team, end, longest = self.team, time.monotonic() + seconds, 0.0
        lines = [team.line(node) for node in team]
        while time.monotonic() < end:
            for node in team:
                for line in lines:
                    began = time.monotonic()
                    node.end(team.dial(node, line))
                    longest = max(longest, time.monotonic() - began)
        return longest

    def killed(self, server, words):
        team = self.team
        before, call = team.takeovers(), team.dial(team[0], team.line(team[0]))
        server.kill()
        longest = self.longest_wait(ELECTION)
        self.report.note(f"{words}: the longest wait of a request", longest, 8)
        require(team.takeovers() == before and team.are("active"), f"a node was expired or cut off: {team.states()}")
        require(any(entry["call"] == call for entry in team[0].calls()), "a call is lost")
        team[0].end(call)
        server.start()
        wait(30, "the server does not join", lambda: len(self.routes()) == 3)

    def routes(self):
        """Returns the servers that see both others."""
        return [server for server in self.engine.servers if self.engine.page(server, "/routez").count('"remote_id"') >= 2]

    def follower(self):
        leaders = {self.engine.leader(f"KV_hsw_{CLUSTER}_{bucket}").name for bucket in ("nodes", "slots")}
        self.killed(next(server for server in reversed(self.engine.servers) if server.name not in leaders), "one engine server killed")

    def leader(self):
        self.killed(self.engine.leader(f"KV_hsw_{CLUSTER}_nodes"), "the leading engine server killed")

    def short(self):
        """The whole engine is away for 6 s, less than a lease."""
        team = self.team
        before, node, witness = team.takeovers(), team[0], team[1]
        line = team.line(node)
        for server in self.engine.servers:
            server.stop()
        began = time.monotonic()
        node.end(team.dial(node, line))
        self.report.note("the engine is away for 6 s: a call at its own node", time.monotonic() - began, 2)
        pause(max(0, 6 - (time.monotonic() - began)))
        for server in self.engine.servers:
            server.go_on()
        calls = []
        wait(20, "a request through the engine gets no answer", lambda: calls.append(team.dial(witness, line)) or True)
        self.report.note("the engine is away for 6 s: a request through it", time.monotonic() - began, 6 + ELECTION)
        wait(20, "a node does not come back", lambda: team.are("active"))
        require(team.takeovers() == before, "a node was expired in a gap shorter than the lease")
        node.end(calls[0])

    def partition(self):
        """One node is off the engine's network: nothing resets its connections."""
        team, node, witness, host = self.team, self.team[1], self.team[0], self.hosts[1]
        line = team.line(node)
        life, call = node.ask("cluster.status")["incarnation"], team.dial(node, line)
        # Beginning with a fresh lease.
        wait(20, "the node does not renew its lease", lambda: node.ask("cluster.status")["leaseMs"] > (LEASE - 1) * 1_000)
        self.networks.cut(host)
        began = time.monotonic()
        self.report.note("a node behind a cut link: it is cut off", wait(40, "it is not cut off", lambda: node.state == "cutOff"), LEASE + 4)
        team.refuses(node, line, "nodeCutOff")
        calls = []
        wait(40, "nobody takes the line", lambda: calls.append(team.dial(witness, line)) or True)
        self.report.note("a node behind a cut link: an heir takes its calls", time.monotonic() - began, LEASE + MARGIN + 20)
        node.ask("call.hold", call=call, wait="performed")
        self.networks.mend(host)
        began = time.monotonic()
        wait(60, "the node does not come back", lambda: node.state == "active")
        self.report.note("the link is whole again: the node is active", time.monotonic() - began, 40)
        require(node.ask("cluster.status")["incarnation"] != life, "a node that was expired comes back with its old incarnation")
        require(any(entry["call"] == call for entry in node.calls()), "the call of the node that was cut off is gone")
        node.end(call)
        witness.end(calls[0])

    def majority(self):
        """Two of three servers are killed, so nothing can be written."""
        team, node = self.team, self.team[0]
        line = team.line(node)
        before, fence, call = team.takeovers(), node.where(line)["fence"], team.dial(node, line)
        for server in self.engine.servers[:2]:
            server.kill()
        cut = wait(60, "a node is not cut off", lambda: team.are("cutOff"))
        self.report.note("two engine servers killed: all nodes are cut off", cut, LEASE + 6)
        team.refuses(node, line, "nodeCutOff")
        node.ask("call.hold", call=call, wait="performed")
        for server in self.engine.servers[:2]:
            server.start()
        back = wait(60, lambda: f"a node does not come back: {team.states()}", lambda: team.are("active"))
        self.report.note("two engine servers are back: all nodes are active", back, 40)
        require(team.takeovers() == before, "a node took over though nobody was lost")
        require(node.where(line)["fence"] == fence, f"the line changed its owner though nobody was lost: {node.where(line)}, was {fence}")
        node.end(call)

    def data(self):
        """All servers lose their stores."""
        team, node = self.team, self.team[0]
        line = team.line(node)
        fence, call = node.where(line)["fence"], team.dial(node, line)
        for server in self.engine.servers:
            server.kill()
            server.lose_data()
        for server in self.engine.servers:
            server.start()
        calls = []
        is_back = lambda: node.where(line).get("fence", 0) > fence and calls.append(team.dial(node, line)) is None
        self.report.note("three engine servers lost their data: the line takes calls", wait(90, "the owners do not write again", is_back), 60)
        require(any(entry["call"] == call for entry in node.calls()), "a call is lost")
