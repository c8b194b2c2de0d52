"""Pages of ANT+ against values that were computed by hand, and the bridge ant with a stand-in for the stick."""

import io
import os

import pytest
from bridge_process import Bridge, check_order, parsed
from resonance_hrv.bridge.ant import PageWriter
from resonance_hrv.bridge.ant_pages import Reading, read_page
from resonance_hrv.bridge.lines import Lines


def page(number, ticks, count, rate=60, before=0):
    return bytes([number, 0, before & 255, before >> 8, ticks & 255, ticks >> 8, count, rate])


def readings(*pages):
    """What each page adds, of pages that come a second apart or at the time that stands beside them."""
    last, found = None, []
    for index, one in enumerate(pages):
        data, time = one if isinstance(one, tuple) else (one, float(index))
        last, reading = read_page(last, data, time)
        found.append(reading)
    return found


@pytest.mark.parametrize(("pages", "wanted"), [
    # One beat more: 1024 ticks are 1 s. The toggled bit 7 says nothing.
    ([page(0, 1000, 10), page(0x80, 2024, 11)], Reading(60, (1024,))),
    # The same beat again, up to four times.
    ([page(0, 1000, 10), page(0x80, 1000, 10)], Reading(60)),
    # The time begins anew after 65536 ticks: 65036 -> 500 are 1000.
    ([page(0, 65036, 10), page(0, 500, 11)], Reading(60, (1000,))),
    # The count begins anew after 256.
    ([page(0, 1000, 255), page(0, 1900, 0)], Reading(60, (900,))),
    # Two counts more: one beat has no time, and its two intervals are not known.
    ([page(0, 1000, 10), page(0, 3000, 12)], Reading(60, (), True, 1)),
    ([page(0, 1000, 254), page(0, 4000, 2)], Reading(60, (), True, 3)),
    # Page 4 has the time of the beat before: 3000 - 2100 = 900, and 2100 - 1000 = 1100 of the beat that was missed.
    ([page(0, 1000, 10), page(4, 3000, 12, before=2100)], Reading(60, (1100, 900))),
    ([page(0, 1000, 10), page(0x84, 2000, 11, before=1000)], Reading(60, (1000,))),
    # Three more with page 4: the last interval alone, after a gap of one beat.
    ([page(0, 1000, 10), page(4, 4000, 13, before=3000)], Reading(60, (1000,), True, 1)),
    # Over the end of the time, with page 4: 65000 -> 300 -> 1200.
    ([page(0, 65000, 9), page(4, 1200, 11, before=300)], Reading(60, (836, 900))),
    # A heart rate of 0 is unknown.
    ([page(0, 1000, 10), page(0, 2000, 11, rate=0)], Reading(None, (1000,))),
    # A new count at the same time is no interval.
    ([page(0, 1000, 10), page(0, 1000, 11)], Reading(60, (), True)),
    # The first page is no beat.
    ([page(0, 1000, 10)], Reading(60)),
    # After 40 s the time may have begun anew; a count that went back by one is 255 beats in a second.
    ([page(0, 1000, 10), (page(0, 2000, 11), 41.0)], Reading(60, (), True)),
    ([page(0, 1000, 10), page(0, 2000, 9)], Reading(60, (), True)),
    # More than 8 bytes: the number of the sensor follows.
    ([page(0, 1000, 10) + bytes(5), page(0, 2024, 11) + bytes(5)], Reading(60, (1024,))),
])
def test_pages_by_hand(pages, wanted):
    assert readings(*pages)[-1] == wanted


def test_a_short_page_is_refused():
    with pytest.raises(ValueError, match="7 bytes"):
        read_page(None, bytes(7), 0.0)


