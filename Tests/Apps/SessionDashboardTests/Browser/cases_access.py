"""Seen and used by everybody: rules of axe, keyboard, small screens, less motion."""

from axe_core_python.selenium import Axe
from selenium.webdriver.common.keys import Keys

from bench import case


def offences(browser, where):
    """What axe finds against WCAG 2.1 A and AA and its best practices."""
    result = Axe().run(browser.driver)
    return [
        f"{where}: {rule['id']}: {rule['help']}: {node['html'][:160]}"
        for rule in result["violations"] for node in rule["nodes"]]


@case
def rules_of_axe(bench):
    """No screen breaks a rule, at either size, with and without a session, with a dialog open."""
    _, browser = bench.open()
    found = []
    for size in ("phone", "desktop"):
        browser.size(size)
        for path in browser.paths():
            browser.go(path)
            browser.one("h1")
            browser.wait(lambda: browser.text(), "nothing is shown")
            found += offences(browser, f"{path} {size}")
    browser.go("/?seed=9&speed=10")
    browser.click(".chooser summary")
    found += offences(browser, "the chooser")
    browser.click("input[value=simulated]")
    browser.click("#begin")
    browser.one("dialog")
    found += offences(browser, "the notice")
    browser.choose("yes")
    browser.wait(lambda: browser.all(".dots .lit"), "no dot is lit", 20)
    found += offences(browser, "a session")
    browser.click("#end")
    browser.choose("end")
    browser.wait_path("/summary/.+")
    browser.one(".plot svg")
    for details in browser.all("details.table summary"):
        browser.js("arguments[0].click()", details)
    found += offences(browser, "a summary")
    browser.go("/history?apart=1")
    browser.one(".session-link")
    found += offences(browser, "a history")
    assert not found, "\n".join(sorted(set(found)))


CONTRAST = """
    // WCAG 2.1: relative luminance, and the ratio of two.
    const light = (rgb) => {
        const [r, g, b] = rgb.map((value) => value / 255)
            .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (a, b) => {
        const [high, low] = [light(a), light(b)].sort((x, y) => y - x);
        return (high + 0.05) / (low + 0.05);
    };
    const parts = (colour) => (colour.match(/[\\d.]+/g) ?? []).map(Number);
    // The page's ground is a gradient between these two.
    const grounds = [[19, 27, 51], [10, 14, 26]];
    const behind = (element) => {
        for (let each = element; each; each = each.parentElement) {
            const style = getComputedStyle(each);
            const [r, g, b, alpha = 1] = parts(style.backgroundColor);
            const stops = style.backgroundImage.match(/rgba?\\([^)]*\\)/g);
            if (each !== document.body && stops) return stops.map(parts);
            if (each !== document.body && alpha > 0.9) return [[r, g, b]];
        }
        return grounds;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (!walker.currentNode.textContent.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (element.closest(":disabled, noscript, .skip")) continue;
        const style = getComputedStyle(element);
        const colour = element.closest("svg") && !element.closest("nav") ? style.fill : style.color;
        const least = Math.min(...behind(element).map((ground) => ratio(parts(colour).slice(0, 3), ground)));
        seen.push([walker.currentNode.textContent.trim().slice(0, 40), Math.round(100 * least) / 100]);
    }
    return seen;
"""


@case
def contrast_of_texts(bench):
    """Every text has 4.5:1 against what is behind it. Axe leaves out what lies on a gradient: reckoned here."""
    _, browser = bench.open()
    seen = {}
    def look():
        browser.wait(lambda: browser.all("main h1"), "nothing is shown")
        seen.update({(browser.path(), text): value for text, value in browser.js(CONTRAST)})
    for path in browser.paths():
        browser.go(path)
        look()
    browser.go("/?seed=14&speed=20")
    browser.click(".chooser summary")
    look()
    browser.begin(is_opened=True)
    browser.wait(lambda: browser.all(".dots .lit"), "no dot is lit", 20)
    look()
    browser.click("#end")
    look()
    browser.choose("end")
    browser.wait_path("/summary/.+")
    browser.one(".plot svg")
    look()
    assert len(seen) > 100, len(seen)
    low = {key: value for key, value in seen.items() if value < 4.5}
    assert not low, low


@case
def small_screens(bench):
    """Nothing is wider than a phone of 360 px, and nothing to press is smaller than 24 px."""
    _, browser = bench.open()
    browser.size("phone")
    for path in browser.paths():
        browser.go(path)
        browser.one("h1")
        width = browser.js("return document.documentElement.scrollWidth")
        assert width <= 360, f"{path} is {width} px wide"
        small = browser.js("""
            return [...document.querySelectorAll("a, button, input, select, summary")].filter((each) => {
                const { width, height } = each.getBoundingClientRect();
                const isInline = each.closest("p") && each.matches("a");
                return width > 1 && !isInline && !each.matches(".skip, [type=radio]") && Math.min(width, height) < 24;
            }).map((each) => each.outerHTML.slice(0, 120));
        """)
        assert not small, (path, small)


