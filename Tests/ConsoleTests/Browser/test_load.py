"""The connection, and the load."""

import threading
import time

from stage import make_call


def test_the_page_greys_and_comes_back(page, stage):
    call = make_call("agent-9")
    stage.lines = {"agent-9": [call]}
    page.open(f"#calls/{call['call']}")
    page.shows(".detail h2", "Bob")
    stage.drop()
    page.until("return document.body.classList.contains('stale')")
    page.shows("#standing", "not connected since")
    page.until("return document.querySelector('[data-key=end]').getAttribute('aria-disabled') === 'true'")
    stage.lines = {"agent-9": [call | {"displayName": "Dora"}]}
    stage.accepts = True
    page.shows(".detail h2", "Dora")
    page.until("return !document.body.classList.contains('stale')")


def test_a_loss_reads_everything_again(page, stage):
    stage.lines = {"agent-9": [make_call("agent-9")]}
    page.open()
    page.shows(".totals", "1 call on 1 line")
    stage.lines["agent-10"] = [make_call("agent-10")]
    stage.tell("lost", {"subscription": 1, "from": 1, "to": 2, "count": 1})
    page.shows(".totals", "2 calls")


def test_without_a_session_the_page_says_how_to_get_one(browser, stage):
    browser.get(stage.url + "console.css")
    browser.execute_script("sessionStorage.clear()")
    browser.get(stage.url)
    assert "hookswitch console open" in browser.find_element("id", "view").text


def row(page, text):
    """Waits for a row in view that has a text."""
    page.until("return [...document.querySelectorAll('.rows .row')].some((row) => row.textContent.includes(arguments[0]))", text)


def test_ten_thousand_calls_come_by_pages(page, stage):
    """Of 10,000 calls the page has the one page in view, with its changes and the totals of all, and elements for the rows in view only."""
    stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", displayName=f"Bob {n}", direction="outgoing")] for n in range(10_000)}
    page.open()
    page.shows(".totals", "10,000 calls on 10,000 lines · 0 ringing · 0 held")
    assert page.run("return document.querySelector('.grid').getAttribute('aria-rowcount')") == "10001"
    row(page, "agent-0")
    # Page 3 of 200 calls begins at agent-600, in the order by which numbers count as numbers.
    page.run("document.querySelector('.grid').scrollTop = 32 * 600")
    row(page, "agent-610")
    asked = [params for method, params in stage.asked if method == "calls.subscribe"]
    assert all(params["limit"] <= 200 for params in asked) and asked[-1]["page"] * asked[-1]["limit"] <= 600
    stage.change("agent-610", stage.lines["agent-610"][0] | {"state": "held"})
    stage.change("agent-9000", stage.lines["agent-9000"][0] | {"state": "held"})
    row(page, "‖ held *")
    page.shows(".totals", "2 held")
    page.run("document.querySelector('.grid').scrollTop = 32 * 9999")
    row(page, "agent-9999")
    # The row with an edge of a page of 200 in its middle has its neighbours too.
    page.run("document.querySelector('.grid').scrollTop = 32 * 2000 - 320")
    row(page, "agent-2000")
    row(page, "agent-1995")
    page.until("return ![...document.querySelectorAll('.rows .line')].some((cell) => cell.textContent === '')")
    assert page.run("return document.querySelectorAll('*').length") < 500
    # A call outside the page opens with its line.
    far = stage.lines["agent-7777"][0]
    page.run("location.hash = arguments[0]", f"#calls/{far['call']}")
    page.shows(".detail h2", "Bob 7777")
    stage.change("agent-7777", far | {"state": "held"})
    page.until("return document.querySelector('.detail .state').dataset.state === 'held'")
    stage.change("agent-7777")
    page.shows(".detail", "This call has ended.")
    page.shows(".totals", "9,999 calls")


def test_the_search_is_the_hosts(page, stage):
    stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", "held" if n % 2 else "active", displayName=f"Bob {n}")] for n in range(1_000)}
    page.open()
    page.shows(".totals", "1,000 calls")
    page.run("const field = document.querySelector('#find'); field.value = 'BOB held agent-99'; field.dispatchEvent(new Event('input'))")
    page.shows(".totals", "6 found")
    row(page, "agent-991")
    page.run("const field = document.querySelector('#find'); field.value = 'nobody'; field.dispatchEvent(new Event('input'))")
    page.shows(".empty", "No call fits the search")


def test_two_thousand_changes_a_second_leave_the_page_free(page, stage):
    """A frame's work stays far below 50 ms. The median counts: a machine that runs other programs stretches single frames."""
    stage.lines = {f"agent-{n}": [make_call(f"agent-{n}", displayName=f"Bob {n}", direction="outgoing")] for n in range(10_000)}
    page.open()
    page.shows(".totals", "10,000 calls")
    page.run("""window.frames = []; let last = performance.now();
      const count = () => { const now = performance.now(); window.frames.push(now - last); last = now; requestAnimationFrame(count); };
      requestAnimationFrame(count);""")
    begin, changes = time.monotonic(), 0
    while time.monotonic() - begin < 3:
        for number in range(100):
            line = f"agent-{changes * 7919 % 10_000}"
            stage.change(line, stage.lines[line][0] | {"state": ["active", "held"][changes % 2]}, wait=number == 99)
            changes += 1
        # A pace, no wait for something that happens.
        threading.Event().wait(max(0, begin + changes / 2_000 - time.monotonic()))
    page.shows(".totals", "held")
    frames = sorted(page.run("return window.frames"))
    assert len(frames) > 10 and frames[len(frames) // 2] <= 50, frames
    assert page.run("return document.querySelectorAll('*').length") < 500
