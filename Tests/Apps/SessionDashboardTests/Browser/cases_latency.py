"""Beats that arrive late: where the trace is drawn, and what is said of it.

The latencies are put into what the server sends: a session that estimates one takes minutes.
"""

from bench import case

LATE = """
    window.late = { latency: 20, latencyDeviation: 0.3, latencyMeasured: false };
    const parse = JSON.parse;
    JSON.parse = (...of) => {
        const found = parse(...of);
        if (found?.type === "figures") Object.assign(found, window.late);
        const { latency: seconds, latencyDeviation: deviationSeconds } = window.late;
        if (found?.session && found.beats) found.session.latency = { seconds, deviationSeconds };
        return found;
    };
"""
# How far right something is drawn, as a share of the width; null where nothing is.
END = """
    const { width, height } = arguments[0];
    if (width === 0 || height === 0) return null;
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(arguments[0], 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let last = null;
    for (let place = 3; place < data.length; place += 4) {
        if (data[place] > 0) last = Math.max(last ?? 0, ((place - 3) / 4) % width);
    }
    return last === null ? null : (last + 1) / width;
"""
# A trace whose last point arrived 5 s ago, on 600 pixels for 60 s, with several latencies.
MODULE = f"const end = function () {{{END}}};" + """
    return import("/app/session/strip.js").then(({ Strip }) => {
        const canvas = Object.assign(document.createElement("canvas"), { width: 600, height: 60 });
        const strip = new Strip(canvas, 1);
        const points = Array.from({ length: 50 }, (_, number) => [46 + number, 40 + (number % 7)]);
        return arguments[0].map((latency) => {
            strip.draw(points, 100, 1, latency);
            return 600 * end(canvas);
        });
    });
"""
WORDS = """
    return Promise.all([import("/app/core/latency.js"), import("/app/core/language.js")]).then(
        ([{ latencyText }, { speak }]) => ["en", "de"].map((language) => {
            speak(language);
            return [["strap", 2.6, 0.3], ["webBluetooth", 2.6, 0.3], ["bridge", -0.04, 0.25], ["strap", null, null]]
                .map((of) => latencyText(...of));
        }));
"""


def trace_end(browser):
    return browser.js(END, browser.one("canvas.strip"))


def wait_end(browser, share):
    """At five times the speed the newest 5 s slide in; the share of 60 s beside them and the latency stays empty."""
    browser.wait(lambda: abs((trace_end(browser) or 0) - share) < 0.03, f"the trace does not end at {share:.2f}", 30)


@case
def late_beats(bench):
    """The trace is drawn at the times of its beats, which the latency moves, and the latency is said once measured."""
    _, browser = bench.open()
    ends = browser.js(MODULE, [0, 2.6, 6, -0.5])
    for found, wanted in zip(ends, [550, 524, 490, 555]):
        assert abs(found - wanted) <= 3, ends
    english, german = browser.js(WORDS)
    assert english == ["your strap is 2.6 s late (± 0.3)"] * 2 + ["beats arrive 0.0 s late (± 0.3)", None], english
    assert german == ["Ihr Gurt meldet 2,6 s verspätet (± 0,3)"] * 2 + [
        "Schläge kommen 0,0 s verspätet an (± 0,3)", None], german
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LATE})
    browser.go("/session?seed=33&speed=5")
    browser.begin()
    wait_end(browser, 1 - 25 / 60)
    assert "s late" not in browser.text(".sensor")
    # What was drawn before moves too.
    browser.js("Object.assign(window.late, { latency: 40, latencyMeasured: true })")
    browser.wait_text("beats arrive 40.0 s late (± 0.3)", ".sensor")
    wait_end(browser, 1 - 45 / 60)
    browser.click("#end")
    browser.choose("end")
    browser.wait_path("/summary/.+")
    browser.wait_text("beats arrive 40.0 s late (± 0.3)", ".page-head")
