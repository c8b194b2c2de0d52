"""The page's modules by themselves, loaded by the browser that has to run them."""

import re

from bench import case

SCHEDULE = """
const { Schedule, expansion } = await import("/app/core/schedule.js");
const { pulse } = await import("/app/core/bloom.js");
const breath = (t, number) => [["inhale", 4, 0], ["hold", 0.5, 4], ["exhale", 6, 4.5]].map(
  ([phase, duration, at]) => ({ t: t + at, duration, phase, rate: 5.714, number }));
const schedule = new Schedule();
const before = schedule.at(0, 60);
breath(10, 1).forEach((cue) => schedule.add(cue));
const at = (t, coast = 0.4) => {
  const found = schedule.at(t, coast);
  return found && [found.phase, Number(found.remaining.toFixed(6)), Number(expansion(found).toFixed(6)),
    Number(pulse(found).toFixed(6))];
};
const seen = {
  before, early: at(9.9), start: at(10), half: at(12), hold: at(14.25), exhale: at(17.5),
  late: at(20.6), over: at(21), coasting: at(21.5, 60), far: at(10 + 10.5 * 3 + 5, 60), given_up: at(100, 60),
};
schedule.add({ t: 20.5, duration: 3, phase: "inhale", rate: 6, number: 2 });
seen.next = at(22);
schedule.add({ t: 20.2, duration: 1, phase: "hold", rate: 6, number: 2 });
seen.replaced = at(20.7);
schedule.stop();
seen.stopped = at(22, 60);
return seen;
"""


@case
def phases_by_schedule(bench):
    """The phase, the seconds left and how far the bloom is open, against what was announced."""
    _, browser = bench.open()
    seen = browser.js(f"return (async () => {{{SCHEDULE}}})()")
    assert seen == {
        "before": None, "early": None,
        "start": ["inhale", 4, 0, 0], "half": ["inhale", 2, 0.5, 0],
        "hold": ["hold", 0.25, 1, 1], "exhale": ["exhale", 3, 0.5, 0],
        # A little late it goes on as it was, without a line for as long as is given.
        "late": ["inhale", 3.9, 0.025, 0], "over": None, "coasting": ["inhale", 3, 0.25, 0],
        "far": ["exhale", 5.5, 0.916667, 0], "given_up": None,
        "next": ["inhale", 1.5, 0.5, 0], "replaced": ["hold", 0.5, 1, 1], "stopped": None,
    }, seen


@case
def clock_by_minimum_round_trip(bench):
    """Of several answers the one that was under way for the shortest time sets the clock."""
    _, browser = bench.open()
    error = browser.js("""
        return import("/app/core/clock.js").then(async ({ SessionClock }) => {
            const clock = new SessionClock();
            const epoch = performance.now();
            const truth = (ms) => 100 + 2 * (ms - epoch) / 1000;
            const delays = [[300, 10], [4, 4], [10, 250], [80, 80], [40, 400]];
            const wait = (ms) => new Promise((done) => setTimeout(done, ms));
            const asked = [];
            clock.begin(90, 2, async ({ echo }) => {
                const [there, back] = delays[asked.length] ?? [500, 500];
                asked.push(echo);
                await wait(there);
                const t = truth(performance.now());
                await wait(back);
                clock.answer({ echo, t });
            });
            await wait(1200);
            clock.end();
            clock.begin(0, 1, () => {});
            const fresh = Math.abs(clock.now()) < 0.05;
            clock.end();
            return { asked: asked.length, fresh, isEnded: clock.now() === null };
        });
    """)
    assert error == {"asked": 5, "fresh": True, "isEnded": True}, error
    offset = browser.js("""
        return import("/app/core/clock.js").then(async ({ SessionClock }) => {
            const clock = new SessionClock();
            const wait = (ms) => new Promise((done) => setTimeout(done, ms));
            let number = 0;
            clock.begin(0, 1, async ({ echo }) => {
                const slow = number++ !== 2;
                await wait(slow ? 200 : 0);
                clock.answer({ echo, t: 1000 + performance.now() / 1000 });
            });
            await wait(800);
            const off = clock.now() - performance.now() / 1000 - 1000;
            clock.end();
            return off;
        });
    """)
    assert abs(offset) < 0.03, offset


TEXTS = """
return Promise.all([import("/app/core/text.js"), import("/app/screens.js")]).then(([core, { screens }]) => {
    const holes = (text) => [...JSON.stringify(text).matchAll(/\\{(\\w+)\\}/g)].map(([, word]) => word);
    const places = [["core", core.texts], ...screens.map(({ name, texts }) => [name, texts])];
    return Object.fromEntries(places.map(([place, { en, de }]) => [place, {
        en: Object.keys(en).sort(), de: Object.keys(de).sort(),
        uneven: Object.keys(en).filter((name) =>
            [...new Set(holes(en[name]))].sort().join() !== [...new Set(holes(de[name] ?? ""))].sort().join()),
    }]));
});
"""


@case
def texts_are_whole(bench):
    """Each folder has the same texts in both languages, with the same places to fill; no text is there twice; and a
    screen asks for its own texts and the shared ones alone."""
    _, browser = bench.open()
    found = browser.js(TEXTS)
    assert {"core", "home", "session", "history", "settings", "summary", "follow"} <= set(found), list(found)
    for module, texts in found.items():
        assert texts["en"] == texts["de"], (module, set(texts["en"]) ^ set(texts["de"]))
        assert texts["uneven"] == [], (module, texts["uneven"])
    names = [name for texts in found.values() for name in texts["en"]]
    assert len(set(names)) == len(names), sorted({name for name in names if names.count(name) > 1})
    page = browser.js("return performance.getEntriesByType('resource').map((each) => each.name)")
    seen, missing = set(), set()
    for url in [each for each in page if each.endswith(".js")]:
        module = url.split("/app/")[1].rpartition("/")[0] or "core"
        seen.add(module)
        text = browser.js("return fetch(arguments[0]).then((answer) => answer.text())", url)
        known = set(found["core"]["en"]) | set(found[module]["en"])
        missing |= {(module, name) for name in re.findall(r'[( ]t\("([a-z0-9A-Z.]+)"', text) if name not in known}
    assert seen == set(found), (seen, set(found))
    assert not missing, missing
