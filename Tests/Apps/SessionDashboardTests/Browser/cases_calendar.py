"""The calendar of practice, both streaks, days of rest, and the settings of practice."""

import datetime

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from bench import case
from cases_access import offences


def day(days_ago):
    """A day so many days before today, as text."""
    return (datetime.date.today() - datetime.timedelta(days=days_ago)).isoformat()


def write_down(browser, days_ago, minutes, kind="timer", title="Morning"):
    status = browser.js("""
        const [at, minutes, kind, title] = arguments;
        return fetch("/api/practice/entries", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ at, minutes, kind, title }) }).then((answer) => answer.status);
    """, day(days_ago) + "T00:00", minutes, kind, title)
    assert status == 201, status


def press(browser, *keys):
    ActionChains(browser.driver).send_keys(*keys).perform()


def fill(browser, selector, value):
    """Sets a field as the browser's own chooser would."""
    browser.js("""
        const field = document.querySelector(arguments[0]);
        field.value = arguments[1];
        field.dispatchEvent(new Event("change", { bubbles: true }));
    """, selector, value)


def focused_day(browser):
    return browser.js("return document.activeElement.dataset.day ?? document.activeElement.id")


@case
def calendar_by_keyboard(bench):
    """Arrows lead through the days and on into other months, Enter opens a day, Escape leads back: in German, on a
    screen of 240 px, by the rules of axe."""
    _, browser = bench.open(language="de")
    browser.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": 240, "height": 700, "deviceScaleFactor": 1, "mobile": True})
    for days_ago, minutes, kind in [(0, 20, "timer"), (0, 5, "interval"), (1, 1, "timer")]:
        write_down(browser, days_ago, minutes, kind)
    browser.go("/calendar")
    browser.one(".month [tabindex='0']")
    browser.wait_text("20 min achtsam")
    assert browser.js("return document.documentElement.scrollWidth") <= 240
    found = offences(browser, "/calendar with entries")
    assert not found, found
    assert browser.attribute(".month [tabindex='0']", "data-day") == day(0)
    label = browser.attribute(f"[data-day='{day(0)}']", "aria-label")
    assert "20 min achtsam, 5 min Training" in label, label
    assert not browser.all(f"[data-day='{day(1)}']") or "zu kurz" in browser.attribute(
        f"[data-day='{day(1)}']", "aria-label")

    browser.js("document.querySelector('.month [tabindex=\"0\"]').focus()")
    today = datetime.date.today()
    def goes(key, to):
        press(browser, key)
        browser.wait(lambda: focused_day(browser) == to, f"the focus is at {focused_day(browser)}, not {to}")
    goes(Keys.ARROW_LEFT, day(1))
    goes(Keys.ARROW_UP, day(8))
    goes(Keys.ARROW_DOWN, day(1))
    goes(Keys.ARROW_RIGHT, day(0))
    press(browser, Keys.PAGE_UP)
    before = today.replace(day=1) - datetime.timedelta(days=1)
    month_before = before.replace(day=min(today.day, before.day))
    browser.wait(lambda: focused_day(browser) == month_before.isoformat(), "the month before is not shown")
    press(browser, Keys.ENTER)
    browser.wait(lambda: focused_day(browser) == "day-name", "the day's heading has no focus")
    browser.wait_text("nichts geübt")
    press(browser, Keys.ESCAPE)
    assert focused_day(browser) == month_before.isoformat()
    browser.click("#next")
    browser.wait(lambda: browser.all(f"[data-day='{day(0)}']"), "this month is not shown again")


