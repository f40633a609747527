"""Measures the page under load: 10,000 calls with 2,000 changes a second, through a real WebSocket, by hand on a quiet machine.

    .build/console-venv/bin/python Tests/ConsoleTests/Browser/load.py [SECONDS]

It prints the longest task while the page opened (0 when all are shorter than 50 ms), the tasks over 50 ms under the changes, the longest of
these, the page's own processor time for a frame, its elements, the changes that came, and the load of the machine: other programs stretch
tasks, but not the processor time.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

from conftest import Page
from stage import Stage, make_call

CALLS, RATE, BATCH = 10_000, 2_000, 20


def change(stage: Stage, seconds: float) -> int:
    """Changes calls at the rate, and returns the number of changes."""
    begin, changes = time.monotonic(), 0
    states = ["active", "held", "ringing"]
    while time.monotonic() - begin < seconds:
        for number in range(BATCH):
            line = f"agent-{changes * 7919 % CALLS}"
            call = stage.lines[line][0]
            stage.change(line, call | {"state": states[changes % 3]}, wait=number == BATCH - 1)
            changes += 1
        # A pace, no wait for something that happens.
        threading.Event().wait(max(0, begin + changes / RATE - time.monotonic()))
    return changes


def work(driver: webdriver.Chrome) -> float:
    """Returns the processor time of the page's tasks so far, in seconds."""
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20
    options = Options()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    stage = Stage()
    try:
        stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", displayName=f"Bob {n}", direction="outgoing")] for n in range(CALLS)}
        page = Page(driver, stage).open()
        page.shows(".totals", "10,000 calls")
        opening = page.wait_for("""const done = arguments[0], found = [0];
            new PerformanceObserver((list) => found.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: true });
            setTimeout(() => done(Math.max(...found)), 500);""")
        page.run("""window.tasks = []; window.frames = 0;
            new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask' });
            const count = () => { window.frames += 1; requestAnimationFrame(count); }; requestAnimationFrame(count);""")
        driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        before = work(driver)
        changes = change(stage, seconds)
        busy = work(driver) - before
        found = page.run("return { tasks: window.tasks, frames: window.frames, elements: document.querySelectorAll('*').length }")
        print(json.dumps({
            "calls": CALLS, "changes a second": round(changes / seconds), "frames a second": round(found["frames"] / seconds),
            "longest ms over 50 while it opened": round(opening), "tasks over 50 ms": len(found["tasks"]), "longest ms": round(max(found["tasks"], default=0)), "processor ms a frame": round(1_000 * busy / max(found["frames"], 1), 1), "processor ms a change": round(1_000 * busy / changes, 3),
            "elements": found["elements"], "load": round(os.getloadavg()[0], 1)}))
    finally:
        driver.quit()
        stage.close()


if __name__ == "__main__":
    main()
