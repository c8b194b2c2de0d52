"""Straps that the browser connects to, by the browser's own emulated adapter.

Emulated by Chromium (domain BluetoothEmulation): the adapter, a strap that is connected already, its services
and characteristics, every answer to the page's requests, and a lost link. Its chooser is answered by the domain
DeviceAccess. Values that the strap pushes cannot be emulated: they are put into the characteristic, and its event
is sent, by a stub of `BluetoothRemoteGATTCharacteristic` (PUSH below), which keeps the newest one of each kind.
"""

import base64
import time

from bench import case
from devtools import DevTools

STRAP = "09:09:09:09:09:09"
HEART_RATE, MEASUREMENT = "180d", "2a37"
BATTERY, LEVEL = "180f", "2a19"
ECG, CONTROL, DATA = (f"fb005c8{number}-02e7-f387-1cad-8acd2d8df0c8" for number in range(3))

CATCH = """
    const start = BluetoothRemoteGATTCharacteristic.prototype.startNotifications;
    BluetoothRemoteGATTCharacteristic.prototype.startNotifications = function () {
        (window.strapForTests ??= {})[this.uuid] = this;
        return start.call(this);
    };
"""
PUSH = """
    const characteristic = window.strapForTests[arguments[0]];
    const bytes = Uint8Array.from(arguments[1]);
    Object.defineProperty(characteristic, "value", { configurable: true, value: new DataView(bytes.buffer) });
    characteristic.dispatchEvent(new Event("characteristicvaluechanged"));
"""

NOTE_SENT = """
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };
"""
SUBSCRIBE = "subscribe-to-notifications"


def long_uuid(name):
    return name if "-" in name else f"0000{name}-0000-1000-8000-00805f9b34fb"


class EmulatedStrap:
    """A strap with heart rate and battery, and with Polar's ECG where it is asked for."""

    def __init__(self, tools, has_ecg=False):
        self.tools = tools
        self.has_ecg = has_ecg
        tools.call("BluetoothEmulation.enable", state="powered-on", leSupported=True)
        tools.call("BluetoothEmulation.simulatePreconnectedPeripheral", address=STRAP, name="Polar H10 0909",
                   manufacturerData=[], knownServiceUuids=[long_uuid(HEART_RATE), long_uuid(BATTERY)])
        self.add_services()

    def add_services(self):
        self._add(HEART_RATE, {MEASUREMENT: {"notify": True}})
        self._add(BATTERY, {LEVEL: {"read": True}})
        if self.has_ecg:
            self._add(ECG, {CONTROL: {"write": True, "indicate": True, "notify": True}, DATA: {"notify": True}})

    def _add(self, service, characteristics):
        service = self.tools.call("BluetoothEmulation.addService", address=STRAP, serviceUuid=long_uuid(service))
        for name, properties in characteristics.items():
            characteristic = self.tools.call(
                "BluetoothEmulation.addCharacteristic", serviceId=service["serviceId"],
                characteristicUuid=long_uuid(name), properties=properties)["characteristicId"]
            if "notify" in properties:
                # Without this descriptor the browser takes a characteristic for one that cannot notify.
                self.tools.call("BluetoothEmulation.addDescriptor", characteristicId=characteristic,
                                descriptorUuid=long_uuid("2902"))

    def reply_link(self):
        """The page connects and looks for services: both work."""
        for _ in range(2):
            event = self.tools.wait("BluetoothEmulation.gattOperationReceived")
            self.tools.call("BluetoothEmulation.simulateGATTOperationResponse",
                            address=STRAP, type=event["type"], code=0)
            if event["type"] == "discovery":
                return

    def lose(self):
        """Out of reach, and at once back; its services are forgotten with the link."""
        self.tools.call("BluetoothEmulation.simulateGATTDisconnection", address=STRAP)
        self.add_services()

    def reply_request(self, data=None):
        """The next request of a characteristic works; gives its kind, and what is written in hex."""
        event = self.tools.wait("BluetoothEmulation.characteristicOperationReceived")
        given = {} if data is None else {"data": base64.b64encode(bytes(data)).decode()}
        self.tools.call("BluetoothEmulation.simulateCharacteristicOperationResponse",
                        characteristicId=event["characteristicId"], type=event["type"], code=0, **given)
        if event["type"] == "write":
            return "write " + base64.b64decode(event["data"]).hex()
        return event["type"]

    def reply_start(self):
        """The page listens to the heart and reads the battery: both work."""
        assert self.reply_request() == SUBSCRIBE
        assert self.reply_request([80]) == "read"

    def reply_ecg(self):
        """The page starts the ECG: all of it works."""
        assert [self.reply_request() for _ in range(3)] == [SUBSCRIBE, SUBSCRIBE, "write 02000001820001010e00"]


