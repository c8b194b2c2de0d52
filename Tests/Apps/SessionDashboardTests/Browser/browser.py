"""A Chromium without a window, and what a test asks of a page."""

import json
import re
import shutil
import time
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

FLAGS = ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
SIZES = {"phone": (360, 740), "desktop": (1280, 800)}


# A busy machine is so much slower than one that does nothing else.
TIMEOUT_FACTOR = 4


class Browser:
    """Ends with `close`, which fails where the page wrote an error or asked another host."""

    def __init__(self, address, *flags, language="en"):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in [*FLAGS, f"--lang={language}", f"--accept-lang={language}", *flags]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.address = address
        self.allowed = []
        self.size("desktop")

    # Navigation

    def enter(self, link):
        """Opens the link that lets this browser in."""
        self.driver.get("about:blank")
        self.driver.get(link)
        self.wait(lambda: self.driver.find_elements(By.CSS_SELECTOR, "nav a"), "the page did not open")

    def go(self, path):
        self.driver.get(self.address + path)

    def path(self):
        parts = urlsplit(self.driver.current_url)
        return parts.path + ("?" + parts.query if parts.query else "")

    def screens(self):
        """The page's own list of its screens."""
        return self.js("""
            return import("/app/screens.js").then(({ screens }) =>
                screens.map(({ name, address, icon }) => ({ name, address, icon: icon ?? null })));
        """)

    def paths(self):
        """Addresses of the screens that need no session."""
        found = [each["address"] for each in self.screens() if ":" not in each["address"]]
        assert {"/", "/session", "/history", "/settings", "/follow"} <= set(found), found
        return found

    def wait_path(self, pattern, seconds=15):
        self.wait(lambda: re.fullmatch(pattern, self.path()), f"the address did not become {pattern}", seconds)

    # Looking

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector, seconds=10):
        return self.wait(lambda: self.all(selector), f"there is no {selector}", seconds)[0]

    def text(self, selector="main"):
        """What is written there, in one line."""
        return self.read(lambda: " ".join(self.one(selector).text.split()))

    def attribute(self, selector, name):
        return self.read(lambda: self.one(selector).get_attribute(name))

    def read(self, look):
        """What a look finds; it looks again where the page put something new in the place meanwhile."""
        return self.wait(lambda: [look()], "the page never stands still")[0]

    def js(self, script, *values):
        return self.driver.execute_script(script, *values)

    def wait(self, condition, complaint, seconds=10):
        """Waits until the condition gives something true; gives that. An element that the page replaced
        between being found and being asked makes the condition false for now."""
        end = time.monotonic() + TIMEOUT_FACTOR * seconds
        while True:
            try:
                value = condition()
            except StaleElementReferenceException:
                value = None
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"{complaint} within {seconds} s; at {self.path()}: {self.all('body')[0].text[:400]}")
            time.sleep(0.05)

    def wait_text(self, text, selector="main", seconds=10):
        self.wait(lambda: text.lower() in self.text(selector).lower(), f"{text!r} did not appear", seconds)

    # Doing

    def click(self, selector):
        def press():
            element = self.one(selector)
            self.js("arguments[0].scrollIntoView({block: 'center'})", element)
            element.click()
        self.read(press)

    def choose(self, value):
        """Answers the dialog that is open."""
        self.click(f"dialog [data-answer={value}]")
        self.wait(lambda: not self.all("dialog"), "the dialog stays open")

    def begin(self, source="simulated", is_first=True, is_opened=False):
        """Begins a session from where the button is; `is_opened`: the chooser is."""
        if not is_opened:
            self.click(".chooser summary")
        self.click(f"input[value={source}]")
        self.click("#begin")
        if is_first:
            self.choose("yes")

    def size(self, name):
        width, height = SIZES[name]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": name == "phone"})

    def still(self):
        """As with a system that asks for less motion."""
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})

    # What must not happen

    def allow(self, pattern):
        """A line of the console that belongs to the test."""
        self.allowed.append(pattern)

    def complaints(self):
        """Console errors that nothing allows, and requests to other hosts."""
        found = [
            f"console: {entry['message']}" for entry in self.driver.get_log("browser")
            if entry["level"] in ("SEVERE", "WARNING")
            and not any(re.search(pattern, entry["message"]) for pattern in self.allowed)]
        own = urlsplit(self.address).netloc
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
            elif message["method"] == "Network.webSocketCreated":
                url = message["params"]["url"]
            else:
                continue
            if urlsplit(url).scheme in ("http", "https", "ws", "wss") and urlsplit(url).netloc != own:
                found.append(f"another host was asked: {url}")
        return found

    def close(self):
        try:
            found = self.complaints()
        finally:
            self.driver.quit()
        assert not found, "\n".join(found)

    def drop(self):
        """Ends it without a judgement, after a failure."""
        self.driver.quit()
