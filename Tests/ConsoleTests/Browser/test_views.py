"""The views of the page: what each shows, and that foreign text stays text."""

from scenery import furnish
from stage import make_call

HOSTILE = "<img src=x onerror=alert(1)>\u202egpj.exe\u0000 \"'`--><script>alert(2)</script>"


def test_a_call_appears_with_its_line_and_far_end(page, stage):
    stage.lines = {"agent-9": [make_call("agent-9")], "agent-12": [make_call("agent-12", "held")]}
    page.open()
    page.shows(".row[aria-rowindex='2']", "agent-9")
    assert "2 calls on 2 lines · 0 ringing · 1 held" in page.text(".totals")
    # Numbers in the names of lines count as numbers.
    assert "agent-12" in page.text(".row[aria-rowindex='3']")


def test_hostile_names_stay_text(page, stage):
    call = make_call("agent-9", displayName=HOSTILE, provider=HOSTILE, handle={"type": "generic", "value": HOSTILE})
    ringing = make_call("agent-9", "ringing", displayName=HOSTILE)
    stage.lines = {"agent-9": [call, ringing]}
    stage.answers["refusal.list"] = {"refusals": [{
        "number": 1, "time": call["began"], "kind": "request", "actor": HOSTILE, "subject": HOSTILE, "line": HOSTILE,
        "refusal": {"code": "invalidAction", "message": HOSTILE}, "rules": [HOSTILE]}], "dropped": 0}
    page.open(f"#calls/{call['call']}")
    page.shows(".detail h2", "<img src=x")
    page.shows(".ring h2", "<img src=x")
    page.run("location.hash = '#whynot'")
    page.shows("tbody", "invalidAction")
    assert page.run("return document.querySelectorAll('main img, main script, #ringing img').length") == 0
    assert page.run("return [...document.querySelectorAll('bdi')].every((e) => e.children.length === 0 && e.textContent.length <= 400)")


def test_why_not_names_rule_and_calls_in_the_way(page, stage):
    stage.answers["refusal.list"] = {"refusals": [{
        "number": 7, "time": "2026-11-28T00:00:00.000Z", "kind": "request", "actor": "uid 1000 as anna", "subject": "call.merge",
        "line": "agent-9", "refusal": {"code": "invalidAction", "message": "c21 is not connected", "calls": ["ABCDEF01-0000-0000-0000-000000000000"]},
        "rules": ["G5"]}], "dropped": 0}
    page.open("#whynot")
    page.shows("tbody", "c21 is not connected (invalidAction)")
    assert "G5" in page.text("tbody") and "ABCDEF01" in page.text("tbody a")


def test_history_reads_page_by_page(page, stage):
    def answer(params):
        first = params.get("before", 201)
        calls = [{"id": first - n, "call": make_call("main")["call"], "line": "main", "provider": "sip", "direction": "outgoing", "outcome": "answered",
                  "displayName": f"Number {first - n}", "began": "2026-11-28T00:00:00.000Z", "duration": 61.5} for n in range(1, 101)]
        return {"calls": calls} | ({"next": first - 100} if first > 101 else {})

    stage.answers["history.list"] = answer
    page.open("#history")
    page.shows("tbody", "Number 200")
    page.run("[...document.querySelectorAll('button')].find((b) => b.textContent === 'Show more').click()")
    page.shows("tbody", "Number 1")
    assert page.run("return document.querySelectorAll('tbody tr').length") == 200
    assert "01:01" in page.text("tbody")


def test_csv_has_no_formulas(page, stage):
    page.open()
    text = page.wait_for(
        "const done = arguments[0]; import('/views/history.js').then((m) => done(m.csv([{ call: 'A', displayName: '=HYPERLINK(\"x\")' }])))")
    assert "\"'=HYPERLINK(\"\"x\"\")\"" in text and text.endswith("\r\n")


