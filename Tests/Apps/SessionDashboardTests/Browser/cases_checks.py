"""Before a session with a sensor: what is checked, what the person may do, and that it begins by itself."""

from selenium.webdriver.support.ui import Select

from bench import case
from browser import SIZES
from cases_access import CONTRAST, FOCUSED, offences

SOCKET = "{home}/bridge"


def begin(bench):
    """A dashboard to which bridges come, and a page that has begun a session with one; no bridge is there yet."""
    dashboard = bench.dashboard("--bridge", "unix:" + SOCKET)
    browser = bench.browser(dashboard)
    browser.begin("bridge")
    browser.wait_path("/session")
    browser.wait_text("Before the session")
    return dashboard, browser


def bridge_to(bench, dashboard):
    return bench.bridge(SOCKET.replace("{home}", dashboard.home))


def judge(browser):
    """The rules of axe, contrast and width for what is shown, at either size."""
    for size in SIZES:
        browser.size(size)
        found = offences(browser, size)
        assert not found, found
        low = [each for each in browser.js(CONTRAST) if each[1] < 4.5]
        assert not low, low
        assert browser.js("return document.documentElement.scrollWidth <= innerWidth"), size


def states(browser):
    """How the four checks stand, in their order."""
    return [each.get_attribute("class") for each in browser.all(".checks li")]


def is_running(browser):
    return browser.all(".session .phase")


def heart_rate(browser):
    text = browser.text(".figure .number")
    return int(text) if text.isdigit() else None


@case
def checks_until_it_begins(bench):
    """What is missing is told with what to do; after ten good seconds the session begins by itself."""
    dashboard, browser = begin(bench)
    browser.wait_text("Nothing from the bridge yet")
    assert states(browser) == ["open", "waiting", "waiting", "waiting"], states(browser)
    assert "paused" not in browser.text("body").lower()
    judge(browser)
    bridge = bridge_to(bench, dashboard)
    bridge.device()
    browser.wait_text("Connected to Polar H10 1234")
    bridge.say(type="battery", dev="0", pct=12)
    browser.wait_text("Battery 12 %. Change it soon.")
    bridge.say(type="rr", dev="0", rr_ms=[], hr=0, contact=False)
    browser.wait_text("No skin contact")
    assert states(browser)[:3] == ["done", "open", "warning"], states(browser)
    judge(browser)
    bridge.beat()
    browser.wait_text("of 10 s good", seconds=20)
    assert not is_running(browser)
    browser.wait(lambda: is_running(browser), "it does not begin by itself", 30)
    minutes, seconds = map(int, browser.text(".clock").split(" /")[0].split(":"))
    assert 60 * minutes + seconds < 8, "the checks count as a part of the session"
    assert not browser.all(".checks, #begin-anyway, #cancel")
    assert browser.js(FOCUSED) == "Session", browser.js(FOCUSED)
    browser.wait(lambda: browser.text(".phase").upper() in ("INHALE", "HOLD", "EXHALE"), "no phase is shown", 15)
    browser.wait(lambda: heart_rate(browser), "no heart rate is shown", 15)
    browser.click("#end")
    browser.choose("end")
    browser.wait_path("/summary/.+")


@case
def begun_anyway(bench):
    """Whoever does not want to wait begins, and the focus is on the heading of what is then shown."""
    dashboard, browser = begin(bench)
    bridge = bridge_to(bench, dashboard)
    bridge.device()
    browser.wait_text("Connected to Polar H10 1234")
    browser.js("document.getElementById('begin-anyway').focus()")
    browser.click("#begin-anyway")
    browser.wait(lambda: is_running(browser), "it does not begin")
    assert browser.js(FOCUSED) == "Session", browser.js(FOCUSED)
    assert browser.text(".phase").upper() != "PAUSED"
    bridge.beat()
    browser.wait(lambda: heart_rate(browser), "no heart rate is shown", 20)


@case
def cancelled_before_it_begins(bench):
    """What is cancelled before its beginning leaves nothing behind."""
    dashboard, browser = begin(bench)
    bridge = bridge_to(bench, dashboard)
    bridge.device()
    bridge.beat()
    browser.wait_text("of 10 s good", seconds=20)
    browser.click("#cancel")
    browser.wait_path("/")
    browser.wait_text("No sessions yet")
    browser.go("/history")
    browser.wait_text("No sessions yet")
    browser.go("/session")
    browser.wait_text("No session is running")


@case
def which_device_counts(bench):
    """Where a bridge has two devices the person chooses, before the session and in it."""
    dashboard, browser = begin(bench)
    bridge = bridge_to(bench, dashboard)
    bridge.device("0", "Polar H10 1234")
    bridge.device("1", "Verity Sense")
    bridge.beat("0", bpm=60)
    bridge.beat("1", bpm=80)
    browser.wait(lambda: len(browser.all("fieldset.devices input")) == 2, "there is no choice of devices", 20)
    assert "Which device counts Polar H10 1234 Verity Sense" in browser.text("fieldset.devices")
    browser.all("fieldset.devices input")[1].click()
    browser.wait(lambda: browser.all("fieldset.devices label:nth-child(2) :checked"), "the choice is not shown")
    browser.click("#begin-anyway")
    browser.wait(lambda: is_running(browser), "it does not begin")
    judge(browser)
    browser.wait(lambda: 76 <= (heart_rate(browser) or 0) <= 84, "the second device does not count", 30)
    select = Select(browser.one("select.devices"))
    assert select.first_selected_option.text == "Verity Sense"
    select.select_by_visible_text("Polar H10 1234")
    browser.wait(lambda: 56 <= (heart_rate(browser) or 0) <= 64, "the first device does not count", 30)
    assert select.first_selected_option.text == "Polar H10 1234"


@case
def watching_the_checks(bench):
    """A link to watch: the checks are seen, and nothing of them acts."""
    dashboard, browser = begin(bench)
    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.enter(dashboard.next_link())
    watcher.go("/session")
    watcher.wait_text("Nothing from the bridge yet")
    assert not watcher.all("#begin-anyway, #cancel")
    judge(watcher)
    watcher.go("/follow")
    watcher.wait(lambda: watcher.text(".phase").upper() == "WAITING FOR THE SENSOR", "the small screen is not waiting")
    watcher.go("/session")
    browser.click("#begin-anyway")
    watcher.wait(lambda: is_running(watcher), "the beginning is not shown to all")
