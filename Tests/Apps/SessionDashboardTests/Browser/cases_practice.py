"""Practices on the page: begun, led, ended, taken from others and taken up again."""

import json
import sqlite3
import subprocess
import time

from bench import case
from browser import SIZES
from cases_access import offences

READ = "localStorage.setItem('resonance.notice-read', 'true')"


class TerminalPractice:
    """`hrv practice timer` on the history of a dashboard, silent."""

    def __init__(self, bench, dashboard, *options):
        self.process = subprocess.Popen(
            [bench.tool, "practice", "timer", "--player", "none", "--allow-sleep", "--title", "Morning",
             "--database", dashboard.database, *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dashboard.environment)
        bench.helpers.append(self)

    @property
    def is_running(self):
        return self.process.poll() is None

    def close(self):
        self.process.kill()
        self.process.wait()


def entries(dashboard):
    """What the history has of practices."""
    with sqlite3.connect(dashboard.database) as history:
        return history.execute("SELECT title, state, mindful_ms FROM practice ORDER BY started_ms").fetchall()


def begin(browser, address="/practice?kind=timer&minutes=15&then=3&prepare=0"):
    browser.go(address)
    browser.click("#begin-practice")


def begun(browser, word="Sitting"):
    browser.wait_path("/practice/now")
    browser.wait(lambda: browser.text(".now .phase").lower() == word.lower(), f"{word} is not shown", 15)


def choose_heart(browser, source):
    """Opens the rest of the fields, and chooses what is heard beside the practice."""
    browser.one(".more")
    browser.js("""
        document.querySelector(".more").open = true;
        const select = document.querySelector("[data-field=heart]");
        select.value = arguments[0];
        select.dispatchEvent(new Event("change"));
    """, source)


def press(browser, key):
    browser.js("""
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: arguments[0], bubbles: true, cancelable: true}));
    """, key)


@case
def practice_from_begin_to_end(bench):
    """A sit is begun by its address and led by keys; its program is killed, and it goes on, ends and is kept."""
    dashboard, browser = bench.open("--autoplay-policy=no-user-gesture-required")
    browser.allow("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|/live|401")
    browser.go("/practice?kind=timer&minutes=20&then=0&prepare=0&title=Evening")
    browser.wait_text("20:00 in all")
    # An address fills the fields in, and begins nothing.
    assert browser.path().startswith("/practice?")
    browser.click("#begin-practice")
    begun(browser)
    assert browser.text(".now-title") == "Evening"
    browser.wait(lambda: browser.driver.title.startswith("19:5"), "the title shows no time")
    press(browser, " ")
    browser.wait(lambda: browser.text(".now .phase").lower() == "paused", "the pause is not shown")
    stood = browser.text("#left")
    assert "Paused" in browser.js("return document.getElementById('spoken').textContent")
    press(browser, " ")
    begun(browser)
    assert browser.text("#left") <= stood
    browser.click("#extend")
    browser.wait(lambda: browser.text("#left").startswith("24:"), "it does not become longer")
    browser.click("#one-track")
    browser.wait(lambda: browser.js("""
        return performance.getEntriesByType("resource").some(({ name }) => name.includes("/api/practice/track"));
    """), "the track is not played")
    press(browser, "m")
    browser.wait(lambda: browser.text("#mute") == "Sound on", "it is not muted")
    # A row is there from the beginning; it is written again every 10 s, and shorter than that it is no entry.
    browser.wait(lambda: any(mindful >= 10_000 for _, _, mindful in entries(dashboard)), "no 10 s are stored", 40)
    dashboard.kill()
    dashboard.start(dashboard.port)
    browser.go("/practice")
    browser.wait_text("Evening was interrupted", ".resume", 20)
    browser.click("#resume")
    begun(browser)
    # The time in between has passed.
    left = browser.text("#left")
    assert "24:00" < left <= "24:50", left
    press(browser, "e")
    browser.choose("end")
    browser.wait_text("Evening: 1", "#ended")
    (title, state, mindful), = entries(dashboard)
    assert (title, state) == ("Evening", "ended") and mindful >= 10_000


@case
def practice_against_a_terminal(bench):
    """A page sees the terminal's practice and takes its place, and the terminal takes it back."""
    dashboard, browser = bench.open()
    browser.allow("409")
    terminal = TerminalPractice(bench, dashboard)
    browser.go("/practice/now")
    browser.wait_text("Morning", ".now-title")
    browser.wait_text("in a terminal", ".where")
    browser.wait(lambda: browser.text("#left").startswith("14:5"), "the time left is not shown", 15)
    begin(browser)
    browser.wait_text("A practice is running already", "dialog")
    browser.choose("watch")
    browser.wait_path("/practice/now")
    browser.click("#pause")
    browser.wait(lambda: browser.text(".now .phase").lower() == "paused", "the terminal does not pause", 15)
    begin(browser)
    browser.choose("take")
    begun(browser)
    browser.wait(lambda: not terminal.is_running, "the terminal goes on", 15)
    assert browser.text(".now-title") == "Sit"
    again = TerminalPractice(bench, dashboard, "--force")
    browser.wait_text("Morning", ".now-title")
    assert again.is_running


@case
def practice_watched(bench):
    """A link to watch shows the practice, and nothing that leads it."""
    dashboard, leader = bench.open()
    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.enter(dashboard.next_link())
    watcher.go("/practice")
    watcher.one(".wheels")
    assert not watcher.all("#begin-practice, #keep-preset")
    leader.js(READ)
    begin(leader, "/practice?kind=breathe&preset=box&repetitions=20&prepare=0")
    leader.wait_path("/practice/now")
    watcher.go("/practice/now")
    watcher.wait(lambda: watcher.text(".now .phase").upper() in ("INHALE", "HOLD", "EXHALE"), "no phase is shown", 15)
    assert watcher.text(".now-title") == "Box breathing"
    assert not watcher.all("#pause, #next, #end, #extend")
    press(watcher, " ")
    assert "Paused" not in watcher.text(".now .phase")


@case
def practice_unsound(bench):
    """A plan that cannot be is refused at its field; a preset of one's own is kept and chosen."""
    _, browser = bench.open()
    browser.allow("422")
    begin(browser, "/practice?kind=interval&work=2&rest=0&rounds=3&prepare=0")
    browser.wait_text("Work: 5 to 3600 s", ".begin .error")
    assert browser.js("return document.activeElement.dataset.field") == "work"
    browser.go("/practice?kind=interval&work=20&rest=10&rounds=8&prepare=0")
    browser.one(".more")
    browser.js("document.querySelector('.more').open = true; document.getElementById('practice-title').value = 'Tabata'")
    browser.click("#keep-preset")
    browser.wait_text("Tabata", ".presets")
    browser.go("/practice?kind=interval&preset=tabata")
    browser.one("[data-preset=tabata][aria-pressed=true]")
    browser.wait_text("3:50 in all")
    browser.click("#begin-practice")
    browser.wait_path("/practice/now")
    browser.wait_text("Work 1", ".now .phase")
    browser.click("#next")
    browser.wait_text("Rest", ".now .phase")


@case
def practice_on_small_screens(bench):
    """No screen of practice is wider than its window, in both languages, and axe finds nothing."""
    _, browser = bench.open(language="de")
    browser.js(READ)

    def look():
        for width in (240, 360, 1280):
            browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": width < 1000})
            assert browser.js("return document.documentElement.scrollWidth <= innerWidth"), (browser.path(), width)
        for size in SIZES:
            browser.size(size)
            found = offences(browser, size)
            assert not found, found

    for kind, word in [("timer", "Dann ankommen"), ("breathe", "Nochmals halten"), ("interval", "Training")]:
        browser.go(f"/practice?kind={kind}")
        browser.wait_text(word)
        choose_heart(browser, "simulated")
        look()
    choose_heart(browser, "strap")
    look()
    browser.wait_text("Üben", "nav")
    browser.go("/practice?kind=breathe&preset=box&prepare=0")
    choose_heart(browser, "simulated")
    browser.click("#begin-practice")
    begun(browser, "Einatmen")
    browser.wait(lambda: "/min" in browser.text("#heart"), "the heart rate is not shown", 20)
    look()
    browser.click("#end")
    browser.choose("cancel")
    browser.wait_text("Nichts wird behalten")
    look()


MEASURED = """
    return import("/app/core/practice-audio.js").then(({ practiceAudio }) => practiceAudio.measured);
"""


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def report(name, cues):
    late = [1000 * abs(each["late"]) for each in cues]
    print(f"{name}: {len(late)} cues, off by p50 {percentile(late, 0.5):.1f} ms, p99 {percentile(late, 0.99):.1f} ms, "
          f"max {max(late):.1f} ms", flush=True)


def measured_after(browser, wait, min_count):
    """Cues that were measured when so many more are there."""
    before = len(browser.js(MEASURED))
    wait()
    browser.wait(lambda: len(browser.js(MEASURED)) >= before + min_count, "too few cues are heard", 40)
    return browser.js(MEASURED)[before:]


CLOCK = """
    return import("/app/core/practice.js").then(({ practice }) => practice.now());
"""


@case
def practice_cues_on_time(bench):
    """Cues come when they are due, whether the page is seen, hidden, throttled or was frozen; each comes once."""
    dashboard = bench.dashboard()
    browser = bench.browser(
        dashboard, "--autoplay-policy=no-user-gesture-required",
        "--enable-features=IntensiveWakeUpThrottling:grace_period_seconds/10")
    # A frozen page loses its line.
    browser.allow("/live")
    begin(browser, "/practice?kind=interval&work=5&rest=5&rounds=99&prepare=0")
    begun(browser, "Work 1")
    browser.wait(lambda: browser.js(MEASURED), "nothing is heard", 20)
    before = time.clock_gettime(time.CLOCK_BOOTTIME)
    said = browser.js(CLOCK)
    after = time.clock_gettime(time.CLOCK_BOOTTIME)
    print(f"the server's clock, as the page knows it: {1000 * (said - before):.1f} ms of {1000 * (after - before):.1f} ms")
    assert before - 0.05 < said < after + 0.05
    report("visible", measured_after(browser, lambda: time.sleep(3), 4))
    other = browser.driver.execute_cdp_cmd("Target.createTarget", {"url": "about:blank"})["targetId"]
    browser.driver.execute_cdp_cmd("Target.activateTarget", {"targetId": other})
    browser.wait(lambda: browser.js("return document.hidden"), "the page is not hidden")
    report("hidden", measured_after(browser, lambda: time.sleep(5), 4))
    time.sleep(5)
    report("throttled", measured_after(browser, lambda: time.sleep(5), 4))
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen"})
    time.sleep(7)
    started = time.monotonic()
    browser.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "active"})
    browser.driver.execute_cdp_cmd("Page.bringToFront", {})
    shown = browser.js("""
        return new Promise((done) => requestAnimationFrame(() => setTimeout(() => import("/app/core/practice.js").then(
            ({ practice }) => done([document.getElementById("left").textContent, practice.time()])))));
    """)
    print(f"after a freeze of 7 s: {shown} within {time.monotonic() - started:.2f} s", flush=True)
    assert shown[0] == shown[1], shown
    # Of the changes that passed in it the newest one sounds once.
    browser.wait_text("while this page stood still", "#notices")
    report("after a freeze", measured_after(browser, lambda: time.sleep(3), 4))
    heard = [(round(each["at"], 3), each["name"]) for each in browser.js(MEASURED)]
    assert len(set(heard)) == len(heard), json.dumps(heard)
