"""Every view and action for all readers: axe in both schemes, the keyboard alone, and narrow pages."""

import importlib.util
import json
import pathlib

import pytest
from selenium.webdriver.common.keys import Keys

from scenery import furnish, join_cluster
from stage import make_call

VIEWS = ["calls", "history", "ladder", "whynot", "providers", "audio", "cluster"]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Elements by which a reader acts; a list of steps and a table have the focus to be scrolled.
ACTIVE = "a[href], button, input, select, summary, pre, [tabindex='0']"


def look(page, view, subject=""):
    page.run("location.hash = arguments[0]", f"#{view}/{subject}" if subject and view in ("calls", "ladder") else f"#{view}")
    page.until("return document.querySelector('nav a[aria-current]').dataset.key === arguments[0]", view)


def axe() -> str:
    """Returns axe-core, from a package whose own code is not imported: it needs another browser driver."""
    place = importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]
    return (pathlib.Path(place) / "axe.min.js").read_text(encoding="utf-8")


def findings(page):
    if not page.run("return window.axe !== undefined"):
        page.run(axe())
    found = page.wait_for(f"""const done = arguments[0];
      axe.run({{ runOnly: {{ type: 'tag', values: {json.dumps(TAGS)} }} }}).then(done, (error) => done({{ error: String(error) }}));""")
    assert "error" not in found, found
    return [(entry["id"], [node["html"][:200] for node in entry["nodes"]]) for entry in found["violations"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("situation", ["incoming", "refused", "empty"])
def test_axe_finds_nothing(page, stage, situation, scheme):
    subject = ""
    if situation != "empty":
        bob, carol = furnish(stage)
        join_cluster(stage)
        subject = bob["call"]
        stage.answers["call.hold"] = {"error": {"code": -32000, "message": "the call is being transferred", "data": {"code": "invalidAction"}}}
        if situation == "refused":
            stage.lines["agent-9"] = [bob]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    page.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": True})
    try:
        page.open(f"#calls/{subject}")
        if situation == "incoming":
            page.shows(".ring", "holds Bob Example, then answers Carol Example")
        if situation == "refused":
            page.until("return document.querySelector('.detail [data-key=hold]')")
            page.run("document.querySelector('.detail [data-key=hold]').click()")
            page.shows(".detail .how", "refused")
        for view in VIEWS:
            look(page, view, subject)
            if subject:
                page.until("return document.querySelector('main').textContent.length > 100")
            assert (view, findings(page)) == (view, [])
        page.run("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))")
        page.until("return document.querySelector('#dialog').open")
        assert findings(page) == []
    finally:
        page.driver.execute_cdp_cmd("Page.setBypassCSP", {"enabled": False})
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


@pytest.mark.parametrize("view", VIEWS)
def test_the_keyboard_alone_reaches_every_view_and_each_of_its_elements(page, stage, view):
    bob, _ = furnish(stage)
    join_cluster(stage)
    page.open()
    page.shows(".ring", "then answers")
    page.shows("nav", "Cluster")
    # From the top of the page to the view's name, and there by Enter.
    for _ in range(10):
        page.press(Keys.TAB)
        if page.run("return document.activeElement.dataset.key === arguments[0]", view):
            break
    page.press(Keys.ENTER)
    look(page, view, bob["call"])
    page.until("return document.querySelector('main').textContent.length > 100")
    if view == "calls":
        page.shows(".detail .will", "holds Bob Example")
    wanted = page.run(
        "return [...document.querySelectorAll(arguments[0])].filter((e) => e.closest('main, #ringing') && e.checkVisibility()).length", ACTIVE)
    page.run("document.activeElement.blur(); window.seen = new Set()")
    for _ in range(wanted + 30):
        page.press(Keys.TAB)
        page.run("const e = document.activeElement; if (e.closest('main, #ringing')) window.seen.add(e)")
    missing = page.run(
        "return [...document.querySelectorAll(arguments[0])].filter((e) => e.closest('main, #ringing') && e.checkVisibility()"
        " && !window.seen.has(e)).map((e) => e.outerHTML.slice(0, 120))", ACTIVE)
    assert missing == []


def test_letters_alone_perform_every_action(page, stage):
    first, second, third = make_call("agent-9"), make_call("agent-9", "held", group=2), make_call("agent-9", group=1)
    stage.lines = {"agent-9": [first, second, third]}
    page.open(f"#calls/{first['call']}")
    page.until("return document.querySelector('.detail [data-key=end]')")
    page.run("document.querySelector('.detail [data-key=end]').focus()")
    for letter, method in [("h", "call.hold"), ("s", "call.swap"), ("m", "call.merge"), ("p", "call.split"), ("u", "call.setMuted"),
                           ("r", "call.record"), ("t", "call.transfer"), ("k", "call.playDTMF"), ("e", "call.end")]:
        page.press(letter)
        if method in ("call.transfer", "call.playDTMF"):
            page.until("return document.querySelector('#dialog').open")
            page.press("123", Keys.ENTER)
        page.until(
            "return document.querySelector(`.detail [data-key='${arguments[0]}'] ~ .how`)?.dataset.stage === 'done'",
            {"call.setMuted": "mute", "call.playDTMF": "keypad"}.get(method, method.split(".")[1]))
        assert method in [asked for asked, _ in stage.asked]
        # The focus stays on its button, so that the next letter acts too.
        assert page.run("return document.activeElement.dataset.key") == "end"


def test_a_new_call_needs_a_number_and_a_line(page, stage):
    bob, _ = furnish(stage)
    page.open(f"#calls/{bob['call']}")
    page.shows(".detail h2", "Bob")
    page.run("document.querySelector('[data-key=start]').focus()")
    page.press(Keys.ENTER)
    page.until("return document.querySelector('#dialog').open")
    page.press("+1 212 555 0177", Keys.ENTER)
    page.shows(".started", "done")
    (params,) = [params for method, params in stage.asked if method == "call.start"]
    assert (params["handle"], params["line"], params["origin"]) == ("+1 212 555 0177", "agent-9", "user")


@pytest.mark.parametrize("view", VIEWS)
def test_a_page_of_320_pixels_needs_no_sideways_scrolling(page, stage, view):
    bob, _ = furnish(stage)
    join_cluster(stage)
    stage.lines["agent-9"][0]["displayName"] = "B" * 300
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True})
    try:
        page.open(f"#{view}/{bob['call']}" if view in ("calls", "ladder") else f"#{view}")
        page.until("return document.querySelector('main').textContent.length > 100")
        assert page.run("return document.documentElement.scrollWidth") <= 320
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
