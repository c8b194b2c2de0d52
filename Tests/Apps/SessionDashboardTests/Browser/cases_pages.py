"""Addresses, settings, languages."""

import re

from bench import case

TITLES = {"/": "Resonance", "/session": "Session", "/history": "History", "/health": "Health",
          "/settings": "Settings", "/follow": "Follow", "/music": "Music", "/music/playlists": "Playlists",
          "/music/insights": "Insights", "/music/debug": "Details", "/music/settings": "Preferences", "/music/follow": "Music, small"}


@case
def every_address(bench):
    """Each screen has an address, and the browser's back and forward lead through them."""
    _, browser = bench.open()
    for path, title in TITLES.items():
        browser.go(path)
        browser.wait(lambda: browser.driver.title == title, f"{path} is not {title}")
    browser.go("/")
    for name in ["session", "history", "settings"]:
        browser.click(f"nav a[href='/{name}']")
        browser.wait_path("/" + name)
        assert browser.attribute("nav [aria-current]", "href").endswith("/" + name)
    for name in ["history", "session", ""]:
        browser.driver.back()
        browser.wait_path("/" + name)
        browser.wait(lambda: browser.driver.title == TITLES["/" + name], "the screen does not follow")
    browser.driver.forward()
    browser.wait_path("/session")
    browser.allow("/api/sessions/")
    browser.go("/summary/00000000-0000-0000-0000-000000000000")
    browser.one("main [role=alert]")


@case
def screens_of_the_list(bench):
    """Each screen of the list is answered at its address, has a heading and a title, and is in the bar by its icon."""
    _, browser = bench.open()
    browser.allow("/api/sessions/|/api/health/|/api/music/playlists/")
    screens = browser.screens()
    assert len({each["name"] for each in screens}) == len(screens), screens
    for screen in screens:
        browser.go(re.sub(r":\w+", "00000000-0000-0000-0000-000000000000", screen["address"]))
        browser.wait(lambda: browser.js("return document.body.dataset.screen") == screen["name"], f"{screen} is not shown")
        browser.one("main h1")
        assert browser.driver.title not in ("", screen["name"] + ".title"), screen
        here = browser.all("#bar [aria-current]")
        assert len(here) == (screen["icon"] is not None), screen
        assert not any("bar." in link.text for link in browser.all("nav a")), screen


@case
def no_way_in(bench):
    """Without its link the page says what to do; a link opens once."""
    dashboard = bench.dashboard()
    stranger = bench.browser(dashboard, enters=False)
    stranger.allow("401|403")
    stranger.go("/history")
    stranger.wait_text("Press the key l in the terminal")
    known = bench.browser(dashboard)
    assert "token" not in known.driver.current_url
    stranger.go("/?again#" + dashboard.link.split("#")[1])
    stranger.wait_text("no longer opens")


@case
def only_watching(bench):
    """A link to watch: everything is seen, and nothing on the page acts."""
    dashboard, leader = bench.open()
    dashboard.press("v")
    watcher = bench.browser(dashboard, enters=False)
    watcher.enter(dashboard.next_link())
    watcher.wait_text("This browser may watch")
    assert not watcher.all("#begin")
    watcher.go("/settings")
    watcher.wait_text("settings are changed where")
    assert not watcher.one("#minutes").is_enabled()
    leader.go("/session?seed=13&speed=5")
    leader.begin()
    watcher.go("/session")
    watcher.wait(lambda: watcher.text(".phase").upper() in ("INHALE", "HOLD", "EXHALE"), "no phase is shown", 15)
    assert not watcher.all("#pause, #mark, #end")
    leader.wait(lambda: leader.text(".figure .number") != "–", "no heart rate is shown")
    leader.click("#end")
    leader.choose("end")
    watcher.wait_path("/summary/.+")
    watcher.wait_text("Rhythm")
    assert not watcher.all("#save, #discard, #delete, a[download]")


@case
def settings_kept(bench):
    """What is set is there after the page was loaded anew, and a value outside is refused."""
    _, browser = bench.open()
    browser.go("/settings")
    browser.one("#minutes")
    browser.js("""
        const set = (id, value, type) => {
            const control = document.getElementById(id);
            if (type === "check") control.click();
            else {
                control.value = value;
                control.dispatchEvent(new Event("change"));
            }
        };
        set("minutes", "15");
        return new Promise((done) => setTimeout(done, 300)).then(() => {
            set("pacer", "preset:box");
            return new Promise((done) => setTimeout(done, 300));
        }).then(() => {
            set("haptics", null, "check");
            return new Promise((done) => setTimeout(done, 300));
        }).then(() => {
            set("soundLevel", "0.25");
            return new Promise((done) => setTimeout(done, 300));
        });
    """)
    browser.wait_text("Saved")
    browser.go("/settings")
    value = lambda id: browser.attribute("#" + id, "value")
    browser.one("#minutes")
    assert (value("minutes"), value("pacer"), value("soundLevel")) == ("15", "preset:box", "0.25")
    assert not browser.one("#haptics").is_selected()
    browser.allow("422")
    browser.js("""
        const rate = document.getElementById("start-rate");
        rate.value = "9";
        rate.dispatchEvent(new Event("change"));
    """)
    browser.wait(lambda: "7" in browser.text("#start-rate-error"), "the range is not told")
    browser.go("/")
    browser.wait_text("Box breathing")
    browser.wait_text("15 min")


@case
def unknown_preset(bench):
    """Kept settings that name a preset which is gone: the page says so, and the pacer leads."""
    _, browser = bench.open()
    status = browser.js("""
        const body = JSON.stringify({ preset: "long-gone" });
        const headers = { "Content-Type": "application/json" };
        return fetch("/api/settings", { method: "PUT", headers, body }).then((answer) => answer.status);
    """)
    assert status == 200
    browser.go("/")
    browser.wait_text("There is no preset long-gone any more", "#notices")
    browser.wait_text("Resonance fit")
    browser.begin()
    browser.wait_path("/session")


@case
def in_german(bench):
    """The browser's language is spoken, and the settings' one before it."""
    _, browser = bench.open(language="de")
    browser.wait_text("Sitzung beginnen")
    assert browser.js("return document.documentElement.lang") == "de"
    browser.go("/history")
    browser.wait_text("Noch keine Sitzungen")
    browser.go("/settings")
    browser.one("#language")
    browser.js("""
        const language = document.getElementById("language");
        language.value = "en";
        language.dispatchEvent(new Event("change"));
    """)
    browser.wait_text("Settings")
    browser.go("/")
    browser.wait_text("Begin Session")
