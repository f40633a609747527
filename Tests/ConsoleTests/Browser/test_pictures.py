"""The pictures of the documentation, from the same page and the same host as the tests.

CONSOLE_PICTURES names the folder that gets them; without it each picture is taken and dropped.
"""

import base64
import os
import pathlib

import pytest

from scenery import furnish, join_cluster

LARGEST = 200_000


def take(page, name, width, height):
    data = base64.b64decode(page.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])
    assert int.from_bytes(data[16:20], "big") == width and int.from_bytes(data[20:24], "big") == height
    assert len(data) < LARGEST, f"{name} has {len(data)} bytes"
    folder = os.environ.get("CONSOLE_PICTURES")
    if folder:
        (pathlib.Path(folder) / f"console-{name}.png").write_bytes(data)


@pytest.mark.parametrize(("name", "width", "height"), [
    ("calls", 1280, 760), ("incoming", 1280, 470), ("ladder", 1280, 900), ("narrow", 320, 800), ("cluster", 1280, 680)])
def test_pictures(page, stage, name, width, height):
    bob, carol = furnish(stage)
    if name != "incoming":
        stage.lines["agent-9"] = [bob]
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
    agent = page.run("return navigator.userAgent")
    page.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent, "acceptLanguage": "en-GB"})
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 400})
    try:
        join_cluster(stage)
        page.open({"ladder": f"#ladder/{bob['call']}", "cluster": "#cluster"}.get(name, f"#calls/{bob['call']}"))
        if name == "cluster":
            page.shows("main", "+1 212 555 0143")
        elif name == "ladder":
            page.shows(".ladder", "c1 held")
            page.run("document.querySelector('.ladder summary').click()")
        else:
            page.shows(".quality", "loss 0.1 %")
            page.shows(".detail .will", "holds Bob Example")
            stage.tell("levels", {"levels": [{"call": bob["call"], "heard": -23, "said": -31}]})
            page.shows(".detail meter + span", "-23 dB")
        if name == "incoming":
            page.shows(".ring", "ends Bob Example, then answers Carol Example")
        # The mark of a new row fades.
        page.until("return !document.querySelector('.row.fresh')")
        take(page, name, width, height)
    finally:
        page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        page.driver.execute_cdp_cmd("Emulation.setUserAgentOverride", {"userAgent": agent})
