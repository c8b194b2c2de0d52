"""Plays the notification server of a desktop, or logind, on a private bus.

Usage: desktop_stand_in.py ADDRESS SCENARIO

Says "ready", and then each thing that happens as one line of JSON. Lines on standard input are done:

invoke ACTION   the newest notification's action is chosen
close           the newest notification is closed
sleep, wake     PrepareForSleep with true, with false

Scenarios:

plain        a notification server with body and markup, without actions
actions      the same with actions
bare         a notification server that can do nothing at all
deaf         one that never answers
deaf-notify  one that says what it can do, and never answers to Notify
logind       logind: Inhibit and PrepareForSleep; says when the lock is let go
refusing     logind that refuses Inhibit
"""

import json
import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NOTIFICATIONS = "org.freedesktop.Notifications"
LOGIND = "org.freedesktop.login1"
MANAGER = LOGIND + ".Manager"

ABILITIES = {
    "plain": ["body", "body-markup"],
    "actions": ["body", "body-markup", "actions"],
    "bare": [],
    "deaf": [],
    "deaf-notify": ["body"],
}


def say(**what):
    print(json.dumps(what), flush=True)


class Server(dbus.service.Object):
    def __init__(self, bus, scenario):
        self.scenario, self.last = scenario, 40
        super().__init__(bus, "/org/freedesktop/Notifications")

    @dbus.service.method(NOTIFICATIONS, out_signature="as", async_callbacks=("done", "failed"))
    def GetCapabilities(self, done, failed):
        if self.scenario != "deaf":
            done(dbus.Array(ABILITIES[self.scenario], signature="s"))

    @dbus.service.method(
        NOTIFICATIONS,
        in_signature="susssasa{sv}i",
        out_signature="u",
        async_callbacks=("done", "failed"),
    )
    def Notify(self, app, replaces, icon, summary, body, actions, hints, expires, done, failed):
        say(
            event="notify", app=app, replaces=replaces, summary=summary, body=body,
            actions=list(actions), expires=expires,
        )
        if self.scenario != "deaf-notify":
            self.last += 1
            done(self.last)

    @dbus.service.signal(NOTIFICATIONS, signature="us")
    def ActionInvoked(self, number, action):
        pass

    @dbus.service.signal(NOTIFICATIONS, signature="uu")
    def NotificationClosed(self, number, reason):
        pass

    def do(self, words):
        if words[0] == "invoke":
            self.ActionInvoked(self.last, words[1])
        elif words[0] == "close":
            self.NotificationClosed(self.last, 2)


class Refused(dbus.DBusException):
    def __init__(self):
        super().__init__("not you", name="org.freedesktop.DBus.Error.AccessDenied")


class Logind(dbus.service.Object):
    def __init__(self, bus, scenario):
        self.scenario = scenario
        super().__init__(bus, "/org/freedesktop/login1")

    @dbus.service.method(MANAGER, in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        say(event="inhibit", what=what, who=who, why=why, mode=mode)
        if self.scenario == "refusing":
            raise Refused()
        reader, writer = os.pipe()
        # As logind does: the lock is there as long as a client has the other end open.
        GLib.io_add_watch(reader, GLib.IO_HUP, self.let_go)
        given = dbus.types.UnixFd(writer)
        os.close(writer)
        return given

    def let_go(self, reader, condition):
        say(event="released")
        os.close(reader)
        return False

    @dbus.service.signal(MANAGER, signature="b")
    def PrepareForSleep(self, begins):
        pass

    def do(self, words):
        if words[0] in ("sleep", "wake"):
            self.PrepareForSleep(dbus.Boolean(words[0] == "sleep"))


def main():
    address, scenario = sys.argv[1:3]
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.bus.BusConnection(address)
    isLogind = scenario in ("logind", "refusing")
    name = dbus.service.BusName(LOGIND if isLogind else NOTIFICATIONS, bus, do_not_queue=True)
    played = Logind(bus, scenario) if isLogind else Server(bus, scenario)
    loop = GLib.MainLoop()

    def order(source, condition):
        text = os.read(0, 4096).decode()
        if not text:
            loop.quit()
            return False
        for line in text.splitlines():
            played.do(line.split())
        return True

    GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, order)
    print("ready", flush=True)
    loop.run()
    del name


main()
