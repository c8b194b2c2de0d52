"""One session at a time: what a page says where another program has one, and what the person may do."""

import signal
import subprocess

from bench import case
from browser import SIZES
from cases_access import offences


class TerminalSession:
    """`hrv live` on the history of a dashboard, with the beats of a bridge."""

    def __init__(self, bench, dashboard):
        path = dashboard.home + "/live"
        self.process = subprocess.Popen(
            [bench.tool, "live", "--bridge", "unix:" + path, "--database", dashboard.database],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dashboard.environment)
        bench.helpers.append(self)
        self.bridge = bench.bridge(path)
        self.bridge.device()
        self.bridge.beat()

    @property
    def is_running(self):
        return self.process.poll() is None

    def end(self):
        """As a person ends it."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(20)

    def close(self):
        self.process.kill()
        self.process.wait()


def someone_elses(bench):
    """A dashboard, a session of a terminal that is kept already, and a page that is told of it."""
    dashboard = bench.dashboard()
    session = TerminalSession(bench, dashboard)
    browser = bench.browser(dashboard)
    browser.allow("409")
    browser.js("localStorage.setItem('resonance.notice-read', 'true')")
    browser.wait(lambda: browser.js("""
        return fetch("/api/sessions?limit=1").then((answer) => answer.json()).then(({ total }) => total);
    """), "the session of the terminal is not kept", 20)
    request_session(browser)
    return session, browser


def request_session(browser):
    """Wishes for a session, and is asked what is to become of the other one."""
    browser.go("/")
    # A simulated session would run beside the other one.
    browser.begin("none", is_first=False)
    browser.wait_text("A session is running already", "dialog")


@case
def another_is_left_alone(bench):
    """The other session is named; who cancels changes nothing, and is where they were."""
    session, browser = someone_elses(bench)
    browser.wait_text("in a terminal", "dialog")
    for size in SIZES:
        browser.size(size)
        found = offences(browser, size)
        assert not found, found
        assert browser.js("return document.documentElement.scrollWidth <= innerWidth"), size
    # The first answer has the focus, and it ends nothing.
    assert browser.js("return document.activeElement.dataset.answer") == "watch"
    browser.choose("no")
    assert browser.path() == "/" and session.is_running
    browser.wait(lambda: browser.js("return document.activeElement.id") == "begin", "the focus is lost")


@case
def another_is_watched(bench):
    """The entry of the other session is shown, grows, and says when it has ended."""
    session, browser = someone_elses(bench)
    browser.choose("watch")
    browser.wait_path("/summary/.+")
    browser.wait_text("running", ".page-head")
    assert not browser.all("#delete")
    first = browser.text(".stat.duration")
    browser.wait(lambda: browser.text(".stat.duration") != first, "the entry does not grow", 15)
    session.end()
    browser.one("#delete", 15)
    assert "running" not in browser.text(".page-head")


@case
def another_is_ended(bench):
    """After an explicit answer the other session ends and is kept, and the wished one begins."""
    session, browser = someone_elses(bench)
    browser.choose("take")
    browser.wait_path(r"/session")
    browser.wait(lambda: browser.text(".phase").upper() in ("INHALE", "HOLD", "EXHALE"), "no phase is shown", 15)
    browser.wait(lambda: not session.is_running, "the other session goes on", 15)
    browser.go("/history")
    browser.wait(lambda: len(browser.all(".session-link")) == 1, "the other session is not in the history")
    assert "running" not in browser.text(".session-link")


@case
def place_taken_by_another_page(bench):
    """Whose session another dashboard ends is told so, until they leave what is kept of it."""
    dashboard = bench.dashboard("--bridge", "unix:{home}/bridge")
    first = bench.browser(dashboard)
    first.begin("bridge")
    bridge = bench.bridge(dashboard.home + "/bridge")
    bridge.device()
    bridge.beat()
    first.click("#begin-anyway")
    first.wait(lambda: first.text(".figure .number").isdigit(), "no heart rate is shown", 20)
    second = bench.browser(bench.dashboard(beside=dashboard))
    second.allow("409")
    second.js("localStorage.setItem('resonance.notice-read', 'true')")
    request_session(second)
    second.wait_text("on a page", "dialog")
    second.choose("take")
    second.wait_path(r"/session")
    first.wait_path("/summary/.+")
    first.wait_text("Another program or page has taken this session's place", ".aftermath")
    first.click("nav a[href='/history']")
    first.wait_path("/history")
    assert not first.all(".aftermath")
