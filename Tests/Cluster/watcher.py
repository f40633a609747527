"""The watch over the two promises: never two owners of a line, and each call's record once."""

import threading
import time
from collections import Counter

from facts import Refused, require, wait
from nodes import LINES


class Watcher(threading.Thread):
    """Looks for two nodes that would both add a call to one line, and for two owners under one fence."""

    def __init__(self, team):
        super().__init__(daemon=True)
        self.nodes, self.clashes, self.looks, self.is_over, self.fences = list(team), [], 0, False, {}

    def standings(self, line):
        found = []
        for node in self.nodes:
            try:
                place = node.ask("cluster.where", limit=0.5, line=line)
            except (OSError, Refused, ValueError):
                continue
            if place["standing"] in ("mine", "borrowed"):
                found.append((node.name, time.monotonic()))
            if place["standing"] == "mine":
                # A fence belongs to one node for ever, so no order of two answers excuses a second one.
                owner = self.fences.setdefault((place["slot"], place["fence"]), node.name)
                if owner != node.name:
                    self.clashes.append((line, place["fence"], owner, node.name))
        return found

    def run(self):
        try:
            self.look()
        except Exception as error:  # A watcher that ended early has seen too little.
            self.clashes.append(repr(error))

    def look(self):
        while not self.is_over:
            for line in LINES:
                first = self.standings(line)
                self.looks += 1
                # Two answers one after the other may lie before and after a hand-over: both nodes must hold it twice.
                if len(first) > 1 and len(self.standings(line)) > 1 and len(self.standings(line)) > 1:
                    self.clashes.append((line, first))
            time.sleep(0.1)

    def finish(self, report):
        self.is_over = True
        self.join()
        require(not self.clashes, f"two nodes held a line, or the watch ended: {self.clashes[:3]}")
        report.hold(f"never two nodes with one line, or with one fence, in {self.looks} looks at each node")


def records_once(engine, team, cluster, report):
    """Shows that the stream has the record of each call, and no author's record twice."""
    team.end_all()
    wait(60, "a record is not shipped", lambda: all(node.ask("cluster.status")["unshippedRecords"] == 0 for node in team))
    client = engine.client()
    counts = {}

    def is_whole():
        records = client.stream(f"HSW_{cluster}_records")
        counts["all"] = Counter((record["call"].upper(), record["by"]) for record in records)
        counts["calls"] = {call for call, _ in counts["all"]}
        return all(call.upper() in counts["calls"] for call in team.calls)
    wait(60, lambda: f"records are lost: {[call for call in team.calls if call.upper() not in counts['calls']]}", is_whole, pause=1)
    client.close()
    twice = [key for key, count in counts["all"].items() if count > 1]
    require(not twice, f"records that are there twice: {twice}")
    report.hold(f"the stream has the record of each of {len(team.calls)} calls, and none twice")
