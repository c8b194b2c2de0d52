"""What a frame costs, and whether the bloom moves by the schedule alone."""

import time

from bench import case
from devtools import DevTools


def median(values):
    values = sorted(values)
    return values[len(values) // 2]


@case
def frames_are_cheap(bench):
    """The page's own work for a frame: 4 ms at most in the middle of the browser's trace."""
    _, browser = bench.open()
    browser.go("/session?seed=7")
    browser.begin()
    browser.wait(lambda: browser.text(".phase").upper() == "INHALE", "no phase is shown", 15)
    tools = DevTools(browser.driver)
    tools.call("Tracing.start", categories="devtools.timeline", transferMode="ReportEvents")
    time.sleep(8)
    tools.call("Tracing.end")
    events = []
    while True:
        try:
            events += tools.wait("Tracing.dataCollected", 2)["value"]
        except AssertionError:
            break
    tools.close()
    frames = [event.get("tdur", event["dur"]) / 1000 for event in events if event["name"] == "FireAnimationFrame"]
    assert len(frames) > 100, f"{len(frames)} frames"
    rest = sum(event.get("tdur", event.get("dur", 0)) / 1000 for event in events
               if event["name"] in ("UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"))
    print(f"{len(frames)} frames in 8 s; script: median {median(frames):.2f} ms, "
          f"95 % {sorted(frames)[int(0.95 * len(frames))]:.2f} ms; style, layout and paint: "
          f"{rest / len(frames):.2f} ms a frame")
    assert median(frames) + rest / len(frames) <= 4


@case
def bloom_needs_no_messages(bench):
    """Between two messages the bloom goes on smoothly: its size is a function of the time."""
    _, browser = bench.open()
    browser.go("/session?seed=8")
    browser.begin()
    browser.wait(lambda: browser.text(".phase").upper() == "INHALE", "no phase is shown", 15)
    script = """
        return Promise.all([import("/app/core/live.js"), import("/app/core/schedule.js")]).then(([{ live }, { expansion }]) =>
            new Promise((done) => {
                const seen = [];
                const start = performance.now();
                requestAnimationFrame(function look(ms) {
                    const phase = live.phase(ms);
                    if (phase) seen.push([ms, expansion(phase), phase.phase]);
                    if (ms - start < 6000) requestAnimationFrame(look);
                    else done(seen);
                });
            }));
    """
    seen = browser.js(script)
    assert len(seen) > 100, len(seen)
    for (ms, size, _), (next_ms, next_size, _) in zip(seen, seen[1:]):
        # No inhale of the pacers is shorter than 3 s.
        assert abs(next_size - size) <= (next_ms - ms) / 3000 + 0.02, (ms, size, next_size)