@case
def entries_of_a_day(bench):
    """A day's entry is written down, changed and deleted, and Home's streaks follow."""
    _, browser = bench.open()
    browser.wait_text("2 minutes begin a streak")
    write_down(browser, 1, 10)
    browser.go("/")
    mindful = ".streak[data-measure=mindful]"
    browser.wait_text("1 day in a row", mindful)
    browser.wait_text("Open until midnight: 2 min to go", mindful)
    assert not browser.all(".streak[data-measure=workout]")
    browser.click(".streaks a")
    browser.wait_path("/calendar")
    browser.click("#add-entry")
    browser.wait(lambda: browser.js("return document.activeElement.tagName") == "SELECT", "the form has no focus")
    minutes = browser.one(".entry-form [type=number]")
    minutes.clear()
    minutes.send_keys("2000")
    browser.click(".entry-form .primary")
    assert browser.all(".entry-form"), "a day of 2000 minutes was kept"
    minutes.clear()
    minutes.send_keys("20")
    browser.one(".entry-form textarea").send_keys("Calm")
    browser.click(".entry-form [name=rating][value='4']")
    browser.click(".entry-form .primary")
    browser.wait_text("4 of 5", ".log")
    text = browser.text(".log")
    assert "Sit" in text and "20 min mindful" in text and "Calm" in text and "written down" in text, text
    browser.wait_text("2 days in a row", mindful)
    browser.click(".log [data-edit]")
    browser.wait(lambda: browser.all(".entry-form [type=text]"), "no form opens")
    assert not browser.all(".entry-form [type=number]")
    title = browser.one(".entry-form [type=text]")
    title.clear()
    title.send_keys("<b>Evening</b>")
    browser.click(".entry-form [name=rating][value='0']")
    browser.click(".entry-form .primary")
    browser.wait_text("<b>Evening</b>", ".log")
    assert "of 5" not in browser.text(".log")
    browser.click(".log [data-delete]")
    browser.wait_text("Delete <b>Evening</b>?", "dialog")
    browser.choose("no")
    assert browser.all(".log-entry")
    browser.click(".log [data-delete]")
    browser.choose("yes")
    browser.wait_text("Nothing was practised on this day")
    assert browser.js("return document.activeElement.id") == "day-name"
    browser.wait_text("Open until midnight", mindful)


@case
def days_by_the_settings(bench):
    """The settings say how weeks begin and what makes a day active, days of rest are set, and who may only watch
    sees it all and changes nothing."""
    dashboard, browser = bench.open()
    write_down(browser, 0, 5)
    browser.go("/settings")
    browser.one("#weekStart")
    fill(browser, "#weekStart", "sunday")
    browser.wait_text("Saved")
    browser.allow("422")
    fill(browser, "#active-minutes", "61")
    browser.wait_text("1 to 60", "#active-minutes-error")
    fill(browser, "#active-minutes", "6")
    browser.wait(lambda: browser.text("#active-minutes-error") == "", "the refusal stays")
    browser.go("/settings")
    assert browser.attribute("#weekStart", "value") == "sunday"
    assert browser.attribute("#active-minutes", "value") == "6"
    browser.go("/calendar")
    browser.wait_text("Sun", ".month thead th:first-child")
    label = browser.attribute(f"[data-day='{day(0)}']", "aria-label")
    assert "5 min mindful (too short for the streak)" in label, label
    browser.one(".rest-form [type=date]")
    browser.wait(lambda: browser.js("return document.querySelector('.rest-form [type=date]').value"), "no day is there")
    browser.click("#add-rest")
    browser.wait(lambda: browser.all(".rests li"), "no rest is listed")
    browser.wait(lambda: "day of rest" in browser.attribute(f"[data-day='{day(0)}']", "aria-label"),
                 "the day of rest is not shown")

    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.enter(dashboard.next_link())
    watcher.go("/calendar")
    watcher.wait_text("5 min mindful", ".log")
    assert not watcher.all("#add-entry, [data-edit], [data-delete], #add-rest")
    watcher.go("/settings")
    watcher.one("#weekStart")
    assert not watcher.one("#weekStart").is_enabled()

    browser.click(".rests button")
    browser.wait(lambda: not browser.all(".rests li"), "the rest stays")


@case
def practice_in_a_line(bench):
    """The second screen and Home show a practice that runs in one line, and nothing of it when it is over."""
    _, browser = bench.open()
    browser.go("/follow")
    browser.wait_text("No session")
    begun = browser.js("""
        return fetch("/api/practice", { method: "POST", headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ title: "Evening", plan: { version: 1, kind: "timer", prepare: 0, phase1: 600,
                phase2: 0, bells: [] } }) }).then((answer) => answer.text().then((text) => answer.status + text));
    """)
    assert begun.startswith("201"), begun
    browser.wait_text("Evening · Sitting · 9:5", ".practice-line")
    assert "No session" not in browser.text()
    browser.go("/")
    browser.wait_text("Evening · Sitting · 9:5", ".practice-line a")
    browser.js("""
        return fetch("/api/practice/cancel", { method: "POST", headers: { "Content-Type": "application/json" },
            body: "{}" });
    """)
    browser.wait(lambda: not browser.one(".practice-line").is_displayed(), "the line stays")
