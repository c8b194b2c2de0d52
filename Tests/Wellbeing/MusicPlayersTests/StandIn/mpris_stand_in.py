"""Plays a player of the desktop on a private bus.

Usage: mpris_stand_in.py ADDRESS NAME SCENARIO

Says "ready", and then each call as one line of JSON. Lines on standard input are done:

set NAME JSON      a property changes, with a signal
quiet NAME JSON    a property changes, without a signal
position SECONDS   the position, without a signal
seek SECONDS       the position, with the signal Seeked
invalidate NAME    the signal says only that the property changed
gone, back         the player gives up its name, takes it again

Scenarios:

plain       opens songs at once, as most players do
append      appends songs, and goes to them at Next
watched     CanControl is false
refusing    OpenUri fails
deaf        GetAll is never answered
"""

import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PLAYER = "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"


def say(**what):
    print(json.dumps(what), flush=True)


def value(name, plain):
    if name == "Metadata":
        types = {"mpris:length": dbus.Int64, "mpris:trackid": dbus.ObjectPath}
        return dbus.Dictionary(
            {
                key: dbus.Array(item, signature="s") if isinstance(item, list) else types.get(key, str)(item)
                for key, item in plain.items()
            },
            signature="sv",
        )
    if isinstance(plain, bool):
        return dbus.Boolean(plain)
    return dbus.Double(plain) if isinstance(plain, (int, float)) else dbus.String(plain)


class Player(dbus.service.Object):
    def __init__(self, bus, scenario):
        self.scenario, self.waiting, self.position = scenario, [], 0.0
        self.properties = {
            "PlaybackStatus": "Stopped", "LoopStatus": "None", "Shuffle": False, "Volume": 0.5,
            "Metadata": {"mpris:trackid": "/org/mpris/MediaPlayer2/TrackList/NoTrack"},
            "CanControl": scenario != "watched", "CanPlay": True, "CanPause": True,
            "CanGoNext": True,
        }
        super().__init__(bus, "/org/mpris/MediaPlayer2")

    def change(self, **changed):
        self.properties.update(changed)
        self.PropertiesChanged(PLAYER, {k: value(k, v) for k, v in changed.items()}, [])

    def open(self, uri):
        self.position = 0.0
        self.change(
            PlaybackStatus="Playing",
            Metadata={
                "mpris:trackid": "/0", "xesam:url": uri, "xesam:title": uri.rsplit("/", 1)[-1],
                "xesam:artist": ["Somebody"], "mpris:length": 100_000_000,
            },
        )

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}", async_callbacks=("done", "failed"))
    def GetAll(self, interface, done, failed):
        if self.scenario != "deaf":
            known = {k: value(k, v) for k, v in self.properties.items()}
            done({**known, "Position": dbus.Int64(self.position * 1e6)})

    @dbus.service.method(PROPERTIES, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        if name == "Position":
            return dbus.Int64(self.position * 1e6)
        return value(name, self.properties[name])

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    @dbus.service.signal(PLAYER, signature="x")
    def Seeked(self, position):
        pass

    @dbus.service.method(PLAYER, in_signature="s")
    def OpenUri(self, uri):
        say(call="OpenUri", uri=uri)
        if self.scenario == "refusing":
            raise dbus.DBusException("no such song", name="org.mpris.Error.Failed")
        if self.scenario == "append":
            self.waiting.append(uri)
        else:
            self.open(uri)

    @dbus.service.method(PLAYER)
    def Next(self):
        say(call="Next")
        if self.waiting:
            self.open(self.waiting.pop(0))

    @dbus.service.method(PLAYER)
    def Previous(self):
        say(call="Previous")

    @dbus.service.method(PLAYER)
    def Play(self):
        say(call="Play")
        self.change(PlaybackStatus="Playing")

    @dbus.service.method(PLAYER)
    def Pause(self):
        say(call="Pause")
        self.change(PlaybackStatus="Paused")


def main():
    address, name, scenario = sys.argv[1:]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(address)
    player = Player(bus, scenario)
    full = "org.mpris.MediaPlayer2." + name
    bus.request_name(full)

    rest = b""

    def read(source, condition):
        nonlocal rest
        # Several lines may come at once.
        block = os.read(sys.stdin.fileno(), 65536)
        if not block:
            loop.quit()
            return False
        *lines, rest = (rest + block).split(b"\n")
        for line in lines:
            order(line.decode())
        return True

    def order(line):
        words = line.strip().split(" ", 2)
        if words[0] == "set":
            player.change(**{words[1]: json.loads(words[2])})
        elif words[0] == "quiet":
            player.properties[words[1]] = json.loads(words[2])
        elif words[0] == "position":
            player.position = float(words[1])
        elif words[0] == "seek":
            player.position = float(words[1])
            player.Seeked(dbus.Int64(player.position * 1e6))
        elif words[0] == "invalidate":
            player.PropertiesChanged(PLAYER, dbus.Dictionary({}, signature="sv"), [words[1]])
        elif words[0] == "gone":
            bus.release_name(full)
        elif words[0] == "back":
            bus.request_name(full)

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, read)
    loop = GLib.MainLoop()
    GLib.idle_add(lambda: say(ready=True))
    loop.run()


main()
