#!/usr/bin/env python3
"""Measures whole calls a second through Loopback, without asyncio and with it, and the delay of events.

    benchmark.py [--calls N] [--rounds N] [--json]

A whole call is dialed, becomes active, and is hung up; the program takes every event of it. Each figure is the best of some rounds, because
other programs on the machine only make a round slower.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import sys
import time

from hookswitch import DirectHost, Host

LOOPBACK = "org.hookswitch.loopback"
HANDLE = "tel:5550100"
#: Calls at once without asyncio, and tasks with it.
CALLS_AT_ONCE = 64
TASKS = 200


def direct(calls: int) -> float:
    """Returns the calls a second that one thread does without asyncio."""
    with DirectHost(events=["calls"]) as host:
        host.add_transport("line", LOOPBACK, line="each")
        dialed = done = 0

        def dial() -> None:
            nonlocal dialed
            host.dial(HANDLE, "line", line=f"line{dialed % CALLS_AT_ONCE}")
            dialed += 1

        began = time.perf_counter()
        for _ in range(min(CALLS_AT_ONCE, calls)):
            dial()
        while done < calls:
            for event in host.pull(timeout=10):
                kind = event.type
                if kind == "state":
                    if event.state == "active":
                        host.end(event.call)
                elif kind == "ended":
                    done += 1
                    if dialed < calls:
                        dial()
        return calls / (time.perf_counter() - began)


async def tasks(calls: int) -> tuple[float, float]:
    """Returns the calls a second that tasks do, and the 99th percentile of a whole call in seconds."""
    times: list[float] = []

    async def life(host: Host, line: str) -> None:
        for _ in range(calls // TASKS):
            began = time.perf_counter()
            call = await host.dial(HANDLE, "line", line=line)
            await call.reaches("active")
            await call.hang_up()
            times.append(time.perf_counter() - began)

    async with Host() as host:
        await host.add_transport("line", LOOPBACK, line="each")
        await host.ready("line")
        began = time.perf_counter()
        await asyncio.gather(*(life(host, f"line{place}") for place in range(TASKS)))
        seconds = time.perf_counter() - began
    times.sort()
    return len(times) / seconds, times[len(times) * 99 // 100]


async def delays(rate: float, seconds: float) -> float:
    """Returns the 99th percentile of the seconds from the host's decision that a call is active to the task that waits for it."""
    found: list[float] = []

    # A line has one call at a time.
    free: list[str] = []
    lines = itertools.count()

    async def life(host: Host) -> None:
        line = free.pop() if free else f"line{next(lines)}"
        call = await host.dial(HANDLE, "line", line=line)
        await call.reaches("active")
        found.append((host.now() - call.info.connected) / 1e9)
        await call.hang_up()
        free.append(line)

    async with Host() as host:
        await host.add_transport("line", LOOPBACK, line="each")
        await host.ready("line")
        tasks: list[asyncio.Task[None]] = []
        began = time.perf_counter()
        while len(tasks) < rate * seconds:
            # As many calls as are due by now.
            while len(tasks) < (time.perf_counter() - began) * rate:
                tasks.append(asyncio.create_task(life(host)))
            await asyncio.sleep(0.0005)
        await asyncio.gather(*tasks)
    found.sort()
    return found[len(found) * 99 // 100]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--calls", type=int, default=5_000, help="the calls of a round (default: 5000)")
    arguments.add_argument("--rounds", type=int, default=3, help="the rounds of each figure (default: 3)")
    arguments.add_argument("--json", action="store_true", help="print one JSON object")
    options = arguments.parse_args()
    if options.calls < TASKS or options.rounds < 1:
        sys.exit(f"--calls must be at least {TASKS}, and --rounds at least 1")
    without = max(direct(options.calls) for _ in range(options.rounds))
    rates = [asyncio.run(tasks(options.calls)) for _ in range(options.rounds)]
    rate = 2_500
    delay = min(asyncio.run(delays(rate, options.calls / 5_000)) for _ in range(options.rounds))
    figures = {
        "direct.calls_per_s": round(without),
        "asyncio.calls_per_s": round(max(rate for rate, _ in rates)),
        "asyncio.call_p99_ms": round(min(slowest for _, slowest in rates) * 1_000, 2),
        "asyncio.event_p99_ms": round(delay * 1_000, 2),
    }
    if options.json:
        print(json.dumps(figures))
        return
    print(f"without asyncio  {figures['direct.calls_per_s']:>8,} calls/s")
    slowest = figures["asyncio.call_p99_ms"]
    print(f"with asyncio     {figures['asyncio.calls_per_s']:>8,} calls/s, {TASKS} tasks, 99 % of calls within {slowest} ms")
    print(f"from the event to the task: 99 % within {figures['asyncio.event_p99_ms']} ms, at {rate:,} calls/s")


if __name__ == "__main__":
    main()
