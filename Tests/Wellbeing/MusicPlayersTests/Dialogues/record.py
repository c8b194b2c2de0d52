"""Records dialogues with a real MPD, for the tests of its protocol.

Usage: record.py FOLDER

Needs mpd (the stored ones: 0.23.12 of Debian 12). Starts it below FOLDER, which it makes, and writes FOLDER/NAME.txt: a line
that begins with "> " was sent, one with "< " was received. Bytes beyond printable ASCII, backslashes and carriage returns are
written as \\xNN; the line end of the protocol is the end of the line. A chunk of binary data is a line with "= ".
"""

import math
import os
import signal
import socket
import struct
import subprocess
import sys
import time
import wave

FOLDER = sys.argv[1]
CONFIG = """
music_directory "{0}/music"
playlist_directory "{0}"
db_file "{0}/db"
sticker_file "{0}/stickers"
bind_to_address "{0}/socket"
zeroconf_enabled "no"
auto_update "yes"
audio_output {{
    type "null"
    name "nobody"
    sync "yes"
}}
"""


def song(name, seconds, hertz):
    with wave.open(f"{FOLDER}/music/{name}", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8000)
        file.writeframes(
            b"".join(
                struct.pack("<h", int(8000 * math.sin(2 * math.pi * hertz * n / 8000)))
                for n in range(8000 * seconds)
            )
        )


def escaped(data):
    return "".join(
        chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in data
    )


class Client:
    def __init__(self, lines):
        self.lines = lines
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(FOLDER + "/socket")
        self.socket.settimeout(20)
        self.file = self.socket.makefile("rb")
        self.line()

    def line(self):
        line = self.file.readline()
        self.lines.append("< " + escaped(line[:-1]))
        if line.startswith(b"binary: "):
            chunk = self.file.read(int(line[8:]))
            self.lines.append("= " + escaped(chunk))
            assert self.file.read(1) == b"\n"
        return line

    def say(self, *lines):
        for line in lines:
            self.lines.append("> " + escaped(line.encode()))
            self.socket.sendall(line.encode() + b"\n")

    def hear(self):
        while True:
            line = self.line()
            if line == b"OK\n" or line.startswith(b"ACK "):
                return

    def ask(self, *lines):
        self.say(*lines)
        self.hear()


def record(name, talk):
    lines = []
    talk(Client(lines))
    with open(f"{FOLDER}/{name}.txt", "w") as file:
        file.write("\n".join(lines) + "\n")


def commands(client):
    client.ask("status")
    client.ask("config")
    client.ask('find "(base \'\')" window 0:1000')
    client.ask('addid "a.wav" "+0"')
    client.ask('addid "a.wav"')
    client.ask('addid "b \\"quoted\\" \\\\ ü.wav"')
    client.ask('addid "missing.wav"')
    client.ask("command_list_ok_begin", "status", "currentsong", "command_list_end")
    client.ask("command_list_ok_begin", "status", "nonsense", "command_list_end")
    client.ask("playlistid 1")
    client.ask("playlistid 99")
    client.ask("deleteid 99")
    client.ask('password "wrong"')
    client.ask('albumart "a.wav" "0"')
    client.ask('albumart "missing.wav" "0"')
    client.ask('readpicture "a.wav" "0"')
    client.ask('sticker "set" "song" "a.wav" "playCount" "3"')
    client.ask('sticker "get" "song" "a.wav" "lastPlayed"')
    client.ask('sticker "find" "song" "" "playCount"')
    client.ask("clear")


def changes(client):
    other = Client([])
    for act in [
        ['addid "a.wav"', "play"], ["pause 1"], ["random 1"], ["setvol 50"],
        ['sticker "set" "song" "a.wav" "x" "1"'], ["stop"], ["clear"],
    ]:
        client.say("idle player playlist mixer options database stored_playlist sticker")
        for line in act:
            other.ask(line)
        client.hear()
        client.ask("command_list_ok_begin", "status", "currentsong", "command_list_end")
    other.ask("random 0")
    client.ask("idle options")
    client.say("idle player", "noidle")
    client.hear()


os.makedirs(FOLDER + "/music", mode=0o700)
os.chmod(FOLDER, 0o700)
song("a.wav", 3, 300)
song('b "quoted" \\ ü.wav', 2, 400)
with open(FOLDER + "/music/cover.png", "wb") as cover:
    cover.write(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) + b"\nOK\nACK [5@0] {} x\n")
with open(FOLDER + "/mpd.conf", "w") as config:
    config.write(CONFIG.format(FOLDER))
mpd = subprocess.Popen(["mpd", "--no-daemon", "--stderr", FOLDER + "/mpd.conf"])
try:
    time.sleep(3)
    record("commands", commands)
    record("changes", changes)
finally:
    mpd.send_signal(signal.SIGKILL)
