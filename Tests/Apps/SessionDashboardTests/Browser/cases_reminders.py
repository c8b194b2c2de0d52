"""Reminders: set, changed and deleted on the page, and shown as notifications of the browser."""

import json

from bench import case
from cases_access import offences
from devtools import DevTools


def notifications(browser):
    """What the browser's notifications say, by their tags."""
    return browser.js("""
        return navigator.serviceWorker.getRegistrations()
            .then((all) => Promise.all(all.map((each) => each.getNotifications())))
            .then((lists) => Object.fromEntries(lists.flat().map(({ tag, title }) => [tag, title])));
    """)


def allow_notifications(browser):
    """As a person does who is asked."""
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", {
        "origin": browser.address, "permissions": ["notifications"]})


def click_notification(browser, action=""):
    """As a person clicks on the newest one, or on a button of it."""
    tools = DevTools(browser.driver, of_browser=True)
    targets = tools.call("Target.getTargets")["targetInfos"]
    worker = next(each["targetId"] for each in targets if each["type"] == "service_worker")
    session = tools.call("Target.attachToTarget", targetId=worker, flatten=True)["sessionId"]
    tools.line.send(json.dumps({"id": 1_000_000, "sessionId": session, "method": "Runtime.evaluate", "params": {
        "awaitPromise": True, "expression": """
            registration.getNotifications().then(([notification]) => dispatchEvent(
                new NotificationEvent("notificationclick", { notification, action: %s })))
        """ % json.dumps(action)}}))
    while json.loads(tools.line.recv()).get("id") != 1_000_000:
        pass
    tools.close()


def fill(browser, element, value):
    browser.js("""
        arguments[0].value = arguments[1];
        arguments[0].dispatchEvent(new Event("change", { bubbles: true }));
    """, element, value)


@case
def reminder_of_a_person(bench):
    """A reminder is made, changed and deleted, and who may only watch has no buttons for it."""
    dashboard, browser = bench.open()
    browser.go("/reminders")
    browser.wait_text("No reminder yet")
    browser.click("#add-reminder")
    browser.wait(lambda: browser.js("return document.activeElement.type") == "text", "the form has no focus")
    text = browser.one(".reminder-form [type=text]")
    text.clear()
    text.send_keys("Sit <b>down</b>")
    fill(browser, browser.one(".times [type=time]"), "21:30")
    for place in (5, 6):
        browser.click(f".reminder-form .segment [value='{place}']")
    found = offences(browser, "the form of a reminder")
    assert not found, found
    browser.click(".reminder-form .primary")
    browser.wait_text("Sit <b>down</b>", ".reminder")
    browser.wait_text("Monday to Friday", ".reminder")
    said = browser.text(".reminder")
    assert "9:30" in said and "Unless it is done for the day" in said and "Next: " in said, said

    browser.click(".reminder [data-act^=edit]")
    fill(browser, browser.one(".reminder-form .times-part select"), "every")
    browser.allow("422")
    step = browser.one(".spread [type=number]")
    browser.js("arguments[0].min = 1", step)
    step.clear()
    step.send_keys("3")
    browser.click(".reminder-form .primary")
    browser.wait_text("5", ".reminder-form .error")
    step.clear()
    step.send_keys("90")
    browser.click(".reminder-form .primary")
    browser.wait_text("every 90 min from 9:00", ".reminder")
    assert browser.js("return document.activeElement.dataset.act")[:5] == "edit "

    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.enter(dashboard.next_link())
    watcher.go("/reminders")
    watcher.wait_text("every 90 min", ".reminder")
    assert not watcher.all("#add-reminder, #notify, .reminder button")

    browser.click(".reminder [data-act^=delete]")
    browser.choose("yes")
    browser.wait_text("No reminder yet")


@case
def reminder_as_a_notification(bench):
    """Once the person allowed it, a reminder is shown by the browser, once though it is told twice, and a click on it
    leads to the practice."""
    _, browser = bench.open(language="de")
    browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        window.lines = [];
        window.sent = [];
        window.WebSocket = class extends WebSocket {
            constructor(...of) { super(...of); window.lines.push(this); }
            send(text) { window.sent.push(JSON.parse(text)); super.send(text); }
        };
    """})
    browser.go("/reminders")
    browser.wait_text("wenn Sie es erlauben", "#browser-card")
    allow_notifications(browser)
    browser.click("#notify")
    browser.wait_text("zeigt Erinnerungen", "#browser-card")
    sent = lambda: [each for each in browser.js("return window.sent") if each["type"] == "notifies"]
    assert sent() == [{"type": "notifies", "on": True}], sent()
    # A page that is loaded anew says so by itself.
    browser.go("/calendar")
    browser.wait(lambda: sent() == [{"type": "notifies", "on": True}], "the server is not told again")
    for _ in range(2):
        browser.js("""
            window.lines[0].onmessage({ data: JSON.stringify({ type: "reminder", id: "morning 2026-11-24T07:00",
                rule: "morning", text: "Zeit zu sitzen", time: "2026-11-24T07:00" }) });
        """)
    browser.wait(lambda: notifications(browser) == {"morning 2026-11-24T07:00": "Zeit zu sitzen"},
                 "no notification is shown", 40)
    click_notification(browser)
    browser.wait_path("/practice")
    browser.go("/reminders")
    browser.click("#notify")
    browser.wait_text("zeigt keine Erinnerungen", "#browser-card")
    assert sent()[-1] == {"type": "notifies", "on": False}, sent()
