"""A browser for the tests: one Chromium for all, with a fresh page for each test."""

from __future__ import annotations

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.support.wait import WebDriverWait

from stage import TOKEN, Stage


@pytest.fixture(scope="session")
def browser():
    options = Options()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--lang=en-GB", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(120)
    yield driver
    driver.quit()


@pytest.fixture
def stage():
    stage = Stage()
    yield stage
    stage.close()


class Page:
    """The page of a stage in the browser."""

    def __init__(self, driver, stage: Stage) -> None:
        self.driver, self.stage = driver, stage
        driver.set_window_size(1280, 900)

    def open(self, address: str = "") -> "Page":
        # A file of the same origin, so that the token can be put where the page looks for it.
        self.driver.get(self.stage.url + "console.css")
        self.driver.execute_script(f"sessionStorage.setItem('hookswitch.token', '{TOKEN}')")
        self.driver.get_log("browser")
        self.driver.get(self.stage.url + address)
        self.until("return document.querySelector('#standing').textContent.startsWith('live')")
        return self

    def run(self, script: str, *arguments: object):
        return self.driver.execute_script(script, *arguments)

    def wait_for(self, script: str):
        """Runs a script that calls its last argument with the result."""
        return self.driver.execute_async_script(script)

    def until(self, script: str, *arguments: object):
        return WebDriverWait(self.driver, 30, 0.05).until(lambda driver: driver.execute_script(script, *arguments), script)

    def press(self, *keys: str) -> None:
        """Presses keys as a person does: they go to the element that has the focus then, also where the page has just drawn it anew."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def text(self, selector: str) -> str:
        return self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def shows(self, selector: str, text: str):
        return self.until("return document.querySelector(arguments[0])?.textContent.includes(arguments[1])", selector, text)

    def problems(self) -> list[str]:
        """The errors that the browser's console has, such as breaches of the security policy."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"
            and "WebSocket" not in entry["message"] and "/favicon.ico" not in entry["message"]]


@pytest.fixture
def page(browser, stage):
    page = Page(browser, stage)
    yield page
    assert page.problems() == []
