"""A session from its beginning to what is kept of it."""

from bench import case

PHASES = {"INHALE", "HOLD", "EXHALE"}


def is_number(text):
    return text.replace(".", "", 1).isdigit()


@case
def whole_session(bench):
    """Home, Session, Summary, History: ten simulated minutes a hundred times as fast."""
    _, browser = bench.open()
    browser.wait_text("No sessions yet")
    browser.go("/?seed=4711&speed=100")
    browser.begin()
    browser.wait_path("/session")
    browser.wait(lambda: browser.text(".phase").upper() in PHASES, "no phase is shown")
    browser.wait(lambda: is_number(browser.text(".figure .number")), "no heart rate is shown")
    browser.wait(lambda: browser.all(".dots .lit"), "no dot of coherence is lit")
    browser.wait_path("/summary/.+", seconds=30)
    browser.wait_text("10 min")
    browser.wait(lambda: len(browser.all(".plot svg")) >= 4, "charts are missing")
    assert not browser.all(".banner:not([hidden])")
    browser.click("#save")
    browser.wait_path("/")
    browser.go("/history?apart=1")
    browser.wait(lambda: len(browser.all(".session-link")) == 1, "the session is not in the history")
    browser.wait_text("Simulated person")
    browser.click(".session-link")
    browser.wait_path("/summary/.+")
    browser.wait_text("Rhythm")
    for link in browser.all("a[download]"):
        status = browser.js("return fetch(arguments[0]).then((answer) => answer.status)", link.get_attribute("href"))
        assert status == 200, link.get_attribute("href")
    browser.driver.back()
    browser.wait_path(r"/history\?apart=1")
    browser.click(".session-link")
    browser.click("#delete")
    browser.choose("yes")
    browser.go("/history?apart=1")
    browser.wait_text("No simulated or replayed session yet")


@case
def discarded_session(bench):
    """What is discarded at its end leaves nothing behind."""
    _, browser = bench.open()
    browser.go("/?seed=1&speed=20")
    browser.begin()
    browser.wait_path("/session")
    browser.wait(lambda: browser.text(".phase").upper() in PHASES, "no phase is shown")
    browser.click("#end")
    browser.choose("discard")
    browser.wait_path("/")
    browser.wait_text("No sessions yet")
    browser.go("/history?apart=1")
    browser.wait_text("No simulated or replayed session yet")


@case
def paused_and_marked(bench):
    """Pause stops the pacing, going on starts it again, and a mark is kept."""
    _, browser = bench.open()
    browser.go("/?seed=2&speed=5")
    browser.begin()
    browser.wait(lambda: browser.text(".phase").upper() in PHASES, "no phase is shown")
    browser.wait(lambda: is_number(browser.text(".figure .number")), "no heart rate is shown")
    browser.click("#mark")
    browser.js("document.querySelector('dialog input').value = 'a door banged'")
    browser.choose("yes")
    browser.click("#pause")
    browser.wait(lambda: browser.text(".phase").upper() == "PAUSED", "it does not pause")
    browser.click("#pause")
    browser.wait(lambda: browser.text(".phase").upper() in PHASES, "it does not go on")
    browser.click("#end")
    browser.choose("end")
    browser.wait_path("/summary/.+")
    browser.wait_text("a door banged")


@case
def without_a_sensor(bench):
    """Pacing only: phases, no figures, and the reason for each."""
    _, browser = bench.open()
    browser.begin("none")
    browser.wait(lambda: browser.text(".phase").upper() in PHASES, "no phase is shown", 15)
    assert [each.text for each in browser.all(".figure .number")] == ["–"] * 3
    assert not browser.all(".dots .lit")
    browser.wait(lambda: all(each.get_attribute("title") for each in browser.all(".figure")), "no reason is given")
    browser.click("#end")
    browser.choose("end")
    browser.wait(lambda: browser.path() != "/session", "the session does not end")
