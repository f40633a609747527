"""The metrics of a real daemon through a real console, judged by Prometheus' own promtool."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import urllib.error
import urllib.request

import pytest

from real_host import RealHost, built

PROMTOOL = os.environ.get("PROMTOOL", "")
PACKAGED = pathlib.Path(__file__).parents[3] / "Packaging" / "metrics"
needs_promtool = pytest.mark.skipif(not PROMTOOL, reason=os.environ.get("WITHOUT_PROMTOOL", "PROMTOOL names no program"))
needs_host = pytest.mark.skipif(not built(), reason="HOOKSWITCH_COMMAND names no built command with its helper, Loopback and Mock PSTN")
OPEN = "application/openmetrics-text; version=1.0.0"


def promtool(*words: str, text: str = "") -> None:
    """Runs promtool, which must find nothing."""
    done = subprocess.run([PROMTOOL, *words], input=text, capture_output=True, text=True, timeout=120)
    found = [line for line in (done.stdout + done.stderr).splitlines() if line]
    assert done.returncode == 0, found
    if words[:2] == ("check", "metrics"):
        assert found == []


@pytest.fixture(scope="module")
def scrape(tmp_path_factory):
    """Returns the texts of both formats, after calls that were connected, refused and ended."""
    real = RealHost(tmp_path_factory.mktemp("metrics"))
    try:
        # Bob answers.
        real.dial("desk", "exchange", "555-0100")
        call = real.until("desk", "active")[0]["call"]
        real.verb("end", call)
        real.until("desk")
        with pytest.raises(AssertionError):
            real.verb("hold", call)
        real.dial("desk", "exchange", "555-0100")
        real.until("desk", "active")
        link = real.link("admin")
        token = post(real, link)
        texts = {kind: get(real, "metrics", {"Authorization": f"Bearer {token}", "Accept": kind}) for kind in ("text/plain", OPEN)}
        real.verb("end", real.calls("desk")[-1]["call"])
        real.until("desk")
        yield texts
    finally:
        real.close()


def post(real: RealHost, link: str) -> str:
    """Exchanges the code of a link for a token, as the page does."""
    request = urllib.request.Request(
        real.url + "session", data=json.dumps({"code": link.rsplit("=", 1)[-1]}).encode(),
        headers={"Origin": real.url.rstrip("/"), "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)["token"]


def get(real: RealHost, path: str, headers: dict[str, str]) -> tuple[str, str]:
    """Returns the type and the text of an answer."""
    with urllib.request.urlopen(urllib.request.Request(real.url + path, headers=headers), timeout=60) as answer:
        return answer.headers["Content-Type"], answer.read().decode()


@needs_host
def test_both_formats_have_the_families_of_a_working_host(scrape):
    kind, text = scrape["text/plain"]
    assert kind.startswith("text/plain; version=0.0.4")
    for family in (
            "build_info", "ready", "live_calls", "calls_total", "call_ends_total", "call_setup_seconds", "requests_total", "refusals_total",
            "command_seconds", "provider_ready", "audio_ticks_total", "control_requests_total", "control_sessions",
            "observers_lagged_total", "store_write_seconds", "journal_failures_total", "recorder_bytes"):
        assert f"# TYPE hookswitch_{family} " in text, family
    assert "process_start_time_seconds" in text
    counted = [line for line in text.splitlines() if line.startswith("hookswitch_store_write_seconds_count")]
    assert float(counted[0].split()[-1]) > 0
    kind, text = scrape[OPEN]
    assert kind.startswith("application/openmetrics-text") and text.endswith("# EOF\n")


@needs_host
def test_no_label_has_a_line_a_number_or_a_call(scrape):
    for _, text in scrape.values():
        for word in ("door", "desk", "555", "anna"):
            assert word not in text.replace('provider="', ""), word


@needs_host
@needs_promtool
def test_promtool_finds_nothing_in_a_scrape(scrape):
    promtool("check", "metrics", text=scrape["text/plain"][1])


@needs_promtool
def test_promtool_finds_nothing_in_the_alerts():
    promtool("check", "rules", str(PACKAGED / "hookswitch-alerts.yml"))
