"""Music on the page, with a real MPD that plays to nobody. Without one the cases pass, and say so."""

import functools
import re
import sqlite3
import subprocess

from bench import case
from browser import SIZES
from cases_access import offences
from player import Player, is_available, png


def case_with_player(**options):
    """A case that gets a bench, a dashboard, its player and a browser; without MPD here it passes, and says so."""
    def make(function):
        @case
        @functools.wraps(function)
        def run(bench):
            if not is_available():
                print("No mpd and mpc here: music on the page is not tried.")
                return
            dashboard = bench.dashboard()
            player = Player(bench, dashboard, **options)
            function(bench, dashboard, player, bench.browser(dashboard))
        return run
    return make


def begin(browser, address="/music"):
    browser.go(address)
    browser.click("#begin-music")
    browser.wait(lambda: browser.text(".song-title").startswith("Song "), "no song plays", 20)


def plays(dashboard):
    with sqlite3.connect(dashboard.database + "-music") as library:
        return library.execute("SELECT song, outcome, heard_s FROM play ORDER BY started_ms").fetchall()


@case_with_player()
def music_from_begin_to_end(bench, dashboard, player, browser):
    """A song is chosen and says why; it is paused, skipped, liked; what was said is kept; the end leaves the player."""
    browser.go("/music")
    browser.wait_text("5 songs in the library")
    begin(browser)
    first = browser.text(".song-title")
    browser.wait(lambda: len(browser.all(".why li")) >= 2, "it does not say why")
    assert "tempo" in browser.text(".why").lower(), browser.text(".why")
    assert "No heart is heard" in browser.text(".music-side")
    browser.wait(lambda: browser.text(".song p.number").split(" of ")[-1] == "2:00", "the length is not shown")
    assert "[playing]" in player.mpc("status").stdout
    browser.click("#music-pause")
    browser.wait(lambda: browser.text("#music-pause") == "Play", "the pause is not shown")
    assert "[paused]" in player.mpc("status").stdout
    browser.click("#music-pause")
    browser.wait(lambda: browser.text("#music-pause") == "Pause", "it does not go on")
    browser.click("#thumb-up")
    browser.wait(lambda: browser.attribute("#thumb-up", "aria-pressed") == "true", "the thumb is not shown")
    browser.click("#more-energy")
    browser.wait_text("+0.1 for a quarter of an hour", ".music-side")
    assert browser.attribute("#mood-done", "disabled") is not None
    browser.click("[data-energy='2']")
    browser.click("[data-mood='4']")
    browser.click("#mood-done")
    browser.wait_text("Energy a little tired, Mood good", "#notices")
    with sqlite3.connect(dashboard.database + "-music") as library:
        assert library.execute("SELECT mood, energy FROM mood").fetchall() == [(0.75, 0.25)]
    browser.js("""
        const select = document.querySelector("#music-context");
        select.value = "work";
        select.dispatchEvent(new Event("change"));
    """)
    browser.wait_text("You said so", ".music-side")
    browser.click("#music-skip")
    browser.wait(lambda: browser.text(".song-title") not in (first, "Nothing plays yet"), "the next song does not come", 20)
    browser.wait(lambda: plays(dashboard), "the skip is not kept")
    (_, outcome, _), *_ = plays(dashboard)
    assert outcome == "person", outcome
    browser.click("#end-music")
    browser.wait(lambda: browser.all("#begin-music"), "it does not end")
    assert "[playing]" in player.mpc("status").stdout


@case_with_player()
def music_of_another_program(bench, dashboard, player, browser):
    """A page that comes later sees what plays; a person's song at the player is shown; the player goes and comes."""
    begin(browser)
    dashboard.press("v")
    watching = bench.browser(dashboard, enters=False)
    watching.enter(dashboard.next_link())
    watching.go("/music")
    watching.wait(lambda: watching.text(".song-title") == browser.text(".song-title"), "two pages differ")
    assert not watching.all(".music button"), "who watches has buttons"
    assert not watching.all(".views a[href='/music/insights']")
    player.mpc("clear")
    player.mpc("add", "album 5/Song 5.wav")
    player.mpc("play")
    browser.wait(lambda: browser.text(".song-title") == "Song 5", "the person's song is not shown", 20)
    browser.wait_text("You, or another program, chose this song", ".why")
    player.kill()
    browser.wait_text("Your player does not answer", ".song", 20)
    player.start()
    browser.wait(lambda: "does not answer" not in browser.text(".song"), "the player is not found again", 60)


@case
def music_without_a_player(bench):
    """No songs: what to do is said. No player: the sentence stands on the page."""
    dashboard, browser = bench.open()
    browser.allow("503")
    browser.go("/music")
    browser.wait_text("hrv music scan FOLDER")
    assert not [each for each in browser.all("#begin-music") if each.is_displayed()]
    if not is_available():
        return
    Player(bench, dashboard).kill()
    browser.go("/music")
    browser.wait_text("5 songs in the library")
    browser.click("#begin-music")
    browser.wait_text("The player cannot be reached", ".error", 30)


