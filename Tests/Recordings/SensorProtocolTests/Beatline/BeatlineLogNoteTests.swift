import Testing

@testable import SensorProtocol

@Suite struct BeatlineLogNoteTests {
    @Test(arguments: [
        (BeatlineLogNote.client(2, atMicroseconds: 5), #"{"type":"log","client":2,"t":5}"#),
        (
            .session(
                .init(
                    id: "1A-2B", startedAt: "2026-11-22T15:00:00+01:00", source: "strap",
                    toolkitVersion: "1.2", recipe: #"{"a":"b\n"}"#)),
            #"{"type":"log","session":"1A-2B","started":"2026-11-22T15:00:00+01:00","#
                + #""source":"strap","toolkit":"1.2","recipe":"{\"a\":\"b\\n\"}"}"#
        ),
        (.disconnected(1, atMicroseconds: 0), #"{"type":"log","left":1,"t":0}"#),
        (.truncatedLine(byteCount: 70_000), #"{"type":"log","cut":70000}"#),
    ])
    func notesAreWrittenAndRead(note: BeatlineLogNote, text: String) {
        #expect(note.text == text)
        #expect(BeatlineLogNote(.text(text)) == note)
        #expect(BeatlineLogNote.looksLikeNote(text))
        // With a blank in front it is a line of a bridge.
        #expect(
            BeatlineLogNote(.text(" " + text)) == nil && !BeatlineLogNote.looksLikeNote(" " + text))
    }

    @Test(arguments: [
        #"{"type":"log"}"#, #"{"type":"log","client":2}"#, #"{"type":"log","client":2,"t":-1}"#,
        #"{"type":"log","client":"2","t":1}"#, #"{"type":"log","t":1}"#, #"{"type":"log","cut":"#,
        #"{"type":"rr","client":2,"t":1}"#, "", "{",
    ])
    func whatIsDamagedIsNone(text: String) {
        #expect(BeatlineLogNote(.text(text)) == nil)
        #expect(BeatlineLogNote(.notUTF8(Array(text.utf8))) == nil)
    }
}

@Suite struct BeatlineSensorsTests {
    private static func line(_ message: BeatlineMessage, _ device: String? = nil) -> BeatlineLine {
        BeatlineLine(message, device: device)
    }

    private static let beat = BeatlineMessage.beat(confidence: nil)

    private static func count(
        _ sensors: inout BeatlineSensors, _ client: Int, _ device: String? = nil
    ) -> Int {
        sensors.events(of: line(beat, device), from: client, atMicroseconds: 0).events.count
    }

    @Test func oneBridgeCountsUntilItLeaves() {
        var sensors = BeatlineSensors()
        #expect(sensors.activeClient == nil && sensors.device == nil)
        #expect(sensors.mayBeActive(1) && sensors.mayBeActive(2))
        #expect(Self.count(&sensors, 2) == 1 && Self.count(&sensors, 1) == 0)
        #expect(sensors.activeClient == 2 && sensors.device == "0" && !sensors.mayBeActive(1))
        let hasChanged = sensors.removeClient(1)
        #expect(!hasChanged && sensors.activeClient == 2)
        let isLost = sensors.removeClient(2)
        #expect(isLost && sensors.activeClient == nil && sensors.device == "0")
        #expect(Self.count(&sensors, 3, "other") == 0 && sensors.activeClient == nil)
        #expect(Self.count(&sensors, 4) == 1 && sensors.activeClient == 4)
    }

    /// A bridge that listened to another device meanwhile may go on for the one that is missed.
    @Test func aReturningBridgeKeepsItsCount() {
        var sensors = BeatlineSensors()
        #expect(Self.count(&sensors, 1, "a") == 1)
        #expect(Self.count(&sensors, 2, "b") == 0)
        let isLost = sensors.removeClient(1)
        #expect(isLost)
        #expect(Self.count(&sensors, 2, "b") == 0)
        #expect(Self.count(&sensors, 2, "a") == 1)
    }

    @Test func theNameStays() {
        var sensors = BeatlineSensors()
        let device = BeatlineMessage.device(BeatlineMessage.Device(name: "H10", kind: "ecg"))
        _ = sensors.events(of: Self.line(device), from: 1, atMicroseconds: 0)
        #expect(sensors.name == "H10")
        #expect(Self.count(&sensors, 1) == 1)
        _ = sensors.removeClient(1)
        #expect(sensors.name == "H10")
        #expect(Self.count(&sensors, 2) == 1 && sensors.name == "H10")
    }

    /// The device that is chosen counts, whichever bridge it is of, and the line of the choice does the same.
    @Test(arguments: [true, false]) func aChosenDeviceCounts(byLine: Bool) throws {
        var sensors = BeatlineSensors()
        let name = BeatlineMessage.device(BeatlineMessage.Device(name: "OH1", kind: "ppg"))
        _ = sensors.events(of: Self.line(name, "b"), from: 2, atMicroseconds: 0)
        #expect(Self.count(&sensors, 1, "a") == 1 && Self.count(&sensors, 2, "b") == 0)
        #expect(sensors.devices.map(\.text) == ["2:b", "1:a"])
        #expect(sensors.devices.map(\.name) == ["OH1", nil] && sensors.activeDevice?.text == "1:a")

        let choice = try #require(BridgeDevice("2:b"))
        if byLine {
            let line = BeatlineLine(choice.message, device: BridgeDevice.personDevice)
            var errors: [BeatlineError] = []
            let read = try BeatlineLine(parsing: line.text, errors: &errors)
            let found = sensors.events(of: read, from: 0, atMicroseconds: 0).events
            #expect(found == [.gap], "beats of two hearts are no chain")
        } else {
            let isChosen = sensors.choose(choice)
            #expect(isChosen)
        }
        #expect(
            sensors.activeClient == 2 && sensors.name == "OH1"
                && sensors.activeDevice?.text == "2:b")
        #expect(Self.count(&sensors, 1, "a") == 0 && Self.count(&sensors, 2, "b") == 1)
        // Chosen again it changes nothing, and nothing can be chosen that was never announced.
        for text in ["2:b", "2:a", "3:b"] {
            let isChosen = sensors.choose(try #require(BridgeDevice(text)))
            #expect(!isChosen, "\(text)")
        }
        #expect(sensors.devices.count == 2 && BridgeDevice("b") == nil)
    }

    /// A bridge that names ever new devices costs no memory.
    @Test func notAllDevicesAreRemembered() {
        var sensors = BeatlineSensors()
        for number in 0..<1000 { _ = Self.count(&sensors, 1, "\(number)") }
        #expect(sensors.devices.count == BeatlineSensors.maxDevices)
    }

    /// Intervals count where the ECG that was asked for does not come; once it has come, nothing
    /// else counts.
    @Test(arguments: [true, false]) func withoutItsECGTheIntervalsCount(hasECG: Bool) {
        var sensors = BeatlineSensors(wantsECG: true)
        let intervals = BeatlineMessage.rr(.init(.milliseconds([900])))
        func count(_ message: BeatlineMessage) -> Int {
            sensors.events(of: Self.line(message), from: 1, atMicroseconds: 0).events
                .count { if case .packet = $0 { true } else { false } }
        }
        let ecg = BeatlineMessage.signal(
            BeatlineSignal(
                name: "ecg", unit: "uV", sampleRateHz: 130, samples: .reals([0, 1, 2])))
        if hasECG { _ = count(ecg) }
        #expect(count(intervals) == 0)
        _ = count(.error(code: BeatlineSensor.noECG, message: nil))
        #expect(count(intervals) == (hasECG ? 0 : 1))
    }
}
