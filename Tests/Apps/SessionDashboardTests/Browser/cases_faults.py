"""What is not kept of a session is told, in it and after it.

A disk that is full is not to be had here: the messages that the server then sends are put into the page's line.
"""

import json
import time

from bench import case

LINES = """
    window.lines = [];
    window.WebSocket = class extends WebSocket {
        constructor(...of) { super(...of); window.lines.push(this); }
    };
"""
LOG = "the log at /tmp/a.beatline is cut: No space left on device"
HISTORY = "the history is cut: disk I/O error"


def begin(bench, query):
    _, browser = bench.open()
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LINES})
    browser.go("/session" + query)
    browser.begin()
    browser.wait(lambda: browser.text(".figure .number").isdigit(), "no heart rate is shown", 15)
    return browser


def deliver(browser, **message):
    """A message of the server arrives."""
    browser.js("window.lines.at(-1).dispatchEvent(new MessageEvent('message', {data: arguments[0]}))",
               json.dumps(message))


@case
def fault_until_the_end(bench):
    """The newest sentence about what is not kept stays in the banner, and other notices go by themselves."""
    browser = begin(bench, "?seed=31")
    deliver(browser, type="notice", code="history", text=HISTORY)
    deliver(browser, type="notice", code="log", text=LOG)
    deliver(browser, type="notice", code="bad_rr", text="an interval of 0 ms")
    browser.wait_text("an interval of 0 ms", "#notices")
    assert browser.text(".banner") == LOG
    time.sleep(8)
    assert not browser.text("#notices") and browser.text(".banner") == LOG
    browser.js("window.lines.at(-1).close()")
    browser.wait(lambda: len(browser.js("return window.lines.map((each) => each.readyState)")) > 1, "no line comes back")
    browser.wait(lambda: browser.text(".banner") == LOG, "the sentence is lost with the line")


@case
def faults_after_the_end(bench):
    """What was not kept is listed on the next screen, until the person leaves it."""
    browser = begin(bench, "?seed=32")
    deliver(browser, type="ended", id=None, faults=[LOG, HISTORY], reason="source", text="the strap is out of reach")
    browser.wait_path("/")
    browser.wait(lambda: browser.all(".aftermath"), "nothing is said of the end")
    assert browser.text(".aftermath") == f"the strap is out of reach Not all of this session was kept: {LOG} {HISTORY}"
    time.sleep(8)
    assert browser.all(".aftermath")
    browser.click("nav a[href='/history']")
    browser.wait_path("/history")
    browser.click("nav a[href='/']")
    browser.wait_path("/")
    assert not browser.all(".aftermath")
