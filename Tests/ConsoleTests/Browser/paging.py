"""Pages of calls, as the daemon sends them by `calls.subscribe` and the notification `calls`."""

from __future__ import annotations

import re
import typing

if typing.TYPE_CHECKING:
    from stage import Stage


def natural(line: str) -> list[tuple[int, str]]:
    """Returns a key by which numbers in names count as numbers."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", line)]


def lives(call: dict) -> bool:
    return call["state"] != "ended"


class Pages:
    """The page of one connection."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.asked: dict | None = None
        self.sent: dict = {}
        self.calls: dict[str, dict] = {}
        self.revision = 1
        # The lines whose states the connection wants.
        self.lines: set[str] = set()

    def subscribe(self, params: dict) -> dict:
        """Returns the answer to `calls.subscribe`."""
        self.asked, self.revision = params, 1
        page = self._make()
        self.sent = page
        self.calls = {call["call"]: call for call in page["calls"]}
        return page | {"revision": 1}

    def change(self) -> dict | None:
        """Returns the members of the next notification; None when the page has not changed."""
        if self.asked is None:
            return None
        page = self._make()
        if page == self.sent:
            return None
        before, old = self.calls, self.sent
        self.sent, self.calls = page, {call["call"]: call for call in page["calls"]}
        self.revision += 1
        members = {**page, "from": self.revision - 1, "revision": self.revision,
                   "calls": [call for call in page["calls"] if before.get(call["call"]) != call]}
        for name in ("order", "ringing"):
            if page[name] == old[name]:
                del members[name]
        return members

    def _make(self) -> dict:
        filter = self.asked.get("filter", {})
        words = filter.get("text", "").lower().split()
        states = filter.get("states")
        totals = {"calls": 0, "lines": 0, "ringing": 0, "active": 0, "held": 0}
        found, ringing = [], []
        for line in self.stage.sorted_lines():
            live = [call for call in self.stage.lines[line] if lives(call)]
            totals["lines"] += bool(live)
            totals["calls"] += len(live)
            for call in live:
                if call["state"] in totals:
                    totals[call["state"]] += 1
                if call["state"] == "ringing" and call["direction"] == "incoming":
                    ringing.append(call)
                if (not states or call["state"] in states) and (not words or self._has(call, words)):
                    found.append(call)
        limit = self.asked.get("limit", 200)
        first = self.asked.get("page", 0) * limit
        calls = [dict(call) for call in found[first:first + limit]]
        oldest = sorted(ringing, key=lambda call: call["began"])[:self.asked.get("ringing", 0)]
        return {"page": self.asked.get("page", 0), "pages": -(-len(found) // limit), "matching": len(found), "totals": totals,
                "order": [call["call"] for call in calls], "calls": calls, "ringing": [dict(call) for call in oldest]}

    @staticmethod
    def _has(call: dict, words: list[str]) -> bool:
        texts = [call["line"], call["provider"], call["state"], call["call"], call.get("displayName", ""), call.get("handle", {}).get("value", "")]
        return all(any(word in text.lower() for text in texts) for word in words)
