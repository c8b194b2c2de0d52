"""Plays org.bluez on a private bus, so far as a heart rate strap needs it.

Usage: bluez_stand_in.py ADDRESS SCENARIO

Two straps are in reach once somebody scans. Each sends packets 10 3c RR RR with the R-R intervals
800, 801, 802 ... (1/1024 s), one every few milliseconds, until it has sent 60 in all. Scenarios:

plain       all goes well
drop        the link of a strap ends after 20 packets, once
restart     the daemon stops after 20 packets and comes back with nothing connected
busy        the first StartDiscovery, Connect and StartNotify meet InProgress
acquired    StartNotify meets NotPermitted, Notify acquired
unpaired    StartNotify wants pairing
notready    the adapter says it is on, and NotReady to all calls
off         the adapter is off
denied      the bus itself refuses calls (its configuration does; this plays plain)
"""

import os
import sys

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

ADAPTER = "org.bluez.Adapter1"
AGENTS = "org.bluez.AgentManager1"
BATTERY = "org.bluez.Battery1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"
DEVICE = "org.bluez.Device1"
MANAGER = "org.freedesktop.DBus.ObjectManager"
PROPERTIES = "org.freedesktop.DBus.Properties"

HEART_RATE_SERVICE = "0000180d-0000-1000-8000-00805f9b34fb"
HEART_RATE = "00002a37-0000-1000-8000-00805f9b34fb"
BATTERY_LEVEL = "00002a19-0000-1000-8000-00805f9b34fb"
POLAR_CONTROL = "fb005c81-02e7-f387-1cad-8acd2d8df0c8"
POLAR_DATA = "fb005c82-02e7-f387-1cad-8acd2d8df0c8"

PACKET_COUNT = 60
PACKET_MS = 4
# An ECG of 75 beats a minute as a strap sends it: frames of 73 samples at 130 Hz, in uV.
ECG_RATE, ECG_COUNT, ECG_BEAT = 130, 73, 104
HCI = "/org/bluez/hci0"


class Refused(dbus.DBusException):
    def __init__(self, name, message=""):
        super().__init__(message, name="org.bluez.Error." + name)


class Object(dbus.service.Object):
    """One interface with properties."""

    def __init__(self, world, path, interface, properties):
        self.world, self.path = world, path
        self.interface, self.properties = interface, properties
        super().__init__(world.bus, path)
        world.objects[path] = self

    def listing(self):
        return dbus.Dictionary(
            {self.interface: dbus.Dictionary(self.properties, signature="sv")}, signature="sa{sv}"
        )

    def change(self, changed, interface=None):
        self.properties.update(changed)
        self.PropertiesChanged(
            interface or self.interface, dbus.Dictionary(changed, signature="sv"), []
        )

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass

    def vanish(self):
        self.world.root.InterfacesRemoved(self.path, [self.interface])
        self.remove_from_connection()
        del self.world.objects[self.path]


class Root(dbus.service.Object):
    def __init__(self, world):
        self.world = world
        super().__init__(world.bus, "/")

    @dbus.service.method(MANAGER, out_signature="a{oa{sa{sv}}}")
    def GetManagedObjects(self):
        listing = {path: item.listing() for path, item in self.world.objects.items()}
        return dbus.Dictionary(listing, signature="oa{sa{sv}}")

    @dbus.service.signal(MANAGER, signature="oa{sa{sv}}")
    def InterfacesAdded(self, path, interfaces):
        pass

    @dbus.service.signal(MANAGER, signature="oas")
    def InterfacesRemoved(self, path, interfaces):
        pass


class Agents(Object):
    def __init__(self, world):
        super().__init__(world, "/org/bluez", AGENTS, {})

    @dbus.service.method(AGENTS, in_signature="os", sender_keyword="sender")
    def RegisterAgent(self, path, capability, sender=None):
        if capability != "NoInputNoOutput":
            raise Refused("InvalidArguments")
        self.world.agent = (sender, path)


class Adapter(Object):
    def __init__(self, world):
        properties = {
            "Address": "00:11:22:33:44:55",
            "Powered": dbus.Boolean(world.scenario != "off"),
            "Discovering": dbus.Boolean(False),
            "Roles": dbus.Array(["central"], signature="s"),
            "UUIDs": dbus.Array([], signature="s"),
        }
        super().__init__(world, HCI, ADAPTER, properties)
        self.filter = None
        self.scanners = set()

    @dbus.service.method(ADAPTER, in_signature="a{sv}")
    def SetDiscoveryFilter(self, wanted):
        self.world.check_ready()
        self.filter = wanted

    @dbus.service.method(ADAPTER, sender_keyword="sender")
    def StartDiscovery(self, sender=None):
        self.world.check_ready()
        self.world.meet_busy("StartDiscovery")
        if not self.filter or list(self.filter.get("UUIDs", [])) != [HEART_RATE_SERVICE]:
            raise Refused("Failed", "no filter for heart rate")
        self.scanners.add(sender)
        GLib.timeout_add(5, self.world.show_straps)

    @dbus.service.method(ADAPTER, sender_keyword="sender")
    def StopDiscovery(self, sender=None):
        if sender not in self.scanners:
            raise Refused("Failed", "No discovery started")
        self.scanners.discard(sender)


