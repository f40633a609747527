"""The Cluster view, with a daemon of the tests that answers the methods `cluster.*`."""

from scenery import furnish, join_cluster


def rows(page):
    return page.run("return [...document.querySelectorAll('main tbody tr')].map((row) => row.textContent)")


def test_without_a_cluster_the_view_has_no_name_and_says_so(page, stage):
    page.open()
    page.until("return document.querySelectorAll('nav a').length === 6")
    page.run("location.hash = '#cluster'")
    page.shows("main .notes", "This daemon is in no cluster.")
    assert page.run("return document.querySelectorAll('main table').length") == 0


def test_a_daemon_without_the_methods_is_in_no_cluster(page, stage):
    error = {"error": {"code": -32601, "message": "there is no method cluster.status", "data": {"code": "unknownMethod"}}}
    stage.answers["cluster.status"] = error
    page.open("#cluster")
    page.shows("main .notes", "This daemon is in no cluster.")


def test_nodes_lent_lines_and_strays(page, stage):
    furnish(stage)
    join_cluster(stage)
    page.open()
    page.shows("nav", "Cluster")
    page.run("document.querySelector('nav [data-key=cluster]').click()")
    page.shows("main tbody", "node-a (here)")
    found = rows(page)
    assert "● active" in found[0] and "0.4 s ago" in found[0] and "38 %" in found[0], found
    assert "◐ draining" in found[1] and "End the drain" in found[1], found
    # A dead node gets no request.
    assert "■ dead" in found[2] and "rain" not in found[2].replace("draining", ""), found
    assert "node-b" in next(row for row in found if "agent-44" in row)
    assert any("+1 212 555 0143" in row and "node-c" in row for row in found)
    summary = page.text("main")
    for words in ("node-a in the cluster west", "lease for 14.6 s", "86 slots", "lines lent: 2, borrowed: 1", "strays: 1", "3 records not shipped yet",
                  "nats://10.0.0.5:4222"):
        assert words in summary, (words, summary)


def test_the_view_follows_the_cluster(page, stage):
    join_cluster(stage)
    page.open("#cluster")
    page.shows("main tbody", "● active")
    stage.answers["cluster.status"] |= {"state": "cutOff", "engine": {"connected": False}, "problem": "the engine has not answered for 16 s"}
    page.shows("main", "not connected to the engine")
    page.shows("main", "! the engine has not answered for 16 s")
    stage.answers["cluster.status"] = {"error": {"code": -32007, "message": "this host is in no cluster", "data": {"code": "unavailable"}}}
    page.shows("main .notes", "This daemon is in no cluster.")


def test_drain_and_its_end_ask_before(page, stage):
    join_cluster(stage)
    stage.answers |= {"cluster.drain": {}, "cluster.undrain": {"error": {"code": -32004, "message": "the node drains no more",
                                                                         "data": {"code": "wrongState"}}}}
    page.open("#cluster")
    page.shows("main tbody", "node-a")

    def press(key, answer):
        page.run("document.querySelector(arguments[0]).click()", f"[data-key='{key}']")
        page.until("return document.querySelector('#dialog').open")
        words = page.text("#dialog")
        page.run("document.querySelector(`#dialog button[value=${arguments[0]}]`).click()", answer)
        page.until("return !document.querySelector('#dialog').open")
        return words

    assert "Drain node-a? It takes no new calls" in press("drain-node-a", "no")
    assert not [method for method, _ in stage.asked if method == "cluster.drain"]
    # The next question may open before the browser has told of the end of the one before.
    page.run("""const drain = document.querySelector("[data-key='drain-node-a']");
      drain.click();
      document.querySelector("#dialog button[value=no]").click();
      drain.click();""")
    page.run("document.querySelector('#dialog button[value=yes]').click()")
    page.shows("main .notes", "node-a: done")
    assert "End the drain of node-b?" in press("drain-node-b", "yes")
    page.shows("main .notes", "node-b: the node drains no more (wrongState)")
    asked = [(method, params["node"], len(params["key"])) for method, params in stage.asked if method in ("cluster.drain", "cluster.undrain")]
    assert asked == [("cluster.drain", "node-a", 36), ("cluster.undrain", "node-b", 36)]


def test_a_role_that_may_not_drain_has_no_button_and_sees_no_strays(page, stage):
    join_cluster(stage)
    stage.role = "viewer"
    page.open("#cluster")
    page.shows("main tbody", "node-a")
    assert page.run("return document.querySelectorAll('main button').length") == 0
    assert "0143" not in page.text("main")
