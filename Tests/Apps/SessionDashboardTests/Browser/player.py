"""A real MPD in a dashboard's folder that plays to nobody, and songs for it."""

import math
import os
import shutil
import struct
import subprocess
import time
import wave
import zlib

CONFIGURATION = """
music_directory "{home}/music"
playlist_directory "{home}"
db_file "{home}/mpd.db"
bind_to_address "{home}/mpd"
zeroconf_enabled "no"
auto_update "yes"
audio_buffer_size "64"
audio_output {{
    type "null"
    name "nobody"
    sync "yes"
}}
"""


def is_available():
    return bool(shutil.which("mpd") and shutil.which("mpc"))


def png(side=32):
    """A picture that goes from one colour to another."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    def pixel(share):
        return bytes(round(a + (b - a) * share) for a, b in zip((0x1b, 0x3a, 0x6b), (0xf2, 0xb4, 0x6d)))
    rows = b"".join(b"\0" + b"".join(pixel((x + y) / (2 * side - 2)) for x in range(side)) for y in range(side))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write_song(path, seconds, hertz):
    rate = 8000
    tone = b"".join(struct.pack("<h", round(9000 * math.sin(2 * math.pi * hertz * k / rate))) for k in range(rate))
    with wave.open(path, "wb") as song:
        song.setparams((1, 2, rate, 0, "NONE", None))
        song.writeframes(tone * seconds)


def tag(stem, title, artist):
    """A FLAC with tags in the place of a WAV."""
    subprocess.run(["ffmpeg", "-v", "error", "-i", f"{stem}.wav", "-metadata", f"title={title}", "-metadata", f"artist={artist}",
                    f"{stem}.flac"], check=True)
    os.remove(f"{stem}.wav")


class Player:
    """The songs of a folder in albums of their own, scanned, and MPD, which a dashboard finds by its environment."""

    def __init__(self, bench, dashboard, count=5, seconds=120, titles=None, artist=None):
        """`artist`: songs have tags, for which ffmpeg is needed."""
        self.home = home = dashboard.home
        titles = titles or [f"Song {number}" for number in range(1, count + 1)]
        os.chmod(home, 0o700)
        for number, title in enumerate(titles, 1):
            album = f"{home}/music/album {number}"
            os.makedirs(album)
            write_song(f"{album}/{title}.wav", seconds, 200 + 60 * number)
            if artist is not None:
                tag(f"{album}/{title}", title, artist)
        with open(f"{home}/music/Evening.m3u", "w") as playlist:
            ending = "flac" if artist is not None else "wav"
            playlist.write(f"album 2/{titles[1]}.{ending}\nalbum 3/{titles[2]}.{ending}\nnowhere.wav\n")
        with open(f"{home}/mpd.conf", "w") as file:
            file.write(CONFIGURATION.format(home=home))
        subprocess.run([bench.tool, "music", "scan", "--playlists", f"{home}/music", "--database", dashboard.database,
                        "--quiet"], check=True, stdout=subprocess.DEVNULL)
        self.start()
        bench.helpers.append(self)

    def start(self):
        self.process = subprocess.Popen(["mpd", "--no-daemon", "--stderr", f"{self.home}/mpd.conf"],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if self.mpc("status", check=False).returncode == 0:
                return
            time.sleep(0.05)
        raise AssertionError("MPD does not listen")

    def mpc(self, *words, check=True):
        return subprocess.run(["mpc", "--host", f"{self.home}/mpd", *words], check=check, capture_output=True, text=True)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
