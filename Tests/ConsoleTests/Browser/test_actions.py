"""Requests from the page: the stages, the previews, the keys, and what a role may not do."""

from selenium.webdriver.common.keys import Keys

from stage import make_call


def choose(page, call):
    page.run("location.hash = arguments[0]", f"#calls/{call['call']}")
    page.shows(".detail h2", "Bob")


def test_a_press_says_asked_accepted_done(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    stage.answers["request.wait"] = lambda params: None
    page.open()
    choose(page, call)
    page.run("for (let n = 0; n < 3; n += 1) document.querySelector('[data-key=hold]').click()")
    page.shows(".how", "accepted")
    # The same request of a call is not sent twice while it is under way.
    holds = [params for method, params in stage.asked if method == "call.hold"]
    assert len(holds) == 1 and len(holds[0]["key"]) == 36


def test_a_refusal_shows_the_reason_beside_the_button(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    stage.answers["call.hold"] = {"error": {"code": -32000, "message": "the call is being transferred", "data": {"code": "invalidAction"}}}
    page.open()
    choose(page, call)
    page.run("document.querySelector('[data-key=hold]').click()")
    page.shows(".how", "refused: the call is being transferred (invalidAction)")


def test_what_is_not_possible_says_why_to_all_readers(page, stage):
    call = make_call("agent-9", capabilities=[])
    stage.lines = {"agent-9": [call]}
    page.open()
    choose(page, call)
    button = "document.querySelector('[data-key=merge]')"
    assert page.run(f"return {button}.getAttribute('aria-disabled')") == "true"
    why = page.run(f"return document.getElementById({button}.getAttribute('aria-describedby')).textContent")
    assert why == "not possible: there is no other call on the line"
    page.run(f"{button}.click()")
    assert not [method for method, _ in stage.asked if method == "call.merge"]


def test_merge_and_split_say_what_they_do_or_the_rule_against_them(page, stage):
    first, second, third = make_call("agent-9"), make_call("agent-9", displayName="Dora"), make_call("agent-9", "held", group=2, displayName="Eve")
    stage.lines = {"agent-9": [first, second, third]}
    refusal = {"code": "maximumCallsPerGroupReached", "message": "the group is full", "calls": []}
    step = {"kind": "setGroup", "call": first["call"], "provider": "sip", "details": "-"}
    stage.answers["request.preview"] = lambda params: (
        {"outcome": "refused", "refusal": refusal, "rules": ["G5"], "steps": []} if params["method"] == "call.merge"
        else {"outcome": "accepted", "steps": [step]})
    page.open()
    choose(page, first)
    page.shows(".detail [data-key=split] ~ .will", "takes out of its group Bob Example")
    page.shows(".detail [data-key=merge] ~ .why", "not possible: the group is full (maximumCallsPerGroupReached, G5)")
    page.run("document.querySelector('.detail [data-key=merge]').click()")
    assert not [method for method, _ in stage.asked if method == "call.merge"]


def test_an_incoming_call_shows_what_each_choice_will_do(page, stage):
    active, ringing = make_call("agent-9"), make_call("agent-9", "ringing", displayName="Carol")
    stage.lines = {"agent-9": [active, ringing]}
    page.open()
    page.shows(".ring", "holds Bob Example, then answers Carol")
    assert "not possible: no call is held (invalidAction)" in page.text(".ring")
    assert page.text("#live") == "Incoming call from Carol"
    page.run("document.querySelector('.ring button').focus()")
    page.press("a")
    page.shows(".ring .how", "done")
    answered = [params for method, params in stage.asked if method == "call.answer"]
    assert [params["choice"] for params in answered] == ["automatic"]


def test_letters_act_in_the_region_only_and_can_be_switched_off(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    page.open()
    choose(page, call)
    page.run("document.querySelector('.grid').focus()")
    page.press("e")
    page.run("document.querySelector('[data-key=hold]').focus()")
    page.press("?")
    page.until("return document.querySelector('#dialog').open")
    page.run("document.querySelector('#dialog input').click(); document.querySelector('#dialog button').click()")
    page.until("return !document.querySelector('#dialog').open")
    page.run("document.querySelector('[data-key=hold]').focus()")
    page.press("e")
    assert not [method for method, _ in stage.asked if method == "call.end"]
    page.run("localStorage.clear()")


def test_a_transfer_asks_for_the_number(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    page.open()
    choose(page, call)
    page.run("document.querySelector('[data-key=transfer]').click()")
    page.until("return document.querySelector('#dialog').open")
    page.press("+1 212 555 0100", Keys.ENTER)
    page.shows(".how", "done")
    assert [params["handle"] for method, params in stage.asked if method == "call.transfer"] == ["+1 212 555 0100"]


def test_a_viewer_gets_no_action(page, stage):
    stage.role = "viewer"
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    page.open()
    choose(page, call)
    page.shows(".why", "your role does not permit it")
    page.run("document.querySelectorAll('.detail button').forEach((button) => button.click())")
    assert not [method for method, _ in stage.asked if method.startswith("call.")]


def test_the_grid_works_by_keyboard_alone(page, stage):
    stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", displayName=f"Bob {n}")] for n in range(300)}
    page.open()
    page.shows(".totals", "300 calls")
    page.run("document.querySelector('.grid').focus()")
    page.press(Keys.END)
    page.until("return document.querySelector('.row.at')?.getAttribute('aria-rowindex') === '301'")
    page.press(Keys.ENTER)
    page.shows(".detail h2", "Bob 299")
    assert page.run("return document.querySelector('.grid').getAttribute('aria-rowcount')") == "301"
    assert page.run("return document.activeElement.getAttribute('role')") == "grid"
    page.press("/")
    page.press("bob 17 agent-17")
    page.until("return document.querySelector('.totals').textContent.includes('11 found')")
