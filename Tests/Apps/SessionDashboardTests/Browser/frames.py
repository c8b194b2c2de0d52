"""How long scripts kept each frame of a page busy, by the browser's own trace."""

import contextlib

from devtools import DevTools

# Whatever runs JavaScript; one may begin within another, and is counted once.
SCRIPTS = {"EvaluateScript", "FunctionCall", "RunMicrotasks"}


class Frames:
    def __init__(self):
        # ms of script between one frame and the next.
        self.script_ms = []


@contextlib.contextmanager
def traced(browser):
    """The frames that are made within the block; they are known after it. Gives them, and the line of DevTools."""
    tools = DevTools(browser.driver)
    frames = Frames()
    tools.call("Tracing.start", categories="devtools.timeline", transferMode="ReportEvents")
    yield frames, tools
    tools.call("Tracing.end")
    tools.wait("Tracing.tracingComplete", 60)
    events = [event for each in tools.events if each["method"] == "Tracing.dataCollected"
              for event in each["params"]["value"]]
    tools.close()
    frames.script_ms = script_of_frames(events)


def script_of_frames(events):
    """ms of script of each frame. Time is that of the thread: what other programs took of it does not count."""
    # Layers are made once for each frame, at its end.
    ends = [event for event in events if event["name"] == "Layerize"]
    assert ends, "no frame was made"
    threads = [(event["pid"], event["tid"]) for event in ends]
    page = max(set(threads), key=threads.count)
    own = sorted((event for event in events if (event["pid"], event["tid"]) == page and event["ph"] == "X"),
                 key=lambda event: (event["ts"], -event["dur"]))
    found, script, end = [], 0, 0
    for event in own:
        if event["name"] == "Layerize":
            found.append(script)
            script = 0
        elif event["name"] in SCRIPTS and event["ts"] >= end:
            assert "tdur" in event, "this browser does not tell the time of the thread"
            script += event["tdur"] / 1000
            end = event["ts"] + event["dur"]
    return found + [script]