@case_with_player()
def music_playlists(bench, dashboard, player, browser):
    """Lists with how well they fit, found by their names; one is opened and heard."""
    browser.go("/music/playlists")
    browser.wait_text("% match", "[data-lists=best]")
    assert "1 not here" in browser.text("[data-lists=allLists]")
    browser.one("#list-search").send_keys("nothing")
    browser.wait_text("No playlist has this name")
    browser.one("#list-search").clear()
    browser.one("#list-search").send_keys("even")
    # A tempo that changes is shown from its slowest to its fastest, in the list and of the song that plays.
    with sqlite3.connect(dashboard.database + "-music") as library:
        library.execute("UPDATE song SET bpm = 110, tempo_confidence = 0.2, slowest_bpm = 90.3, fastest_bpm = 133.4")
    browser.click("[data-lists=allLists] a")
    browser.wait_text("Song 2", ".music-table")
    browser.wait_text("90 to 133", ".music-table")
    browser.click(".button.primary")
    browser.wait_path("/music.playlist=1")
    browser.wait(lambda: browser.js("return document.querySelector('#music-list').value") == "1", "the list is not chosen")
    browser.click("#begin-music")
    browser.wait(lambda: browser.text(".song-title") in ("Song 2", "Song 3"), "no song of the list plays", 20)
    assert "From Evening" in browser.text(".song")
    assert browser.text(".song-tempo") == "Tempo: 90 to 133 beats/min", browser.text(".song-tempo")


@case_with_player(count=4)
def music_covers(bench, dashboard, player, browser):
    """A picture beside the song is shown; one of 6 MiB, SVG and HTML that is called .jpg are not."""
    wrong = {1: png(), 2: b"\xff\xd8\xff" + bytes(6 << 20), 3: b"<svg xmlns='http://www.w3.org/2000/svg'/>",
             4: b"<!doctype html><script>alert(1)</script>"}
    for number, data in wrong.items():
        with open(f"{player.home}/music/album {number}/cover.{'png' if number == 1 else 'jpg'}", "wb") as file:
            file.write(data)
    found = browser.js("""
        const kinds = [];
        return (async () => {
            for (const id of [1, 2, 3, 4]) {
                const answer = await fetch(`/api/music/songs/${id}/art`);
                kinds.push([answer.status, answer.headers.get("content-type"), (await answer.arrayBuffer()).byteLength]);
            }
            return kinds;
        })();
    """)
    with sqlite3.connect(dashboard.database + "-music") as library:
        paths = [bytes(path).decode() for path, in library.execute("SELECT path FROM song_file ORDER BY song")]
    for path, (status, kind, size) in zip(paths, found):
        is_picture = "album 1" in path
        assert (status, kind, size) == ((200, "image/png", len(png())) if is_picture else (204, None, 0)), (path, status, kind, size)
    begin(browser)
    for _ in range(4):
        if browser.text(".song-title") == "Song 1":
            break
        before = browser.text(".song-title")
        browser.click("#music-skip")
        browser.wait(lambda: browser.text(".song-title") != before, "no other song comes", 20)
    assert browser.text(".song-title") == "Song 1"
    browser.wait(lambda: browser.js("return document.querySelector('.cover img')?.naturalWidth") == 32, "the cover is not shown")


@case_with_player()
def music_on_small_screens(bench, dashboard, player, browser):
    """Every view at both widths, in German too, by the rules of axe; nothing is wider than the screen."""
    begin(browser)
    for language in ["en", "de"]:
        browser.js("return fetch('/api/settings').then((each) => each.json()).then((settings) => fetch('/api/settings', "
                   "{method: 'PUT', headers: {'Content-Type': 'application/json'}, "
                   "body: JSON.stringify({...settings, language: arguments[0]})}))", language)
        for size in SIZES:
            browser.size(size)
            for view in ["", "/playlists", "/playlists/1", "/insights", "/debug", "/follow"]:
                browser.go("/music" + view)
                browser.one("main h1")
                browser.wait(lambda: not browser.text("main").startswith(("Loading", "Wird geladen")), "it never loads")
                browser.wait(lambda: browser.all(".song-title, .lists, .music-table, .card"), f"{view} is empty")
                width = browser.js("return document.documentElement.scrollWidth - innerWidth")
                assert width <= 0, (view, size, width)
                assert "music." not in browser.text("main"), browser.text("main")
                found = offences(browser, f"{view} {size} {language}")
                assert not found, found


@case_with_player()
def music_keeps_hearts_to_itself(bench, dashboard, player, browser):
    """With a simulated session the page shows the heart; the line of a status bar and the terminal hold no heart rate."""
    browser.go("/")
    browser.begin()
    browser.wait(lambda: browser.js("return document.body.classList.contains('in-session')"), "no session begins", 20)
    begin(browser)
    browser.wait(lambda: "beats/min" in browser.text(".music-heart"), "the heart is not heard", 40)
    before = browser.text(".song-title")
    browser.wait(lambda: not browser.text(".song p.number").startswith("0:00"), "the song does not go on")
    browser.click("#music-skip")
    browser.wait(lambda: browser.text(".song-title") not in (before, "Nothing plays yet"), "the next song does not come", 20)
    line = subprocess.run(
        [bench.tool, "music", "status", "--line", "--database", dashboard.database], capture_output=True, text=True,
        env=dashboard.environment)
    assert line.returncode == 0 and before in line.stdout, line
    # Numbers of songs and parts of scores are small, and the rate of a heart is not.
    assert all(float(number) < 30 for number in re.findall(r"\d+(?:\.\d+)?", line.stdout)), line.stdout
    assert not any("beats/min" in each for each in dashboard.lines if each), dashboard.lines
    browser.click("#end-music")
    browser.wait(lambda: browser.all("#begin-music"), "it does not end")


