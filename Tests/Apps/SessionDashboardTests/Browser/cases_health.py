"""Health: an export is chosen, read and looked at."""

import datetime
import json
import os
import pathlib
import re
import subprocess
import tempfile
import time

from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from bench import case
from cases_access import offences
from frames import traced


def export(dashboard, name, *options, length=("--days", "20"), days_ago=1):
    """Makes a synthetic export of so many days ago in the dashboard's folder; gives its path.

    The page shows the last week, so the days of an export must not stay where they are while time goes on.
    """
    path = f"{dashboard.home}/{name}"
    end = (datetime.date.today() - datetime.timedelta(days=days_ago)).isoformat()
    subprocess.run([dashboard.command[0], "simulate", "health", "--seed", "5", "--end", end, "--out", path,
                    *length, *options],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path


def choose(browser, path):
    browser.one("#choose-file")
    if browser.all("details.newer:not([open])"):
        browser.click("details.newer summary")
    browser.driver.find_element(By.CSS_SELECTOR, "input[type=file]").send_keys(path)


def settled(browser):
    """Waits until the days stay as they are: the store tells of an import up to a second later, and they are made anew."""
    mark = "const day = document.querySelector('.days > *'); const was = day?.dataset.seen; if (day) day.dataset.seen = 1;"
    def stays():
        browser.js(mark)
        time.sleep(1.5)
        return browser.js(mark + "return was === '1'")
    browser.wait(stays, "the days are made anew all the time", 20)


def bring(browser, path, seconds=60):
    """Chooses an export and waits until its days are shown, and stay."""
    choose(browser, path)
    browser.wait(lambda: not browser.all(".importing") and browser.all(".days"), "the export is not read", seconds)
    browser.one(".day-entry, #newest", seconds)
    settled(browser)
    if browser.all("#newest"):
        browser.click("#newest")
    browser.one(".day-entry", seconds)
    settled(browser)
    # There are weeks without a workout.
    if not browser.all(".day-entry.workout"):
        browser.click("#earlier")
        browser.one(".day-entry.workout")


@case
def health_from_a_chosen_file(bench):
    """Nothing is there, a file is chosen, its days appear; a workout and a night have a screen each."""
    dashboard, browser = bench.open()
    browser.go("/health")
    browser.wait_text("Export All Health Data")
    bring(browser, export(dashboard, "export.zip", days_ago=10))
    browser.wait_text("exported on")
    # A night may lack stages, and a day its resting rate; which ones do depends on the date.
    recoveries = browser.all(".day-entry.recovery")
    whole = [entry for entry in recoveries if "Deep" in entry.text and "Resting HR" in entry.text]
    assert whole, [entry.text for entry in recoveries]
    browser.js("arguments[0].click()", whole[0])
    browser.wait_path("/night/[0-9-]+")
    browser.wait_text("Stages of sleep")
    assert "Deep" in browser.attribute(".hypnogram", "aria-label")
    # No day of the last week is there: those that were asked for are shown again.
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
    """A file of 100 MB is sent in pieces; when the line falls it goes on where it was. Both steps tell how far they are."""
    dashboard, browser = bench.open()
    browser.allow("ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|/live|/api/health")
    path = export(dashboard, "export.xml", length=("--size", "100M"))
    # Slow until the line falls: 100 MB take 50 s, so that it falls in their midst however busy the computer is.
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": 2_000_000}
    def online(is_online):
        browser.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": not is_online, **network})
    browser.go("/health")
    browser.driver.execute_cdp_cmd("Network.enable", {})
    online(True)
    choose(browser, path)
    browser.wait_text("The file is being sent")
    sent = lambda: browser.js("return document.querySelector('progress')?.value ?? 0")
    browser.wait(lambda: 3 < sent() < 90, "the bar does not move")
    assert re.search(r"\d+ %", browser.text(".importing [role=status]")), browser.text()
    online(False)
    browser.one("#go-on", 30)
    before = sent()
    assert 3 < before < 100, before
    network["uploadThroughput"] = -1
    online(True)
    browser.click("#go-on")
    browser.wait_text("The file is being read", seconds=60)
    # Nothing is sent twice: each piece was taken once, and they are the whole file. The answer to the piece at which the
    # line fell may be lost though the server has taken it: then it is the one that is missing among the answers.
    received = browser.js("""
        return performance.getEntriesByType("resource").filter(({ name, responseStatus }) =>
            name.includes("?at=") && responseStatus === 200).map(({ name }) => Number(name.split("?at=")[1]));
    """)
    pieces = list(range(0, os.path.getsize(path), 1 << 20))
    cut = before * os.path.getsize(path) / 100
    lost = [piece for piece in pieces if piece not in received]
    assert lost == [] or len(lost) == 1 and abs(lost[0] - cut) <= 1 << 20, (lost, cut)
    assert received == [piece for piece in pieces if piece not in lost], received
    read = []
    def is_shown():
        read.extend(each.text for each in browser.all(".importing [role=status]"))
        return any(re.search(r"\d+ % · [\d,]+ records", text) for text in read)
    browser.wait(is_shown, f"no progress is told but {read[-3:]}", 60)
    assert browser.all("#cancel-import")
    browser.wait(lambda: not browser.all(".importing"), "the export is not read", 120)
    assert not browser.all(".refused"), browser.text()
    dashboard_store = dashboard.database + "-health"
    status = subprocess.run([dashboard.command[0], "health", "status", "--health", dashboard_store, "--json"],
                            check=True, env=dashboard.environment, capture_output=True, text=True).stdout
    assert json.loads(status), status


@case
def health_import_cancelled(bench):
    """An import that is cancelled ends, and leaves nothing of itself."""
    dashboard, browser = bench.open()
    path = export(dashboard, "export.xml", length=("--size", "100M"))
    browser.go("/health")
    choose(browser, path)
    browser.wait_text("The file is being read", seconds=60)
    browser.click("#cancel-import")
    browser.wait(lambda: not browser.all(".importing"), "the import goes on", 20)
    browser.wait_text("Export All Health Data")
    assert not browser.all(".refused, .day"), browser.text()


@case
def health_without_room(bench):
    """Where the disk has no room for the file, the page says so in its language, and another one can be chosen."""
    dashboard = bench.dashboard()
    for language, sentence, again in [("en", "has not enough room for this file", "Try again"),
                                      ("de", "nicht genug Platz für diese Datei", "Nochmals versuchen")]:
        browser = bench.browser(dashboard, language=language, enters=False)
        browser.allow("507")
        dashboard.press("l")
        browser.enter(dashboard.next_link() if language == "de" else dashboard.link)
        browser.go("/health")
        browser.one("#choose-file")
        # The server of a test has a disk with space; its answer is another one here.
        browser.js("""
            const own = window.fetch;
            window.fetch = (address, request) => address === "/api/health/uploads"
                ? Promise.resolve(new Response('{"error":"no room"}', { status: 507 })) : own(address, request);
            window.own = own;
        """)
        wrong = f"{dashboard.home}/wrong-{language}.zip"
        pathlib.Path(wrong).write_bytes(b"PK\x03\x04")
        choose(browser, wrong)
        browser.wait_text(sentence, ".refused [role=alert]")
        browser.wait_text(again, ".refused")
        assert not browser.all(".importing, #go-on")
        browser.js("window.fetch = window.own")
        if language == "de":
            bring(browser, export(dashboard, "export.zip"))
            assert not browser.all(".refused")


@case
def health_of_a_newer_export(bench):
    """What another program imports appears on the open page by itself; prints after how long."""
    dashboard, browser = bench.open()
    first = export(dashboard, "a.zip", days_ago=10)
    second = export(dashboard, "b.zip", "--next", days_ago=10)
    browser.go("/health")
    bring(browser, first)
    before = browser.text(".days")
    subprocess.run([dashboard.command[0], "health", "import", second, "--health", dashboard.database + "-health"],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    began = time.monotonic()
    browser.wait(lambda: browser.text(".days") != before, "no change is shown", 20)
    print(f"shown after {time.monotonic() - began:.1f} s")


@case
def health_of_a_watched_folder(bench):
    """A file that is put into a watched folder appears on the open page by itself; prints after how long."""
    with tempfile.TemporaryDirectory() as inbox:
        dashboard = bench.dashboard("--watch", inbox)
        browser = bench.browser(dashboard)
        browser.go("/health")
        browser.wait_text("Export All Health Data")
        path = export(dashboard, "export.zip")
        began = time.monotonic()
        subprocess.run([dashboard.command[0], "health", "import", path, "--health", f"{dashboard.home}/other.sqlite"],
                       check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        import_seconds = time.monotonic() - began
        os.rename(path, f"{inbox}/export.zip")
        began = time.monotonic()
        browser.wait(lambda: browser.all(".days"), "no days appear", 30)
        seconds = time.monotonic() - began
        print(f"shown after {seconds:.1f} s; an import takes {import_seconds:.1f} s")


@case
def health_error_and_try_again(bench):
    """Where the server does not answer, the page says so, keeps what it shows, and tries again when it is told to."""
    dashboard, browser = bench.open()
    browser.allow("ERR_BLOCKED_BY_CLIENT")
    browser.go("/health")
    bring(browser, export(dashboard, "export.zip"))
    browser.driver.execute_cdp_cmd("Network.enable", {})
    def block(*urls):
        browser.driver.execute_cdp_cmd("Network.setBlockedURLs", {"urls": list(urls)})
    days = browser.text(".days")
    block("*/api/health/timeline*")
    browser.click("#refresh")
    browser.wait_text("Try again")
    browser.one("main [role=alert]")
    assert browser.text(".days") == days
    block()
    browser.click("#again")
    browser.wait(lambda: not browser.all("main [role=alert]"), "the error stays")
    assert browser.text(".days") == days
    for kind in ("recovery", "workout"):
        address = browser.attribute(f".day-entry.{kind}", "href")
        block("*/api/health/nights/*", "*/api/health/workouts/*")
        browser.click(f".day-entry.{kind}")
        browser.one("main [role=alert]")
        block()
        browser.click("main [role=alert] + button")
        browser.one("main .stats")
        assert browser.driver.current_url == address
        browser.driver.back()
        browser.one(".day-entry")
    block("*/api/health?*")
    browser.go("/health")
    browser.wait_text("Try again")
    block()
    browser.click("main [role=alert] + button")
    browser.one(".day-entry, #newest")


@case
def health_by_the_rules_of_axe(bench):
    """Days, a night, a workout and a refusal break no rule, at either size."""
    dashboard, browser = bench.open()
    wrong = f"{dashboard.home}/wrong.zip"
    pathlib.Path(wrong).write_bytes(b"PK\x03\x04 this is no archive" * 40)
    browser.go("/health")
    choose(browser, wrong)
    browser.one(".refused [role=alert]", 20)
    found = offences(browser, "a refusal")
    bring(browser, export(dashboard, "export.zip"))
    browser.one(".trend svg", 20)
    hrefs = [browser.attribute(f".day-entry.{kind}", "href") for kind in ("recovery", "workout")]
    for size in ("phone", "desktop"):
        browser.size(size)
        found += offences(browser, f"days {size}")
    for address in hrefs:
        browser.driver.get(address)
        browser.one("main .stats")
        for size in ("phone", "desktop"):
            browser.size(size)
            found += offences(browser, f"{browser.path()} {size}")
    assert not found, "\n".join(sorted(set(found)))


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
    choose(browser, export(dashboard, "export.zip"))
    # The days of a new export are shown at once.
    browser.one(".day-entry", 60)
    assert not browser.all(".refused, #newest")


@case
def health_is_for_owners(bench):
    """A link to watch shows no health records, and the server gives it none."""
    dashboard, owner = bench.open()
    owner.go("/health")
    bring(owner, export(dashboard, "export.zip"))
    hrefs = [owner.attribute(f".day-entry.{kind}", "href")[len(owner.address):]
              for kind in ("recovery", "workout")]
    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.allow("/api/health")
    watcher.enter(dashboard.next_link())
    watcher.go("/health")
    watcher.wait_text("It shows no health records")
    assert owner.all("nav a[href='/health']") and not watcher.all("nav a[href='/health']")
    # The server's own list of routes is gone through by HealthFeatureTests.
    days = "from=2026-01-01&to=2026-01-02&today=2026-01-02"
    for method, path in [
            ("GET", ""), ("GET", "/timeline?" + days), ("GET", "/trends?days=7&today=2026-01-02"),
            ("GET", "/review?today=2026-01-02"),
            ("GET", "/nights/2026-01-01"), ("GET", "/workouts/0123456789abcdef"), ("POST", "/cancel"),
            ("POST", "/uploads"), ("GET", "/uploads/x"), ("PUT", "/uploads/x?at=0"), ("DELETE", "/uploads/x"),
            ("POST", "/uploads/x/import")]:
        status = watcher.js("return fetch(arguments[1], { method: arguments[0] }).then(({ status }) => status)",
                            method, "/api/health" + path)
        assert status == 403, (method, path, status)
    for href in hrefs:
        watcher.go(href)
        watcher.wait_text("see no health records", "main [role=alert]")
        assert not watcher.all("main .stats")


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
    def is_narrow():
        width = browser.js("return document.documentElement.scrollWidth")
        assert width <= 360, (browser.path(), width)
    is_narrow()
    for kind, word in [("recovery", "Schlafphasen"), ("workout", "Mittlere Herzfrequenz")]:
        browser.js(f"document.querySelector('.day-entry.{kind}').focus()")
        ActionChains(browser.driver).send_keys(Keys.ENTER).perform()
        browser.wait_path("/(night|workout)/.+")
        browser.wait_text(word)
        assert browser.js("return document.activeElement.tagName") == "H1"
        is_narrow()
        browser.driver.back()
        browser.one(".day-entry")
        is_narrow()


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
    def scroll():
        """Scrolls from the top to the bottom as a wheel does; gives ms of script of each frame."""
        browser.js("scrollTo(0, 0)")
        height = browser.js("return document.body.scrollHeight")
        with traced(browser) as (frames, tools):
            tools.call("Input.synthesizeScrollGesture", x=300, y=400, yDistance=-height, speed=int(height / 8),
                       gestureSourceType="mouse")
        assert browser.js("return scrollY + innerHeight > 0.9 * document.body.scrollHeight"), "it did not scroll"
        return frames.script_ms
    script = scroll()
    print(f"{len(script)} frames while a year scrolled; most script: {max(script):.2f} ms")
    assert len(script) > 60 and max(script) <= 16, sorted(script)[-5:]
    # What is measured is the script of frames: a page that works while it scrolls is found.
    browser.js("""
        addEventListener("scroll", () => {
            const until = performance.now() + 60;
            while (performance.now() < until) Math.sqrt(until);
        });
    """)
    script = scroll()
    assert max(script) > 16, sorted(script)[-5:]