class StrapPage:
    """A page that has begun a session with an emulated strap, and what it sends to the server."""

    def __init__(self, bench, has_ecg=False, wants_ecg=False):
        dashboard = bench.dashboard()
        self.browser = bench.browser(dashboard, "--enable-features=WebBluetooth", enters=False)
        self.strap = EmulatedStrap(DevTools(self.browser.driver, of_browser=True), has_ecg)
        tools = DevTools(self.browser.driver)
        tools.call("DeviceAccess.enable")
        self.browser.enter(dashboard.link)
        self.browser.js(CATCH)
        self.browser.js(NOTE_SENT)
        self.browser.click(".chooser summary")
        self.browser.click("input[value=webBluetooth]")
        if wants_ecg:
            self.browser.click("#ecg")
        self.browser.begin("webBluetooth", is_opened=True)
        prompt = tools.wait("DeviceAccess.deviceRequestPrompted")
        assert [each["id"] for each in prompt["devices"]] == [STRAP], prompt
        tools.call("DeviceAccess.selectPrompt", id=prompt["id"], deviceId=prompt["devices"][0]["id"])
        self.strap.reply_link()

    def sent(self, kind):
        return [each for each in self.browser.js("return window.sent") if each["type"] == kind]

    def push(self, name, *values):
        """The strap sends these bytes by a characteristic."""
        self.browser.js(PUSH, long_uuid(name), values)


@case
def strap_of_the_browser(bench):
    """Chosen, connected, heard, lost and found again: the packets reach the session as they came."""
    page = StrapPage(bench)
    browser, strap = page.browser, page.strap
    strap.reply_start()
    browser.wait_path("/session")
    browser.wait(lambda: page.sent("charge"), "the battery's charge is not sent")
    assert page.sent("device")[-1]["name"] == "Polar H10 0909" and page.sent("charge")[-1]["percent"] == 80
    browser.wait_text("Battery 80 %")
    # Flags 0x10: intervals follow, in 1/1024 s; 60 beats/min, 1000 ms each, and at the times at which a heart sends
    # them: what comes twice at once was sent twice by the host, and counts once.
    for _ in range(6):
        page.push(MEASUREMENT, 0x10, 60, 0x00, 0x04)
        time.sleep(1)
    assert page.sent("packet") == [{"type": "packet", "hex": "103c0004"}] * 6
    browser.click("#begin-anyway")
    browser.wait(lambda: browser.text(".figure .number") == "60", "the heart rate does not arrive", 15)
    strap.lose()
    browser.wait(lambda: page.sent("link") == [{"type": "link", "up": False}], "the loss is not told")
    strap.reply_link()
    assert strap.reply_request() == SUBSCRIBE
    browser.wait(lambda: len(page.sent("device")) == 2, "the strap is not introduced again")
    page.push(MEASUREMENT, 0x10, 61, 0x00, 0x04)
    browser.wait(lambda: page.sent("packet")[-1]["hex"] == "103d0004", "nothing is heard after the loss")


@case
def ecg_of_the_browser(bench):
    """Where the person wants the ECG it is started, handed on, started again after a loss, and stopped in the end."""
    page = StrapPage(bench, has_ecg=True, wants_ecg=True)
    browser, strap = page.browser, page.strap
    strap.reply_start()
    strap.reply_ecg()
    browser.wait_path("/session")
    page.push(MEASUREMENT, 0x10, 60, 0x00, 0x04)
    page.push(CONTROL, 0xf0, 0x02, 0x00, 0x00, 0x00)
    page.push(DATA, 0x00, 0x01, 0x02)
    assert page.sent("packet") == [
        {"type": "packet", "hex": "103c0004"}, {"type": "packet", "hex": "f002000000", "chr": CONTROL},
        {"type": "packet", "hex": "000102", "chr": DATA}]
    strap.lose()
    browser.wait(lambda: page.sent("link"), "the loss is not told")
    strap.reply_link()
    strap.reply_start()
    strap.reply_ecg()
    page.push(DATA, 0x00, 0x01, 0x03)
    assert page.sent("packet")[-1] == {"type": "packet", "hex": "000103", "chr": DATA}
    assert not page.sent("no_ecg")
    browser.click("#cancel")
    assert strap.reply_request() == "write 0300"


@case
def strap_without_ecg(bench):
    """A strap that has no ECG says so once, and the session goes on with its intervals."""
    page = StrapPage(bench, wants_ecg=True)
    browser, strap = page.browser, page.strap
    strap.reply_start()
    browser.wait_text("This strap sends no ECG", "#notices")
    assert page.sent("no_ecg") == [{"type": "no_ecg"}]
    page.push(MEASUREMENT, 0x10, 60, 0x00, 0x04)
    assert page.sent("packet") == [{"type": "packet", "hex": "103c0004"}]
    strap.lose()
    browser.wait(lambda: page.sent("link"), "the loss is not told")
    strap.reply_link()
    strap.reply_start()
    time.sleep(1)
    assert len(page.sent("no_ecg")) == 1


@case
def refused_ecg(bench):
    """A strap that answers the order with a refusal is taken at its word."""
    page = StrapPage(bench, has_ecg=True, wants_ecg=True)
    page.strap.reply_start()
    page.strap.reply_ecg()
    page.push(CONTROL, 0xf0, 0x02, 0x00, 0x0a)
    page.browser.wait_text("This strap sends no ECG", "#notices")
    assert page.sent("no_ecg") == [{"type": "no_ecg"}]


@case
def no_bluetooth_here(bench):
    """A browser without Web Bluetooth says why the source cannot be chosen."""
    _, browser = bench.open("--disable-features=WebBluetooth")
    browser.click(".chooser summary")
    assert not browser.one("input[value=webBluetooth]").is_enabled()
    browser.wait_text("no Web Bluetooth")