@case
def by_keyboard(bench):
    """A session begins and ends without a mouse, and the focus stays visible and in reach."""
    _, browser = bench.open()
    browser.go("/?seed=10&speed=5")
    browser.one("#begin")
    def focused():
        return browser.js("return document.activeElement.id || document.activeElement.tagName")
    def press(*keys):
        for key in keys:
            browser.driver.switch_to.active_element.send_keys(key)
    press(Keys.TAB)
    assert focused() == "skip"
    for _ in range(12):
        if focused() == "begin":
            break
        press(Keys.TAB)
    assert focused() == "begin", focused()
    assert browser.js("return getComputedStyle(document.activeElement).outlineStyle") != "none"
    press(Keys.TAB, Keys.SPACE)
    press(Keys.TAB)
    for _ in range(8):
        if browser.js("return document.activeElement.value") == "simulated":
            break
        press(Keys.ARROW_DOWN)
    browser.js("document.getElementById('begin').focus()")
    press(Keys.ENTER)
    browser.one("dialog")
    press(Keys.ENTER)
    browser.wait_path("/session")
    browser.one("#end")
    for _ in range(12):
        if focused() == "end":
            break
        press(Keys.TAB)
    assert focused() == "end", focused()
    press(Keys.ENTER)
    browser.one("dialog")
    press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog"), "Escape does not close the dialog")
    assert focused() == "end", "the focus is lost with the dialog"


FOCUSED = """
    const element = document.activeElement;
    return element === document.querySelector("main h1") ? element.textContent : element.tagName;
"""


def spoken(browser):
    """What a screen reader is told of the element that has the focus: its role and its name."""
    nodes = browser.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [(node["role"]["value"], node["name"]["value"]) for node in nodes
            if node["role"]["value"] != "RootWebArea" and any(
                each["name"] == "focused" and each["value"].get("value") for each in node.get("properties", []))]


@case
def focus_on_the_heading(bench):
    """Who goes to a screen, in whatever way, is at its heading; who loads one is at its beginning, as always."""
    _, browser = bench.open()
    def focused():
        return browser.js(FOCUSED)
    def arrives(title):
        browser.wait(lambda: focused() == title, f"the focus is not on {title} but on {focused()}")
    for path in browser.paths():
        browser.go(path)
        browser.one("main h1")
        assert focused() == "BODY", (path, focused())
        assert browser.js("return document.querySelector('main h1').getAttribute('tabindex')") is None
    browser.go("/")
    titles = {"/": "Resonance", "/session": "Session", "/history": "History", "/settings": "Settings"}
    for path in ["/session", "/history", "/settings", "/"]:
        browser.click(f"nav a[href='{path}']")
        arrives(titles[path])
        assert browser.path() == path
    browser.one("nav a[href='/history']").send_keys(Keys.ENTER)
    arrives("History")
    assert spoken(browser) == [("heading", "History")], spoken(browser)
    browser.driver.switch_to.active_element.send_keys(Keys.TAB)
    assert browser.js("return document.activeElement.closest('main') !== null && document.activeElement.tagName !== 'H1'")
    browser.driver.back()
    arrives("Resonance")
    browser.driver.forward()
    arrives("History")


@case
def focus_through_a_session(bench):
    """A session that begins and ends leaves the focus on headings, not on a button that is gone."""
    _, browser = bench.open()
    def arrives(title):
        browser.wait(lambda: browser.js(FOCUSED) == title, f"the focus is not on {title} but on {browser.js(FOCUSED)}")
    browser.go("/?seed=15&speed=20")
    browser.begin()
    browser.wait_path("/session")
    browser.wait(lambda: browser.all(".dots .lit"), "no dot is lit", 20)
    arrives("Session")
    browser.click("#end")
    browser.choose("end")
    browser.wait_path("/summary/.+")
    browser.wait_text("Rhythm")
    arrives("Summary")
    assert spoken(browser) == [("heading", "Summary")], spoken(browser)
    browser.click("#save")
    browser.wait_path("/")
    arrives("Resonance")
    browser.driver.back()
    browser.wait_text("Rhythm")
    arrives("Summary")
    # Where the button is on the very screen of the session, no other one is gone to.
    browser.go("/session?seed=16&speed=20")
    browser.begin(is_first=False)
    browser.wait(lambda: browser.all(".session"), "no session is shown")
    arrives("Session")
    browser.click("#end")
    browser.choose("discard")
    browser.wait_path("/")
    arrives("Resonance")


@case
def no_jump_with_the_focus(bench):
    """A new screen is at its top; one that is come back to is where it was left; the heading has the focus in both."""
    _, browser = bench.open()
    browser.size("phone")
    browser.go("/settings")
    browser.one("main h1")
    browser.js("scrollTo(0, 300)")
    assert browser.js("return scrollY") == 300
    browser.one("nav a[href='/history']").click()
    browser.wait(lambda: browser.js(FOCUSED) == "History", "the focus is not on the heading")
    assert browser.js("return scrollY") == 0
    browser.driver.back()
    browser.wait(lambda: browser.js(FOCUSED) == "Settings", "the focus is not on the heading")
    assert browser.js("return scrollY") == 300


@case
def less_motion(bench):
    """Who asks for less motion gets a bar and a slow fade: the bloom keeps its size."""
    _, browser = bench.open()
    browser.still()
    browser.go("/session?seed=11")
    browser.begin()
    browser.wait(lambda: browser.text(".phase").upper() == "INHALE", "no phase is shown", 15)
    assert browser.one(".level").is_displayed()
    fades = browser.js("""
        return new Promise((done) => {
            const seen = [];
            const timer = setInterval(() => {
                seen.push(Number(document.querySelector(".bloom").style.opacity));
                if (seen.length === 20) { clearInterval(timer); done(seen); }
            }, 100);
        });
    """)
    assert all(0.3 <= each <= 1 for each in fades) and max(fades) > min(fades), fades


@case
def phases_announced(bench):
    """A screen reader is told the phases where the person wants it, else not."""
    _, browser = bench.open()
    browser.go("/session?seed=12&speed=5")
    browser.begin()
    region = browser.one(".words [aria-live]")
    assert region.get_attribute("aria-live") == "off"
    browser.go("/settings")
    browser.click("#announce")
    browser.go("/session")
    browser.wait(lambda: browser.all(".words [aria-live=polite]"), "phases are not announced")
