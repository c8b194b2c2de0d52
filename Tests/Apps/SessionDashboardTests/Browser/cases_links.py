"""Lines that fall, and several who look at once."""

import time

from bench import case


def phase(browser):
    return browser.text(".phase").upper()


@case
def server_restarted(bench):
    """The page finds the server again by itself, and says so meanwhile."""
    dashboard, browser = bench.open()
    browser.allow("ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|/live|401")
    browser.go("/session?seed=3&speed=4")
    browser.begin()
    browser.wait(lambda: phase(browser) == "EXHALE", "no phase is shown", 15)
    browser.wait(lambda: browser.text(".figure .number") != "–", "no heart rate is shown", 15)
    dashboard.kill()
    browser.wait_text("connection to the dashboard is lost", seconds=5)
    first = phase(browser)
    browser.wait(lambda: phase(browser) != first, "pacing stops with the line", 15)
    dashboard.stop()
    dashboard.start(dashboard.port)
    # The session did not live through it: what was kept of it is shown.
    browser.wait_path("/summary/.+", seconds=20)
    browser.wait_text("interrupted")
    browser.go("/session?seed=4")
    browser.begin(is_first=False)
    browser.wait(lambda: phase(browser) == "INHALE", "no phase is shown", 15)


@case
def line_that_falls(bench):
    """A line that is cut comes back by itself, and pacing meets where it was left."""
    _, browser = bench.open()
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.lines = [];
        window.WebSocket = class extends WebSocket {
            constructor(...of) { super(...of); window.lines.push(this); }
        };
    """})
    browser.go("/session?seed=3")
    browser.begin()
    browser.wait(lambda: phase(browser) == "EXHALE", "no phase is shown", 15)
    # It may be back before anybody looks.
    browser.js("""
        window.isToldLost = false;
        new MutationObserver(() => {
            if (document.body.textContent.includes("connection to the dashboard is lost")) window.isToldLost = true;
        }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
        window.lines[0].close();
    """)
    browser.wait(lambda: browser.js("return window.isToldLost"), "nobody says that the line is lost")
    browser.wait(
        lambda: not browser.all(".banner:not([hidden])"), "the line does not come back by itself", 30)
    browser.wait(lambda: phase(browser) in ("INHALE", "HOLD", "EXHALE"), "no phase is shown")


@case
def two_watchers(bench):
    """Two pages show the same phase; the session goes on when one closes, and ends for all at once."""
    dashboard, first = bench.open()
    main = first.driver.current_window_handle
    first.driver.switch_to.new_window("window")
    first.go("/follow")
    other = first.driver.current_window_handle
    first.driver.switch_to.window(main)
    first.go("/session?seed=5")
    first.begin()
    first.wait(lambda: phase(first) in ("INHALE", "EXHALE"), "no phase is shown", 15)
    script = """
        return import("/app/core/live.js").then(({ live }) => {
            const phase = live.phase();
            return phase && {name: phase.phase, end: performance.timeOrigin + performance.now() + 1000 * phase.remaining};
        });
    """
    here = first.js(script)
    first.driver.switch_to.window(other)
    there = first.js(script)
    if here["name"] == there["name"]:
        # As near as their clocks know the server's, on a busy machine too.
        assert abs(here["end"] - there["end"]) < 150, (here, there)
    assert first.text(".follow .phase").upper() in ("INHALE", "HOLD", "EXHALE")
    first.driver.close()
    first.driver.switch_to.window(main)
    first.driver.switch_to.new_window("window")
    first.go("/session")
    first.wait(lambda: phase(first) in ("INHALE", "HOLD", "EXHALE"), "a later watcher sees nothing", 15)
    watcher = first.driver.current_window_handle
    time.sleep(4)
    first.driver.switch_to.window(main)
    first.click("#end")
    first.choose("end")
    for handle in (main, watcher):
        first.driver.switch_to.window(handle)
        first.wait_path("/summary/.+")


@case
def page_closed(bench):
    """The session goes on while nobody looks."""
    _, browser = bench.open()
    browser.go("/session?seed=6&speed=10")
    browser.begin()
    browser.wait(lambda: phase(browser) in ("INHALE", "EXHALE"), "no phase is shown", 15)
    browser.driver.get("about:blank")
    time.sleep(2)
    browser.go("/session")
    browser.wait(lambda: phase(browser) in ("INHALE", "HOLD", "EXHALE"), "the session is gone", 15)
    passed = browser.text(".clock").split(" /")[0]
    minutes, seconds = map(int, passed.split(":"))
    assert 60 * minutes + seconds >= 20, passed
