"""Straps that the browser connects to, by the browser's own emulated adapter.

Emulated by Chromium (domain BluetoothEmulation): the adapter, a strap that is connected already, its services
and characteristics, every answer to the page's requests, and a lost link. Its chooser is answered by the domain
DeviceAccess. Values that the strap pushes cannot be emulated: they are put into the characteristic, and its event
is sent, by a stub of `BluetoothRemoteGATTCharacteristic` (PUSH below).
"""

import base64
import time

from bench import case
from devtools import DevTools

STRAP = "09:09:09:09:09:09"
HEART_RATE, MEASUREMENT = "180d", "2a37"
BATTERY, LEVEL = "180f", "2a19"

CATCH = """
    const start = BluetoothRemoteGATTCharacteristic.prototype.startNotifications;
    BluetoothRemoteGATTCharacteristic.prototype.startNotifications = function () {
        window.strapForTests = this;
        return start.call(this);
    };
"""
PUSH = """
    const bytes = Uint8Array.from(arguments[0]);
    Object.defineProperty(window.strapForTests, "value", { configurable: true, value: new DataView(bytes.buffer) });
    window.strapForTests.dispatchEvent(new Event("characteristicvaluechanged"));
"""


def long_uuid(short):
    return f"0000{short}-0000-1000-8000-00805f9b34fb"


class EmulatedStrap:
    """A strap with heart rate and battery; `answer_next` plays its side of a request."""

    def __init__(self, tools):
        self.tools = tools
        tools.call("BluetoothEmulation.enable", state="powered-on", leSupported=True)
        tools.call("BluetoothEmulation.simulatePreconnectedPeripheral", address=STRAP, name="Polar H10 0909",
                   manufacturerData=[], knownServiceUuids=[long_uuid(HEART_RATE), long_uuid(BATTERY)])
        self.add_services()

    def add_services(self):
        measurement = self._add(HEART_RATE, MEASUREMENT, {"notify": True})
        # Without this descriptor the browser takes a characteristic for one that cannot notify.
        self.tools.call("BluetoothEmulation.addDescriptor", characteristicId=measurement,
                        descriptorUuid=long_uuid("2902"))
        self._add(BATTERY, LEVEL, {"read": True})

    def _add(self, service, characteristic, properties):
        service = self.tools.call("BluetoothEmulation.addService", address=STRAP, serviceUuid=long_uuid(service))
        return self.tools.call(
            "BluetoothEmulation.addCharacteristic", serviceId=service["serviceId"],
            characteristicUuid=long_uuid(characteristic), properties=properties)["characteristicId"]

    def answer_link(self):
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

    def answer_request(self, data=None):
        """The next request of a characteristic works; gives its kind."""
        event = self.tools.wait("BluetoothEmulation.characteristicOperationReceived")
        given = {} if data is None else {"data": base64.b64encode(bytes(data)).decode()}
        self.tools.call("BluetoothEmulation.simulateCharacteristicOperationResponse",
                        characteristicId=event["characteristicId"], type=event["type"], code=0, **given)
        return event["type"]


@case
def strap_of_the_browser(bench):
    """Chosen, connected, heard, lost and found again: the packets reach the session as they came."""
    dashboard = bench.dashboard()
    browser = bench.browser(dashboard, "--enable-features=WebBluetooth", enters=False)
    strap = EmulatedStrap(DevTools(browser.driver, of_browser=True))
    tools = DevTools(browser.driver)
    tools.call("DeviceAccess.enable")
    browser.enter(dashboard.link)
    browser.js(CATCH)
    browser.js("""
        window.sent = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };
    """)
    browser.begin("webBluetooth")
    prompt = tools.wait("DeviceAccess.deviceRequestPrompted")
    assert [each["id"] for each in prompt["devices"]] == [STRAP], prompt
    tools.call("DeviceAccess.selectPrompt", id=prompt["id"], deviceId=prompt["devices"][0]["id"])
    strap.answer_link()
    assert strap.answer_request() == "subscribe-to-notifications"
    assert strap.answer_request([80]) == "read"
    browser.wait_path("/session")
    sent = lambda kind: [each for each in browser.js("return window.sent") if each["type"] == kind]
    browser.wait(lambda: sent("charge"), "the battery's charge is not sent")
    assert sent("device")[-1]["name"] == "Polar H10 0909" and sent("charge")[-1]["percent"] == 80
    # Flags 0x10: intervals follow, in 1/1024 s; 60 beats/min, 1000 ms each, and as far apart as a heart sends
    # them: what comes twice at once was sent twice by the host, and counts once.
    for _ in range(6):
        browser.js(PUSH, [0x10, 60, 0x00, 0x04])
        time.sleep(1)
    assert [each["hex"] for each in sent("packet")] == ["103c0004"] * 6
    browser.wait(lambda: browser.text(".figure .number") == "60", "the heart rate does not arrive", 15)
    strap.lose()
    browser.wait(lambda: sent("link") == [{"type": "link", "up": False}], "the loss is not told")
    strap.answer_link()
    assert strap.answer_request() == "subscribe-to-notifications"
    browser.wait(lambda: len(sent("device")) == 2, "the strap is not introduced again")
    browser.js(PUSH, [0x10, 61, 0x00, 0x04])
    browser.wait(lambda: sent("packet")[-1]["hex"] == "103d0004", "nothing is heard after the loss")


@case
def no_bluetooth_here(bench):
    """A browser without Web Bluetooth says why the source cannot be chosen."""
    _, browser = bench.open("--disable-features=WebBluetooth")
    browser.click(".chooser summary")
    assert not browser.one("input[value=webBluetooth]").is_enabled()
    browser.wait_text("no Web Bluetooth")