# A stick as the package openant sees one: messages of bytes in and out. It confirms each command, and notes it.
STICK = '''
import array, time
import openant.base.driver
import usb.core

class Stick(openant.base.driver.Driver):
    def __init__(self):
        self.answers, self.told = [], []
        self.pages = iter(PAGES)

    @classmethod
    def find(cls):
        return PAGES is not None

    def write(self, data):
        number, values = data[2], list(data[3:-1])
        self.told.append((number, values))
        if number == 0x4D:
            told = {0x54: [8, 3, 0, 0, 0, 0], 0x61: [1, 0, 0, 0], 0x3E: [65, 0]}[values[1]]
            self.answers.append([values[1], *told])
        elif number != 0x4A:
            self.answers.append([0x40, values[0], number, 0])

    def read(self):
        time.sleep(0.02)
        if self.answers:
            number, *values = self.answers.pop(0)
        elif (0x4B, [0]) in self.told:
            page = next(self.pages, "")
            if page is None:
                expected = [
                    (0x43, [0, 8070 & 255, 8070 >> 8]), (0x44, [0, 255]), (0x45, [0, 57]), (0x51, [0, 0, 0, 120, 0])]
                assert all(one in self.told for one in expected), self.told
                self.pages = iter([None])
                raise usb.core.USBError("No such device", errno=19)
            number, values = 0x4E, [0, *bytes.fromhex(page)]
        else:
            return array.array("B")
        message = [0xA4, len(values), number, *values]
        check = 0
        for byte in message:
            check ^= byte
        return array.array("B", [*message, check])

openant.base.driver.drivers[:] = [Stick]
'''


@pytest.fixture
def stick(tmp_path):
    """A path from which Python loads the stick when it starts. None in place of a page pulls it out."""
    pytest.importorskip("openant")

    def make(pages):
        encoded = None if pages is None else [None if one is None else one.hex() for one in pages]
        (tmp_path / "sitecustomize.py").write_text(f"PAGES = {encoded!r}\n{STICK}")
        return os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    return make


def test_lines_of_pages_and_the_end_of_the_stick(stick):
    path = stick([
        page(0, 1000, 10), page(0x80, 1000, 10), page(0, 1945, 11, rate=65), page(0x80, 2953, 12, rate=61), bytes(3),
        page(4, 5000, 14, before=4000), page(0, 8000, 17), page(0, 9024, 18), None])
    with Bridge("ant", PYTHONPATH=path) as bridge:
        status, errors = bridge.end()
    data = [line for line in bridge.lines if line["type"] in {"rr", "hr", "gap"}]
    assert [line.get("rr1024") or line.get("hr") or line.get("lost") for line in data] == [
        60, [945], [1008], [1047, 1000], 2, 60, [1024]]
    assert [line["hr"] for line in data if line["type"] == "rr"] == [65, 61, 60, 60]
    gap = next(line for line in data if line["type"] == "gap")
    assert 0 < gap["to"] - gap["from"] < 1_000_000 and gap["reason"] == "link"
    assert [line["code"] for line in bridge.lines if line["type"] == "error"] == ["ant", "stick"]
    assert status == 69
    assert errors == (
        "resonance_hrv bridge ant: error: the ANT+ stick was pulled out: plug it in and start again\n")
    check_order(bridge.lines)


def test_a_silent_sensor_is_lost_and_comes_back():
    output = io.BytesIO()
    writer = PageWriter(Lines(output))
    second = 1_000_000
    for t, data in ((1, page(0, 1000, 10)), (2, page(0, 2000, 11)), (9, page(0, 9000, 18)), (50, page(0, 0, 3))):
        writer.look(t * second)
        writer.push(data, t * second)
    lines = [parsed(line) for line in output.getvalue().splitlines()]
    assert [line.get("state") or line.get("rr1024") or line["type"] for line in lines] == [
        "subscribed", "hr", [1000], "lost", "scanning", "subscribed", "gap", "hr", "lost", "scanning", "subscribed",
        "gap", "hr"]
    assert [line["t"] // second for line in lines] == [1, 1, 2, 9, 9, 9, 9, 9, 50, 50, 50, 50, 50]
    assert [(line["from"], line["to"], line["lost"]) for line in lines if line["type"] == "gap"] == [
        (2 * second, 9 * second, 6), (9 * second, 50 * second, None)]


def test_no_stick_is_one_sentence(stick):
    with Bridge("ant", PYTHONPATH=stick(None)) as bridge:
        status, errors = bridge.end()
    assert status == 69 and errors.count("\n") == 1 and "no ANT+ stick is plugged in" in errors
    assert [line["type"] for line in bridge.lines] == ["hello", "state", "error", "bye"]
