"""`hookswitch demo --web`: the story of the demo in a browser, from its link to its end."""

from __future__ import annotations

import pathlib
import re
import signal
import subprocess

import pytest

from conftest import Page
from real_host import COMMAND, built

pytestmark = pytest.mark.skipif(not built(), reason="HOOKSWITCH_COMMAND names no built command with its helper, Loopback and Mock PSTN")


@pytest.fixture
def demo(tmp_path):
    """Starts the demo with some words, and returns it with its link; its temporary folder is in `tmp_path`."""
    started: list[subprocess.Popen] = []

    def start(*words: str) -> tuple[subprocess.Popen, str]:
        program = subprocess.Popen(
            [COMMAND, "demo", "--web", "--transport-path", str(pathlib.Path(COMMAND).parent), "--recording", str(tmp_path / "demo.wav"), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "TMPDIR": str(tmp_path)})
        started.append(program)
        for line in program.stdout:
            if link := re.search(r"http://127\.0\.0\.1:[0-9]+/#code=[0-9a-f]{64}", line):
                return program, link.group(0)
        raise AssertionError("the demo printed no link")

    yield start
    for program in started:
        program.kill()
        program.wait(20)
        program.stdout.close()


def test_the_page_follows_the_story_until_a_signal_ends_it(browser, stage, demo, tmp_path):
    program, link = demo()
    page = Page(browser, stage)
    page.driver.get("about:blank")
    page.driver.get(link)
    # The story begins when the page is open: its first call comes with the page looking.
    page.shows(".totals", "1 call on 1 line")
    page.shows(".ring", "then answers")
    program.send_signal(signal.SIGINT)
    assert program.wait(60) == 130
    assert not list(tmp_path.glob("hookswitch-demo-*"))
    page.until("return document.body.classList.contains('stale')")


def test_a_story_without_a_reader_runs_to_its_end(demo, tmp_path):
    program, _ = demo("--fast")
    output = program.communicate(timeout=200)[0]
    assert program.returncode == 0, output[-2_000:]
    assert "every one of them as the rules say" in output
    assert not list(tmp_path.glob("hookswitch-demo-*"))


def test_open_needs_web():
    done = subprocess.run([COMMAND, "demo", "--open"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "--open goes with --web" in done.stderr
