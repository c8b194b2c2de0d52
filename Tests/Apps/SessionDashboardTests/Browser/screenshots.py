#!/usr/bin/env python3
"""Pictures of the screens, and of what comes before a session, at the width of a phone and of a desk, for the
README and the guide.

    screenshots.py .build/release/hrv Guides/figures/page

The history in them is made up: sessions with a simulated person, run a hundred times as fast, are then dated
back and called those of a strap; the averages of all but the last are moved, so that trends have something to show.
"""

import datetime
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

from bench import Bench
from bridge import Bridge
from browser import SIZES, Browser
from dashboard import Dashboard
from player import Player, png

DAYS_AGO = [26, 23, 21, 17, 15, 12, 9, 8, 5, 3, 1]
SEED = 4712


def simulate(browser, seed, is_first):
    browser.go(f"/?seed={seed}&speed=100")
    browser.begin(is_first=is_first)
    browser.wait_path("/summary/.+", seconds=60)


def make_history(database):
    """Dates the sessions back and calls them those of a strap."""
    now = int(time.time() * 1000)
    with sqlite3.connect(database) as history:
        keys = [key for key, in history.execute("SELECT key FROM session ORDER BY key")]
        for index, (key, days) in enumerate(zip(keys, DAYS_AGO)):
            variation = (index * 7 % 5 - 2) / 2
            share = 1 if days == DAYS_AGO[-1] else 0.75 + 0.02 * index + 0.04 * variation
            started = now - 86_400_000 * days - 3_600_000 * (key % 4)
            history.execute(
                "UPDATE session SET source = 'strap', is_apart = 0, device_name = 'Polar H10 12345C7A', "
                "started_ms = ?, average_rmssd_ms = average_rmssd_ms * ?, average_coherence = average_coherence * ?, "
                "average_heart_rate_bpm = average_heart_rate_bpm / sqrt(?), "
                "resonance_breaths_per_minute = resonance_breaths_per_minute + ? WHERE key = ?",
                (started, share, share, share, 0.2 * variation * (share != 1), key))


def settle(browser):
    """Fonts, charts and the bloom are drawn."""
    browser.one("main h1")
    time.sleep(1)


def shoot(browser, folder, name, size):
    browser.driver.save_screenshot(str(folder / f"{name}-{size}.png"))


def bloom(browser):
    """Until the bloom is nearly open and the coherence high."""
    browser.wait(lambda: browser.js("""
        return import("/app/core/live.js").then(({ live }) => {
            const phase = live.phase();
            return live.points.length > 55 && (live.figures?.coherence ?? 0) > 0.7
                && phase?.phase === "inhale" && phase.progress > 0.75;
        });
    """), "the bloom does not open", 120)


def shoot_checks(browser, dashboard, folder):
    """Before a session with a bridge: its signal has been good for some seconds, and its battery is low."""
    browser.go("/session")
    browser.begin("bridge", is_first=False)
    bridge = Bridge(dashboard.home + "/bridge")
    bridge.device(name="Polar H10 12345C7A")
    bridge.say(type="battery", dev="0", pct=15)
    bridge.beat()
    browser.wait_text("of 10 s good", seconds=20)
    for size in SIZES:
        browser.size(size)
        settle(browser)
        shoot(browser, folder, "checks", size)
    browser.click("#cancel")
    browser.wait_path("/")
    bridge.close()


def shoot_health(browser, dashboard, folder):
    """The days of a synthetic export, one of its nights, and one of its workouts."""
    export = dashboard.home + "/export.zip"
    subprocess.run([dashboard.command[0], "simulate", "health", "--seed", "7", "--days", "120", "--out", export],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL)
    subprocess.run([dashboard.command[0], "health", "import", export, "--health", dashboard.database + "-health"],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL)
    for size in SIZES:
        browser.size(size)
        for name, link in [("health", None), ("night", ".day-entry.recovery"), ("workout", ".day-entry.workout")]:
            browser.go("/health")
            browser.one(".day-entry, #newest", 30)
            if browser.all("#newest"):
                browser.click("#newest")
            browser.one(".day-entry", 30)
            if link:
                browser.click(link)
                browser.one(".stats", 30)
            settle(browser)
            shoot(browser, folder, name, size)


def shoot_practice(browser, folder):
    """Where a practice is chosen, and two that run: a sit, and breaths."""
    for size in SIZES:
        browser.size(size)
        for name in ["timer", "breathe", "interval"]:
            browser.go(f"/practice?kind={name}")
            settle(browser)
            shoot(browser, folder, f"practice-{name}", size)
    for name, address, seconds in [("sit", "kind=timer&minutes=15&then=3&prepare=0", 4),
                                   ("breath", "kind=breathe&preset=box&repetitions=20&prepare=0", 4)]:
        browser.go("/practice?" + address)
        browser.one("[data-preset], .wheels")
        browser.click("#begin-practice")
        browser.wait_path("/practice/now")
        time.sleep(seconds)
        for size in SIZES:
            browser.size(size)
            settle(browser)
            shoot(browser, folder, f"practice-{name}", size)
        browser.click("#end")
        browser.choose("cancel")


