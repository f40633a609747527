"""Whole flows: the page in Chromium, `hookswitch console`, and a real daemon with Loopback and Mock PSTN."""

from __future__ import annotations

import asyncio
import json
import subprocess
import urllib.request

import pytest
import websockets

from conftest import Page
from real_host import COMMAND, SECRET, Farm, RealHost, built

pytestmark = pytest.mark.skipif(not built(), reason="HOOKSWITCH_COMMAND names no built command with its helper, Loopback and Mock PSTN")
ALICE, BOB = "555-0141", "555-0100"


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    real = RealHost(tmp_path_factory.mktemp("real"))
    yield real
    real.close()


@pytest.fixture
def real(running):
    """The real host, without calls."""
    yield running
    for line in ("desk", "door"):
        for call in running.calls(line):
            if call["state"] not in ("ending", "ended"):
                running.verb("end", call["call"])
        running.until(line)


def enter(browser, real: RealHost, role: str = "operator", *lines: str, view: str = "") -> Page:
    """Opens the page by a link, as a person does."""
    page = Page(browser, real)
    browser.get("about:blank")
    browser.get_log("browser")
    browser.get(real.link(role, *lines))
    page.until("return document.querySelector('#standing')?.textContent.startsWith('live')")
    if view:
        page.run("location.hash = arguments[0]", view)
    return page


def choose(page: Page, call: dict) -> None:
    page.run("location.hash = arguments[0]", f"#calls/{call['call']}")
    page.until("return document.querySelector('.detail .clock')?.textContent")


def press(page: Page, key: str) -> None:
    page.until("return document.querySelector(`.detail [data-key=${arguments[0]}]`)?.getAttribute('aria-disabled') === null", key)
    page.run("document.querySelector(`.detail [data-key=${arguments[0]}]`).click()", key)


def alice_calls(real: RealHost) -> dict:
    """Lets Alice call, and returns her call."""
    real.dial("desk", "exchange", ALICE)
    return next(call for call in real.until("desk", "active", "ringing") if call["state"] == "ringing")


def test_an_incoming_call_shows_its_course_and_takes_it(browser, real):
    page = enter(browser, real)
    real.dial("desk", "exchange", BOB)
    real.until("desk", "active")
    ringing = alice_calls(real)
    # The choice is a person's, so it may also end the active call.
    page.shows(f"[data-key='automatic-{ringing['call']}'] + span", f"holds {BOB}, then answers Alice Example")
    page.shows(f"[data-key='endActive-{ringing['call']}'] + span", f"ends {BOB}")
    page.run("document.querySelector(arguments[0]).click()", f"[data-key='automatic-{ringing['call']}']")
    first, second = real.until("desk", "held", "active")
    choose(page, second)
    press(page, "swap")
    real.until("desk", "active", "held")
    page.until("return document.querySelector('.detail .state').dataset.state === 'held'")
    # The daemon holds the active call for the resumed one (rule H4); the page only shows it.
    press(page, "hold")
    real.until("desk", "held", "active")
    press(page, "merge")
    merged = real.until("desk", "active", "active")
    assert merged[0]["group"] == merged[1]["group"]
    press(page, "end")
    page.shows(".detail", "This call has ended.")
    assert [call["call"] for call in real.until("desk", "active")] == [first["call"]]
    assert page.problems() == []


def test_a_press_of_the_page_can_end_the_active_call(browser, real):
    page = enter(browser, real)
    real.dial("desk", "exchange", BOB)
    real.until("desk", "active")
    ringing = alice_calls(real)
    page.shows(f"[data-key='endActive-{ringing['call']}'] + span", "then answers Alice Example")
    page.run("document.querySelector(arguments[0]).click()", f"[data-key='endActive-{ringing['call']}']")
    assert [call["call"] for call in real.until("desk", "active")] == [ringing["call"]]


def test_a_refusal_shows_its_reason_and_its_rule(browser, real):
    page = enter(browser, real, "supervisor")
    real.dial("desk", "exchange", "555-0116")
    (call,) = real.until("desk", "active")
    choose(page, call)
    press(page, "hold")
    page.until("return document.querySelector('.detail .how')?.dataset.stage === 'failed'")
    real.verb("end", call["call"])
    real.until("desk")
    real.dial("desk", "exchange", "555-0177")
    (ringing,) = real.until("desk", "connecting")
    # Rule H2: a call that is not active cannot be held.
    with pytest.raises(AssertionError):
        real.verb("hold", ringing["call"])
    page.run("location.hash = '#whynot'")
    page.shows("tbody", "call.hold")
    row = page.text("tbody tr")
    assert "uid" in row and "invalidAction" in row, row


