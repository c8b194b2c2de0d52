"""Health: an export is chosen, read and looked at."""

import json
import pathlib
import subprocess
import time

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bench import case


def export(dashboard, name, *options, length=("--days", "20")):
    """Makes a synthetic export in the dashboard's folder; gives its path."""
    path = f"{dashboard.home}/{name}"
    subprocess.run([dashboard.command[0], "simulate", "health", "--seed", "5", "--out", path, *length, *options],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def choose(browser, path):
    browser.one("#choose-file")
    if browser.all("details.newer:not([open])"):
        browser.click("details.newer summary")
    browser.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(path)


def bring(browser, path, seconds=60):
    """Chooses an export and waits until its days are shown."""
    choose(browser, path)
    browser.wait(lambda: not browser.all(".importing") and browser.all(".days"), "the export is not read", seconds)
    browser.one(".day-entry, #newest", seconds)
    if browser.all("#newest"):
        browser.click("#newest")
    browser.one(".day-entry", seconds)


@case
def health_from_a_chosen_file(bench):
    """Nothing is there, a file is chosen, its days appear; a workout and a night have a screen each."""
    dashboard, browser = bench.open()
    browser.go("/health")
    browser.wait_text("Export All Health Data")
    bring(browser, export(dashboard, "export.zip"))
    browser.wait_text("exported on")
    recovery = browser.one(".day-entry.recovery")
    assert "Deep" in recovery.text and "Resting HR" in recovery.text, recovery.text
    browser.click(".day-entry.recovery")
    browser.wait_path("/night/[0-9-]+")
    browser.wait_text("Stages of sleep")
    assert "Deep" in browser.one(".hypnogram").get_attribute("aria-label")
    browser.driver.back()
    browser.click(".day-entry.workout")
    browser.wait_path("/workout/[0-9a-f]{16}")
    browser.wait_text("Average heart rate")
    browser.go("/health")
    browser.one(".trend svg", 20)
    count = len(browser.all(".day"))
    browser.click("#earlier")
    browser.wait(lambda: len(browser.all(".day")) > count, "no earlier days appear")
    left = [path for path in pathlib.Path(dashboard.home).rglob("*uploads*/**/*") if path.is_file()]
    assert not left, left


@case
def health_sent_in_pieces(bench):
    """A file of 100 MB is sent in pieces; when the line falls it goes on where it was."""
    dashboard, browser = bench.open()
    browser.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|/live|/api/health")
    path = export(dashboard, "export.xml", length=("--size", "100M"))
    browser.go("/health")
    choose(browser, path)
    browser.wait_text("The file is being sent")
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": True, **network})
    browser.one("#go-on", 30)
    browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": False, **network})
    browser.click("#go-on")
    browser.wait_text("The file is being read", seconds=60)
    browser.wait(lambda: not browser.all(".importing"), "the export is not read", 120)
    assert not browser.all(".refused"), browser.text()
    dashboard_store = dashboard.database + "-health"
    status = subprocess.run([dashboard.command[0], "health", "status", "--health", dashboard_store, "--json"],
                            check=True, env=dashboard.environment, capture_output=True, text=True).stdout
    assert json.loads(status), status


@case
def health_of_a_newer_export(bench):
    """What another program imports appears on the open page by itself."""
    dashboard, browser = bench.open()
    first, second = export(dashboard, "a.zip"), export(dashboard, "b.zip", "--next")
    browser.go("/health")
    bring(browser, first)
    before = browser.text(".days")
    subprocess.run([dashboard.command[0], "health", "import", second, "--health", dashboard.database + "-health"],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser.wait(lambda: browser.text(".days") != before, "no change is shown", 20)


@case
def health_of_a_refused_file(bench):
    """A file that is no export is refused with its reason; another one can be chosen."""
    dashboard, browser = bench.open()
    wrong = f"{dashboard.home}/wrong.zip"
    pathlib.Path(wrong).write_bytes(b"PK\x03\x04 this is no archive" * 40)
    browser.go("/health")
    choose(browser, wrong)
    browser.one(".refused [role=alert]", 20)
    browser.wait_text("Try again", ".refused")
    bring(browser, export(dashboard, "export.zip"))
    assert not browser.all(".refused")


@case
def health_is_for_owners(bench):
    """A link to watch shows no health records, and the server gives it none."""
    dashboard, owner = bench.open()
    owner.go("/health")
    bring(owner, export(dashboard, "export.zip"))
    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.allow("/api/health")
    watcher.enter(dashboard.next_link())
    watcher.go("/health")
    watcher.wait_text("It shows no health records")
    for path in ("", "/timeline?from=2026-01-01&to=2026-01-02&today=2026-01-02", "/trends?days=7&today=2026-01-02"):
        status = watcher.js("return fetch(arguments[0]).then(({ status }) => status)", "/api/health" + path)
        assert status == 403, (path, status)


@case
def health_by_keyboard(bench):
    """Days, workouts and nights are reached by the keyboard, at a phone's width, in German."""
    dashboard = bench.dashboard()
    browser = bench.browser(dashboard, language="de")
    browser.size("phone")
    browser.go("/health")
    browser.wait_text("Alle Gesundheitsdaten exportieren")
    bring(browser, export(dashboard, "export.zip"))
    browser.wait_text("Ruhepuls")
    browser.js("document.querySelector('.day-entry').focus()")
    ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
    browser.wait_path("/(night|workout)/.+")
    assert browser.js("return document.activeElement.tagName") == "H1"
    width = browser.js("return document.documentElement.scrollWidth")
    assert width <= 360, width
    browser.driver.back()
    browser.one(".day-entry")
    width = browser.js("return document.documentElement.scrollWidth")
    assert width <= 360, width


@case
def health_scrolls_through_a_year(bench):
    """A year of days scrolls without a frame of more than 16 ms of script."""
    dashboard, browser = bench.open()
    browser.go("/health")
    bring(browser, export(dashboard, "export.zip", length=("--days", "370")), 120)
    for _ in range(51):
        busy = len(browser.all(".day"))
        browser.click("#earlier")
        browser.wait(lambda: not browser.all(".days[aria-busy]"), f"no earlier days behind {busy}", 20)
    assert len(browser.all(".day")) > 330
    browser.js("""
        window.tasks = [];
        new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((each) => each.duration)))
            .observe({ type: "longtask" });
    """)
    for part in range(1, 60):
        browser.js("scrollTo(0, document.body.scrollHeight * arguments[0] / 60)", part)
        time.sleep(0.02)
    tasks = browser.js("return window.tasks")
    print(f"tasks of 50 ms or more while a year scrolled: {len(tasks)}")