def write_practice_down(dashboard):
    """Six weeks of sits and workouts with some days missed, and three days of rest ahead."""
    def practice(*words):
        subprocess.run([dashboard.command[0], "practice", *words, "--database", dashboard.database], check=True,
                       env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    today = datetime.date.today()
    day = lambda days_ago: (today - datetime.timedelta(days=days_ago)).isoformat()
    for days_ago in set(range(44)) - {3, 17, 18, 30}:
        minutes = 1 if days_ago == 5 else 10 + days_ago % 7 * 5
        practice("add", "--at", day(days_ago) + "T06:30", "--minutes", str(minutes), "--title", "Morning sit",
                 "--rating", str(5 - days_ago % 3), *(["--note", "Calm, then a plane."] if days_ago % 4 == 0 else []))
        if days_ago % 3 == 1:
            practice("add", "--at", day(days_ago) + "T18:30", "--minutes", "12", "--kind", "interval")
    practice("rest", day(-3), day(-5))


def shoot_calendar(browser, folder):
    """The month, and the day before today."""
    yesterday = (datetime.date.today() - datetime.timedelta(days=1)).isoformat()
    for size in SIZES:
        browser.size(size)
        browser.go("/calendar?day=" + yesterday)
        browser.one(".log-entry")
        settle(browser)
        shoot(browser, folder, "calendar", size)


def shoot_reminders(browser, dashboard, folder):
    """Two reminders of different kinds."""
    for words in [["--at", "07:00", "--days", "mon-fri", "--text", "Time to sit", "--unless", "mindful"],
                  ["--at", "21:00", "--text", "The streak is open", "--while-streak", "3"]]:
        subprocess.run([dashboard.command[0], "practice", "remind", "add", *words, "--database", dashboard.database],
                       check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for size in SIZES:
        browser.size(size)
        browser.go("/reminders")
        browser.one(".reminder")
        settle(browser)
        shoot(browser, folder, "reminders", size)


def shoot_music(browser, dashboard, folder):
    """A song beside a simulated session, the playlists, and what earlier plays have shown."""
    bench = Bench(dashboard.command[0])
    titles = ["Slow River", "Morning Light", "Long Way Home", "Northern Wind", "Quiet Hours"]
    player = Player(bench, dashboard, titles=titles, seconds=240, artist="Ada and the Tides")
    for number in range(1, len(titles) + 1):
        with open(f"{player.home}/music/album {number}/cover.png", "wb") as cover:
            cover.write(png(200))
    start = int(time.time()) - 20 * 86_400
    with open(player.home + "/plays.jsonl", "w") as plays:
        for index in range(60):
            title = titles[index * 7 % len(titles)]
            plays.write('{"listened_at": %d, "track_metadata": {"artist_name": "Ada and the Tides", "track_name": "%s", '
                        '"additional_info": {"duration": 240}}}\n' % (start + 20_000 * index, title))
    subprocess.run([dashboard.command[0], "music", "import", player.home + "/plays.jsonl", "--database", dashboard.database],
                   check=True, env=dashboard.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    browser.go(f"/session?seed={SEED}")
    browser.begin(is_first=False)
    browser.go("/music")
    browser.click("#begin-music")
    browser.wait(lambda: "beats/min" in browser.text(".music-heart"), "the heart is not heard", 60)
    time.sleep(40)
    for size in SIZES:
        browser.size(size)
        for name, view in [("music", ""), ("music-playlists", "/playlists"), ("music-insights", "/insights")]:
            browser.go("/music" + view)
            settle(browser)
            shoot(browser, folder, name, size)
    browser.go("/music")
    browser.click("#end-music")
    browser.go("/session")
    browser.click("#end")
    browser.choose("end")
    player.close()


def main():
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    dashboard = Dashboard(tool, "--bridge", "unix:{home}/bridge")
    browser = Browser(dashboard.address)
    browser.enter(dashboard.link)
    for index in range(len(DAYS_AGO)):
        simulate(browser, SEED, index == 0)
    dashboard.stop()
    make_history(dashboard.folder.name + "/history.sqlite")
    write_practice_down(dashboard)
    dashboard.start(dashboard.port)
    shoot_calendar(browser, folder)
    shoot_reminders(browser, dashboard, folder)
    for size in SIZES:
        browser.size(size)
        for name in ["home", "history", "settings"]:
            browser.go("/" + name.replace("home", ""))
            settle(browser)
            shoot(browser, folder, name, size)
        browser.go("/history")
        browser.click(".session-link")
        settle(browser)
        shoot(browser, folder, "summary", size)
    shoot_practice(browser, folder)
    shoot_music(browser, dashboard, folder)
    shoot_health(browser, dashboard, folder)
    shoot_checks(browser, dashboard, folder)
    browser.go(f"/session?seed={SEED}&speed=4")
    browser.begin(is_first=False)
    for size in SIZES:
        browser.size(size)
        bloom(browser)
        shoot(browser, folder, "session", size)
    browser.drop()
    dashboard.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    main()