def test_ladder_shows_rules_beside_messages(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    steps = [
        {"number": 0, "time": 0.0, "line": "agent-9", "step": "message", "from": "SIP of sip", "to": "sip", "text": "INVITE (1)",
         "message": "INVITE sip:a@b SIP/2.0\r\nSubject: <b>x</b>\r\n"},
        {"number": 1, "time": 0.1, "line": "agent-9", "step": "message", "from": "sip", "to": "line agent-9", "text": "incoming c17"},
        {"number": 2, "time": 0.1, "line": "agent-9", "step": "state", "text": "ringing"},
        {"number": 3, "time": 2.1, "line": "agent-9", "step": "message", "from": "line agent-9", "to": "programs", "text": "refused: invalidAction (G5)",
         "trouble": True},
    ]
    stage.answers["console.ladder"] = lambda params: {
        "participants": ["programs", "line agent-9", "sip", "SIP of sip"], "steps": steps, "dropped": 0, "next": 4}
    stage.answers["trace.subscribe"] = {"subscription": 5, "dropped": 0}
    page.open(f"#ladder/{call['call']}")
    page.shows(".ladder", "INVITE (1)")
    assert "! refused: invalidAction (G5)" in page.text(".trouble")
    assert "Subject: <b>x</b>" in page.text(".ladder pre")
    page.run("document.querySelectorAll('.bar input')[1].click()")
    page.until("return !document.querySelector('.ladder').textContent.includes('INVITE')")
    steps.append({"number": 4, "time": 3, "line": "agent-9", "step": "state", "text": "active"})
    stage.tell("trace", {"subscription": 5, "records": [], "dropped": 0})
    page.shows(".ladder", "active")


def test_providers_show_standing_processes_and_restarts(page, stage):
    provider = {"provider": "sip", "name": "sip", "kind": "transport", "transport": "sip", "standing": "quarantined", "reason": "it crashed 3 times",
                "line": "main", "calls": 0, "losses": 3, "misbehaviour": {"lateReply": 2}, "capabilities": []}
    stage.answers["states"] = [{"topic": "provider", "key": "sip", "sequence": 1, "value": provider}]
    stage.answers["transport.processes"] = {"processes": [{
        "process": "sip-1", "pid": 4711, "transport": "sip", "providers": ["sip"], "calls": 0, "state": "running", "memoryKB": 20480,
        "restarts": 3, "sandbox": "strict"}]}
    stage.answers["provider.pardon"] = provider | {"standing": "ready"}
    page.open("#providers")
    page.shows("tbody", "it crashed 3 times")
    page.shows("main", "4711")
    page.run("document.querySelector('[data-key=\"pardon-sip\"]').click()")
    page.until("return document.querySelector('#dialog').open")
    page.run("[...document.querySelectorAll('#dialog button')].at(-1).click()")
    page.shows(".notes", "done")
    assert [params["provider"] for method, params in stage.asked if method == "provider.pardon"] == ["sip"]


def test_audio_shows_owner_reason_and_levels(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    stage.answers["states"] = [{"topic": "audio", "key": "agent-9", "sequence": 1, "value": {
        "line": "agent-9", "owners": ["sip"], "reason": "answered", "routes": ["headset"], "route": "headset"}}]
    page.open("#audio")
    page.shows("tbody", "answered")
    page.until("return true") and page.shows("main", "Bob Example")
    stage.tell("levels", {"levels": [{"call": call["call"], "heard": -23}]})
    page.shows("meter + span", "-23 dB")


def test_providers_say_since_when_and_their_last_loss(page, stage):
    furnish(stage)
    page.open("#providers")
    page.shows("tbody", "quarantined")
    page.shows("tbody", "its process ended by signal 11")
    assert page.run("return document.querySelectorAll('tbody tr:first-child td[data-label=since] time').length") == 1


def test_a_trace_of_messages_says_by_whom_and_until_when_and_ends(page, stage):
    bob, _ = furnish(stage)
    page.open("#providers")
    page.shows(".traces", "Messages of sip are kept, by uid 1000 as anna until")
    assert page.run("return document.querySelectorAll('.traces time').length") == 1
    page.run("document.querySelector('[data-key=messages-off-sip]').click()")
    page.until("return true")
    page.run("document.querySelector('[data-key=messages-on-pstn]').click()")
    page.until("return document.querySelector('#dialog').open")
    assert "numbers and names" in page.text("#dialog")
    page.run("document.querySelector('#dialog button[value=yes]').click()")
    page.until("return !document.querySelector('#dialog').open")
    for _ in range(100):
        asked = [(params["provider"], params["on"], params.get("seconds")) for method, params in stage.asked if method == "trace.messages"]
        if len(asked) == 2:
            break
        page.until("return true")
    assert asked == [("sip", False, None), ("pstn", True, 600)]
    # The host tells the end, and the ladder shows the same.
    page.run("location.hash = arguments[0]", f"#ladder/{bob['call']}")
    page.shows("main .traces", "Messages of sip are kept")
    value = next(state["value"] for state in stage.answers["states"] if state["key"] == "sip")
    stage.tell("state", {"subscription": 1, "topic": "provider", "key": "sip", "sequence": 2,
                         "value": {name: member for name, member in value.items() if name != "messages"}})
    page.until("return document.querySelector('main .traces').hidden")


def test_a_viewer_sees_a_trace_of_messages_without_its_switch(page, stage):
    furnish(stage)
    stage.role = "viewer"
    page.open("#providers")
    page.shows(".traces", "uid 1000 as anna")
    assert page.run("return document.querySelectorAll('[data-key^=messages]').length") == 0


def test_a_refusal_shows_the_text_of_its_rule(page, stage):
    bob, _ = furnish(stage)
    page.open("#whynot")
    # The sentence is that of docs/arbitration.md, the only place that has it.
    page.shows("tbody", "G5 Joining while in another group: leave that one first.")
    page.run("location.hash = arguments[0]", f"#calls/{bob['call']}")
    page.shows(".detail [data-key=merge] ~ .why", "not possible: Carol Example is not connected (invalidAction, G5)")
    page.shows(".detail [data-key=merge] ~ .why small", "G5: Joining while in another group:")


def test_levels_show_both_sides(page, stage):
    bob, _ = furnish(stage)
    page.open(f"#calls/{bob['call']}")
    page.shows(".detail .heard", "said")
    stage.tell("levels", {"levels": [{"call": bob["call"], "heard": -23, "said": -31}]})
    page.shows(".detail .heard", "-23 dB")
    page.shows(".detail .heard", "-31 dB")
