"""Facts that must hold, waits for conditions, and the table of measured times."""

import os
import threading
import time

# A factor on every limit, for sanitizers and slow machines.
PATIENCE = float(os.environ.get("HOOKSWITCH_PATIENCE", "1"))


class Refused(Exception):
    """An error that a node answered."""

    def __init__(self, error):
        super().__init__(error.get("message"))
        self.code = error.get("data", {}).get("code") or error.get("message")


def require(condition, sentence):
    if not condition:
        raise AssertionError(sentence)


def wait(limit, sentence, condition, pause=0.05):
    """Waits until a condition holds; returns the seconds.

    A span in which this whole machine stood still counts as the longest answer of a node.
    """
    last, seconds = time.monotonic(), 0.0
    while True:
        try:
            is_met = condition()
        except (OSError, Refused, ValueError):
            is_met = False
        now = time.monotonic()
        last, seconds = now, seconds + min(now - last, 12)
        if is_met:
            return seconds
        require(seconds < limit * PATIENCE, f"after {limit} s: {sentence() if callable(sentence) else sentence}")
        time.sleep(pause)


def pause(seconds):
    """Lets an outage last for a time: the only wait here that is for no condition."""
    time.sleep(seconds)


class Report:
    """The rows of the table of a run."""

    def __init__(self, trial):
        self.trial, self.rows, self.lock = trial, [], threading.Lock()

    def note(self, event, seconds, limit):
        with self.lock:
            self.rows.append({"trial": self.trial, "event": event, "seconds": round(seconds, 2), "limit": limit})
        print(f"{self.trial:<8} {event:<66} {seconds:6.2f} s  (at most {limit})", flush=True)
        require(seconds <= limit * PATIENCE, f"{event}: {seconds:.2f} s")

    def hold(self, event):
        """Notes a fact without a time."""
        with self.lock:
            self.rows.append({"trial": self.trial, "event": event})
        print(f"{self.trial:<8} {event}", flush=True)

    def skip(self, reason):
        with self.lock:
            self.rows.append({"trial": self.trial, "skipped": reason})
        print(f"{self.trial:<8} SKIPPED: {reason}", flush=True)