def test_ladder_follows_the_call_and_has_every_form(browser, real):
    page = enter(browser, real, "supervisor")
    real.dial("desk", "exchange", BOB)
    (call,) = real.until("desk", "active")
    page.run("location.hash = arguments[0]", f"#ladder/{call['call']}")
    page.shows(".ladder", "c1 active")
    page.shows(".ladder > .lanes", "exchange")
    real.verb("hold", call["call"])
    page.shows(".ladder", "c1 held")
    forms = {name: page.driver.execute_async_script(
        """const [name, done] = arguments;
        const make = URL.createObjectURL, click = HTMLElement.prototype.click;
        URL.createObjectURL = (blob) => (blob.text().then(done), make(blob));
        HTMLAnchorElement.prototype.click = () => undefined;
        [...document.querySelectorAll('.bar button')].find((button) => button.textContent === `Save ${name}`).click();""", name)
        for name in ("SVG", "Mermaid", "Text", "Journal", "OTLP")}
    assert forms["SVG"].startswith("<svg") or "<svg" in forms["SVG"][:200]
    assert "sequenceDiagram" in forms["Mermaid"] and "c1 held" in forms["Text"]
    # A saved journal is one that the command draws.
    journal = real.folder / "call.journal"
    journal.write_text(forms["Journal"])
    drawn = subprocess.run([COMMAND, "trace", str(journal)], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert drawn.returncode == 0 and "c1 held" in drawn.stdout, drawn.stderr
    spans = json.loads(forms["OTLP"])["resourceSpans"][0]["scopeSpans"][0]["spans"]
    assert {span["traceId"] for span in spans} == {call["call"].replace("-", "").lower()}
    assert all(int(span["startTimeUnixNano"]) > 1_700_000_000_000_000_000 for span in spans)


def test_history_providers_and_audio_show_the_daemons_own(browser, real):
    page = enter(browser, real, "admin")
    real.dial("desk", "exchange", BOB)
    (call,) = real.until("desk", "active")
    page.run("location.hash = '#audio'")
    page.shows("tbody", "started")
    page.until("return document.querySelector('meter + span')?.textContent.includes('dB')")
    page.run("location.hash = '#providers'")
    page.shows("main", "landlock" if "landlock" in json.dumps(real.ask("transport.processes")) else "running")
    assert "● ready" in page.text("tbody") and "stale 0" not in page.text("tbody")
    real.verb("end", call["call"])
    real.until("desk")
    page.run("location.hash = '#history'")
    page.shows("tbody", call["call"][:8])


def test_roles_see_and_do_what_they_may(browser, real):
    real.dial("desk", "exchange", BOB)
    (call,) = real.until("desk", "active")
    page = enter(browser, real, "viewer", "desk")
    choose(page, call)
    page.shows(".why", "your role does not permit it")
    assert BOB not in page.text("main")
    # The page is no guard: its socket asks for what the page leaves out, and the daemon refuses it.
    for method, parameters in [("call.hold", {"call": call["call"]}), ("trace.read", {}), ("host.stop", {}), ("session.list", {})]:
        answer = page.driver.execute_async_script(
            """const [method, params, done] = arguments;
            const socket = new WebSocket(location.origin.replace('http', 'ws') + '/rpc',
              ['hookswitch.v1', `bearer.${sessionStorage.getItem('hookswitch.token')}`]);
            socket.onopen = () => socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
            socket.onmessage = (event) => (socket.close(), done(JSON.parse(event.data)));""", method, parameters)
        assert answer["error"]["data"]["code"] == "notPermitted", (method, answer)
    assert [one["state"] for one in real.until("desk", "active")] == ["active"]


def test_a_far_page_of_many_calls_comes_with_its_changes_and_totals(browser, real):
    farm = Farm(real.socket)
    try:
        calls = [farm.ring(f"seat-{number}", f"Bob {number}") for number in range(450)]
        page = enter(browser, real, "supervisor")
        page.shows(".totals", "450 calls on 450 lines · 450 ringing")
        # The three that ring longest, of all lines, have their choices.
        page.until("return [...document.querySelectorAll('.ring h2')].map((title) => title.textContent.slice(0, 13)).join() === arguments[0]",
                   "seat-0: Bob 0,seat-1: Bob 1,seat-2: Bob 2")
        page.shows(f"[data-key='automatic-{calls[0]}'] + span", "answers Bob 0")
        # Page 3 has the calls from seat-400 on.
        page.run("document.querySelector('.grid').scrollTop = 32 * 425")
        shows = "return [...document.querySelectorAll('.rows .row')].some((row) => row.textContent.includes(arguments[0]))"
        page.until(shows, "seat-430")
        farm.end(calls[430])
        page.until(f"return !(() => {{ {shows} }})()".replace("arguments[0]", "'seat-430'"))
        page.shows(".totals", "449 calls on 449 lines · 449 ringing")
        farm.end(calls[0])
        page.until("return document.querySelector('.ring h2').textContent.startsWith('seat-1:')")
        page.run("const field = document.querySelector('#find'); field.value = 'ringing seat-44'; field.dispatchEvent(new Event('input'))")
        page.shows(".totals", "11 found")
        page.until(shows, "seat-449")
        # A call far from the rows in view opens with its line.
        choose(page, {"call": calls[7]})
        page.shows(".detail", "seat-7")
        farm.end(calls[7])
        page.shows(".detail", "This call has ended.")
        assert page.problems() == []
    finally:
        farm.close()


def test_a_provider_says_since_when_and_a_trace_of_messages_by_whom(browser, real):
    page = enter(browser, real, "admin", view="#providers")
    page.shows("tbody", "exchange")
    page.until("return document.querySelector('td[data-label=since] time')")
    real.ask("trace.messages", provider="exchange", seconds=60)
    page.shows(".traces", "Messages of exchange are kept, by uid")
    page.run("document.querySelector('[data-key=messages-off-exchange]').click()")
    page.until("return document.querySelector('.traces').hidden")
    assert real.ask("trace.read", limit=1)["messages"] == []


def test_a_session_of_a_line_sees_no_other(browser, real):
    page = enter(browser, real, "operator", "door")
    real.dial("desk", "exchange", BOB)
    real.until("desk", "active")
    real.dial("door", "box", "5550100")
    (call,) = real.until("door", "active")
    page.shows(".totals", "1 call on 1 line")
    choose(page, call)
    press(page, "end")
    real.until("door")
    real.until("desk", "active")


def test_no_byte_for_browsers_has_the_secret(real):
    real.dial("desk", "exchange", BOB)
    (call,) = real.until("desk", "active")
    link = real.link("admin")
    with urllib.request.urlopen(urllib.request.Request(
            real.url + "session", json.dumps({"code": link.split("code=")[1]}).encode(),
            {"Content-Type": "application/json", "Origin": real.url.rstrip("/")})) as answer:
        sent = [answer.read()]
    token = json.loads(sent[0])["token"]
    for path in ("", "main.js", "metrics", "live", "ready"):
        with urllib.request.urlopen(urllib.request.Request(real.url + path, headers={"Authorization": f"Bearer {token}"})) as answer:
            sent += [str(answer.headers).encode(), answer.read()]
    asked = [
        ("host.hello", {}), ("host.status", {}), ("events.subscribe", {"topics": ["host", "line", "provider", "audio"]}), ("provider.list", {}),
        ("provider.get", {"provider": "robot"}), ("transport.list", {}), ("transport.processes", {}), ("access.list", {}), ("audio.get", {"line": "desk"}),
        ("session.list", {}), ("trace.read", {"limit": 10_000}), ("metrics.read", {}), ("health.read", {}), ("refusal.list", {}), ("history.list", {}),
        *(("console.ladder", {"call": call["call"], "format": form}) for form in ("steps", "text", "svg", "mermaid", "otlp")),
    ]

    async def ask() -> set[str]:
        results = set()
        async with websockets.connect(
                real.url.replace("http", "ws") + "rpc", subprotocols=["hookswitch.v1", f"bearer.{token}"], origin=real.url.rstrip("/"),
                max_size=None) as door:
            await door.send(json.dumps({"jsonrpc": "2.0", "id": 0, "method": "host.hello", "params": {"client": "test"}}))
            await asyncio.wait_for(door.recv(), 30)
            for number, (method, params) in enumerate(asked, 1):
                await door.send(json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
                while True:
                    text = await asyncio.wait_for(door.recv(), 30)
                    sent.append(text.encode())
                    message = json.loads(text)
                    if message.get("id") == number:
                        results |= {method} if "result" in message else set()
                        break
        return results

    assert asyncio.run(ask()) >= {"events.subscribe", "provider.get", "trace.read", "metrics.read", "console.ladder"}
    assert SECRET.encode() in (real.folder / "config.json").read_bytes()
    assert not [data for data in sent if SECRET.encode() in data]


def test_a_new_start_of_the_daemon_ends_the_session(browser, real):
    page = enter(browser, real)
    real.stop()
    page.until("return document.body.classList.contains('stale')")
    page.shows("#standing", "not connected since")
    real.start()
    # The daemon keeps sessions in memory only: the page connects by itself, learns that its own is over, and asks for a new link.
    page.shows("#view", "hookswitch console open")
    assert page.run("return sessionStorage.getItem('hookswitch.token')") is None
    page = enter(browser, real)
    real.dial("desk", "exchange", BOB)
    real.until("desk", "active")
    page.shows(".totals", "1 call on 1 line")
    assert page.problems() == []
