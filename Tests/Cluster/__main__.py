#!/usr/bin/env python3
"""Provokes the failures of docs/cluster.md with real daemons, NATS servers and Kamailios, and prints the times.

    python3 Tests/Cluster HOOKSWITCH [--only NAME] [--json FILE]

HOOKSWITCH is the command in a folder with its transports. NAME is a trial: one, odd, three, front, or several with commas. Up to three
trials run at the same time, each in a process with a cluster of its own. A fact that does not hold ends the run with exit code 1. Everything listens on
127.0.0.1, in network namespaces of the run, or on sockets in a temporary folder.
"""

import argparse
import importlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import traceback

from facts import Report
from processes import Stage, end_with_parent

# The longest first.
TRIALS = ("front", "three", "odd", "one")
# The trials at once: each keeps a processor busy while its cluster begins, and mostly waits after that.
JOBS = 3


def run(name, command, rows):
    """Runs one trial in this process."""
    # An end from outside takes the way of an exception, so that nothing is left.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    report, stage, code = Report(name), Stage(name), 1
    try:
        module = importlib.import_module(f"trial_{name}")
        reason = getattr(module, "absence", lambda: None)()
        if reason:
            report.skip(reason)
        else:
            module.Trial(stage, command, report).run()
        code = 0
    except Exception as error:  # The logs are what a person needs next.
        traceback.print_exception(error)
        print(stage.logs(), file=sys.stderr)
    finally:
        stage.close()
    if code == 0 or "HOOKSWITCH_KEEP" not in os.environ:
        stage.remove()
    with open(rows, "w", encoding="utf-8") as file:
        json.dump(report.rows, file)
    return code


def main():
    parser = argparse.ArgumentParser(prog="Tests/Cluster")
    parser.add_argument("command")
    parser.add_argument("--only", default=",".join(TRIALS))
    parser.add_argument("--json")
    parser.add_argument("--rows", help=argparse.SUPPRESS)
    options = parser.parse_args()
    names = options.only.split(",")
    if not set(names) <= set(TRIALS):
        parser.error(f"the trials are {', '.join(TRIALS)}")
    command = os.path.abspath(options.command)
    if options.rows:
        return run(names[0], command, options.rows)
    began, rows, failed = time.monotonic(), [], []
    with tempfile.TemporaryDirectory(prefix="hsw-rows-") as folder:
        waiting, parts = list(names), {}
        try:
            while waiting or any(part.poll() is None for part in parts.values()):
                while waiting and sum(part.poll() is None for part in parts.values()) < JOBS:
                    name = waiting.pop(0)
                    parts[name] = subprocess.Popen(
                        [sys.executable, os.path.dirname(os.path.abspath(__file__)), command, "--only", name, "--rows", f"{folder}/{name}"],
                        stdin=subprocess.DEVNULL, preexec_fn=end_with_parent)
                time.sleep(0.2)
            for name, part in parts.items():
                if part.returncode != 0:
                    failed.append(name)
                if os.path.exists(f"{folder}/{name}"):
                    with open(f"{folder}/{name}", encoding="utf-8") as file:
                        rows += json.load(file)
        finally:
            for part in parts.values():
                if part.poll() is None:
                    part.terminate()
                    part.wait()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)
    print(f"{len(rows)} facts in {time.monotonic() - began:.0f} s" + (f"; FAILED: {', '.join(failed)}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