class Device(Object):
    def __init__(self, world, name, address, rssi):
        self.address = address
        properties = {
            "Address": address,
            "AddressType": "random",
            "Alias": name,
            "Connected": dbus.Boolean(False),
            "ServicesResolved": dbus.Boolean(False),
            "Paired": dbus.Boolean(False),
            "RSSI": dbus.Int16(rssi),
            "UUIDs": dbus.Array([HEART_RATE_SERVICE], signature="s"),
            "ManufacturerData": dbus.Dictionary(
                {dbus.UInt16(107): dbus.ByteArray(b"\x01\x02")}, signature="qv"
            ),
        }
        path = HCI + "/dev_" + address.replace(":", "_")
        super().__init__(world, path, DEVICE, properties)
        self.sent_count = 0
        self.has_dropped = False
        self.ecg_samples = None

    def listing(self):
        listing = super().listing()
        if self.properties["ServicesResolved"]:
            listing[BATTERY] = dbus.Dictionary({"Percentage": dbus.Byte(81)}, signature="sv")
        return listing

    @dbus.service.method(DEVICE, async_callbacks=("done", "fail"))
    def Connect(self, done, fail):
        self.world.check_ready()
        self.world.meet_busy("Connect")
        if self.world.adapter.scanners:
            return fail(Refused("Failed", "le-connection-abort-by-local"))
        if self.properties["Connected"]:
            return fail(Refused("AlreadyConnected"))
        self.change({"Connected": dbus.Boolean(True)})
        done()
        GLib.timeout_add(5, self.resolve)

    def resolve(self):
        for service, uuid in ((16, HEART_RATE), (32, BATTERY_LEVEL), (48, POLAR_CONTROL), (64, POLAR_DATA)):
            path = "%s/service%04x/char%04x" % (self.path, service, service + 1)
            if path not in self.world.objects:
                item = Characteristic(self.world, path, uuid, self)
                self.world.root.InterfacesAdded(path, item.listing())
        self.change({"ServicesResolved": dbus.Boolean(True)})
        return False

    def start_ecg(self):
        if self.ecg_samples is None:
            self.ecg_samples = 0
            GLib.timeout_add(1000 * ECG_COUNT // ECG_RATE, self.send_ecg)

    def send_ecg(self):
        data = [x for x in self.world.objects.values() if getattr(x, "uuid", "") == POLAR_DATA]
        data = [x for x in data if x.device is self and x.is_notifying]
        if self.ecg_samples is None or not data:
            return False
        samples = b""
        for index in range(self.ecg_samples, self.ecg_samples + ECG_COUNT):
            position = index % ECG_BEAT
            height = {50: -120, 51: 400, 52: 1200, 53: 300, 54: -250}.get(position, 0)
            if 80 <= position < 100:
                height = 150 - 15 * abs(position - 90)
            samples += int(height).to_bytes(3, "little", signed=True)
        self.ecg_samples += ECG_COUNT
        stamp = 599616000000000000 + (self.ecg_samples - 1) * 1_000_000_000 // ECG_RATE
        frame = b"\x00" + stamp.to_bytes(8, "little") + b"\x00" + samples
        data[0].change({"Value": dbus.ByteArray(frame)})
        return True

    @dbus.service.method(DEVICE)
    def Disconnect(self):
        if not self.properties["Connected"]:
            raise Refused("NotConnected")
        self.lose("Local")

    @dbus.service.method(DEVICE, async_callbacks=("done", "fail"))
    def Pair(self, done, fail):
        if not self.world.agent:
            return fail(Refused("AuthenticationRejected"))

        def agreed():
            self.change({"Paired": dbus.Boolean(True)})
            done()

        agent = self.world.bus.get_object(*self.world.agent, introspect=False)
        agent.RequestAuthorization(
            dbus.ObjectPath(self.path),
            dbus_interface="org.bluez.Agent1",
            reply_handler=agreed,
            error_handler=lambda error: fail(Refused("AuthenticationFailed", str(error))),
        )

    @dbus.service.signal(DEVICE, signature="ss")
    def Disconnected(self, reason, message):
        pass

    def lose(self, reason):
        for path in [p for p in self.world.objects if p.startswith(self.path + "/")]:
            self.world.objects[path].vanish()
        self.Disconnected("org.bluez.Reason." + reason, "")
        self.change({"ServicesResolved": dbus.Boolean(False)})
        self.change({"Connected": dbus.Boolean(False)})


class Characteristic(Object):
    def __init__(self, world, path, uuid, device):
        super().__init__(world, path, CHARACTERISTIC, {"UUID": uuid})
        self.uuid, self.device, self.is_notifying = uuid, device, False

    @dbus.service.method(CHARACTERISTIC, in_signature="a{sv}", out_signature="ay")
    def ReadValue(self, options):
        if self.uuid == HEART_RATE:
            raise Refused("NotPermitted", "Read not permitted")
        return dbus.ByteArray(b"\x0f\x05" if self.uuid == POLAR_CONTROL else b"\x51")

    @dbus.service.method(CHARACTERISTIC, in_signature="aya{sv}")
    def WriteValue(self, value, options):
        if self.uuid != POLAR_CONTROL or options.get("type") != "request":
            raise Refused("NotSupported")
        if bytes(value)[:2] == b"\x02\x00":
            self.device.start_ecg()
        if bytes(value)[:2] == b"\x03\x00":
            self.device.ecg_samples = None
        if self.is_notifying:
            response = bytes([0xF0]) + bytes(value)[:2] + b"\x00\x00"
            self.change({"Value": dbus.ByteArray(response)})

    @dbus.service.method(CHARACTERISTIC)
    def StartNotify(self):
        self.world.meet_busy("StartNotify")
        if self.world.scenario == "acquired":
            raise Refused("NotPermitted", "Notify acquired")
        if self.world.scenario == "unpaired" and not self.device.properties["Paired"]:
            raise Refused("NotPermitted", "Not paired")
        if self.is_notifying:
            raise Refused("InProgress", "Already notifying")
        self.is_notifying = True
        if self.uuid == HEART_RATE:
            # The first packet leaves before the reply does.
            self.send()
            GLib.timeout_add(PACKET_MS, self.send)

    @dbus.service.method(CHARACTERISTIC)
    def StopNotify(self):
        if not self.is_notifying:
            raise Refused("Failed", "No notify session started")
        self.is_notifying = False

    def vanish(self):
        self.is_notifying = False
        super().vanish()

    def send(self):
        device = self.device
        if not self.is_notifying or device.sent_count == PACKET_COUNT:
            return False
        rr = 800 + device.sent_count
        device.sent_count += 1
        packet = bytes([0x10, 0x3C, rr & 0xFF, rr >> 8])
        self.change({"Value": dbus.ByteArray(packet)})
        if device.sent_count == 20 and not device.has_dropped:
            device.has_dropped = True
            if self.world.scenario == "drop":
                device.lose("Timeout")
            if self.world.scenario == "restart":
                self.world.restart()
        return True


class World:
    def __init__(self, address, scenario, sent_count):
        self.address, self.scenario, self.sent_count = address, scenario, sent_count
        self.bus = dbus.bus.BusConnection(address)
        self.objects, self.agent, self.met = {}, None, set()
        self.root = Root(self)
        Agents(self)
        self.adapter = Adapter(self)
        self.bus.call_on_disconnection(lambda bus: loop.quit())
        self.bus.request_name("org.bluez")

    def check_ready(self):
        if self.scenario == "notready":
            raise Refused("NotReady", "Resource Not Ready")

    def meet_busy(self, member):
        if self.scenario == "busy" and member not in self.met:
            self.met.add(member)
            raise Refused("InProgress", "Operation already in progress")

    def show_straps(self):
        for name, address, rssi in (
            ("Polar H10 AAAA5C7A", "A0:9E:1A:AA:5C:7A", -55),
            ("TICKR BBBB", "C0:11:22:BB:00:01", -80),
        ):
            path = HCI + "/dev_" + address.replace(":", "_")
            if path not in self.objects:
                device = Device(self, name, address, rssi)
                device.sent_count = self.sent_count
                device.has_dropped = self.sent_count > 0
                self.root.InterfacesAdded(device.path, device.listing())
        return False

    def restart(self):
        """A new program in place of this one: the bus sees the old one go."""
        self.bus.flush()
        os.execv(sys.executable, [sys.executable] + sys.argv[:3] + ["20"])


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
loop = GLib.MainLoop()
world = World(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 0)
print("ready", flush=True)
loop.run()
