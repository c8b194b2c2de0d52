import Testing

@testable import BluetoothStraps

@Suite struct VocabularyTests {
    @Test(arguments: [
        ("2a37", "00002a37-0000-1000-8000-00805f9b34fb"),
        ("2A37", "00002a37-0000-1000-8000-00805f9b34fb"),
        (
            "FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8", "fb005c81-02e7-f387-1cad-8acd2d8df0c8"
        ),
    ])
    func identitiesAreReadInEveryForm(_ written: String, _ long: String) throws {
        let uuid = try #require(BluetoothUUID(written))
        #expect(uuid.text == long)
        #expect(BluetoothUUID(uuid.description) == uuid)
    }

    @Test(arguments: [
        "", "2a3", "+a37", "2a377", "xyzw", "00002a37-0000-1000-8000-00805f9b34f",
        "00002a37-0000-1000-8000-00805f9b34fg", "00002a3700001000800000805f9b34fb",
        "00002a37-0000-1000-8000-00805f9b34fb-",
    ])
    func otherTextIsNoIdentity(_ text: String) {
        #expect(BluetoothUUID(text) == nil)
    }

    @Test func shortNumbersKeepTheirZeros() {
        #expect(BluetoothUUID(0x00FF).text == "000000ff-0000-1000-8000-00805f9b34fb")
        #expect(BluetoothUUID(0x180D) == .heartRateService)
    }

    @Test(arguments: [
        ("", StrapChoice.any), ("Polar H10", .name("Polar H10")), ("5C:7A", .address("5C:7A")),
        ("a0:9e:1a:00:5c:7a", .address("A0:9E:1A:00:5C:7A")),
        ("HRM-Dual:123", .name("HRM-Dual:123")),
        ("ab", .name("ab")), ("ab:", .name("ab:")), ("1:2", .name("1:2")),
    ])
    func whatIsTypedIsANameOrAnAddress(_ typed: String, _ choice: StrapChoice) {
        #expect(StrapChoice(typed) == choice)
    }

    struct MatchCase: Sendable {
        let choice: StrapChoice
        let matches: Bool
        let isExact: Bool
    }

    @Test(arguments: [
        MatchCase(choice: .any, matches: true, isExact: false),
        MatchCase(choice: .name("h10"), matches: true, isExact: false),
        MatchCase(choice: .name("polar h10 1"), matches: true, isExact: true),
        MatchCase(choice: .name("h9"), matches: false, isExact: false),
        MatchCase(choice: .address("5c:7a"), matches: true, isExact: false),
        MatchCase(choice: .address("C:7A"), matches: false, isExact: false),
        MatchCase(choice: .address("A0:9E:1A:00:5C:7A"), matches: true, isExact: true),
        MatchCase(choice: .address("A0:9E"), matches: false, isExact: false),
    ])
    func choicesFitWhatTheyName(_ match: MatchCase) {
        let (name, address) = ("Polar H10 1", "A0:9E:1A:00:5C:7A")
        #expect(match.choice.matches(name: name, address: address) == match.matches)
        #expect(match.choice.isExactMatch(name: name, address: address) == match.isExact)
    }

    @Test(
        arguments: [
            (StrapFailure.builtWithoutBluetooth, 69), (.noBus(detail: "x"), 69),
            (.serviceMissing, 69),
            (.noAdapter(named: nil), 69), (.noAdapter(named: "hci1"), 69),
            (.bluetoothOff(adapter: "hci0"), 69), (.accessDenied, 77),
            (.notFound(wanted: "a strap", seen: []), 75), (.ambiguous(names: ["A", "B"]), 64),
            (.unreachable(name: "A", detail: "x"), 75), (.inUse(name: "A"), 75),
            (.pairingFailed(name: "A", detail: "x"), 77),
            (.missingCharacteristic(name: "A", characteristic: .batteryLevel), 69),
            (.notConnected, 75),
            (.notReadable(.heartRateMeasurement), 75), (.refused(request: "x", detail: "y"), 75),
        ] as [(StrapFailure, Int32)])
    func failuresSayWhatToDoInOneLine(_ failure: StrapFailure, _ exitCode: Int32) {
        #expect(failure.exitCode == exitCode)
        #expect(failure.message.hasSuffix("."))
        #expect(failure.message.contains(":"), "what is wrong: what to do")
        #expect(!failure.message.contains("\n"))
        #expect(!failure.message.contains("Optional"))
    }

    @Test func changesOfPropertiesAreStoredAndInvalidated() {
        var objects = BlueZObjects()
        objects.add("/a", [BlueZ.device: ["RSSI": .number(-50), "Alias": .text("A")]])
        objects.change("/a", BlueZ.device, ["Alias": .text("B")], invalidated: ["RSSI"])
        #expect(objects.name("/a") == "B")
        #expect(objects.value("/a", BlueZ.device, "RSSI") == nil)
        objects.change("/b", BlueZ.device, ["Alias": .text("C")], invalidated: [])
        #expect(!objects.hasInterface("/b", BlueZ.device))
        objects.remove("/a", [BlueZ.device])
        #expect(objects == BlueZObjects())
    }

    @Test func listingOfAnotherShapeIsRefused() {
        #expect(BlueZObjects(reply: []) == nil)
        #expect(BlueZObjects(reply: [.text("x")]) == nil)
        #expect(BlueZObjects(reply: [.dictionary(["/a": .number(1)])]) == nil)
    }

    @Test func strapWithoutNameShowsItsShortAddress() {
        var objects = BlueZObjects()
        objects.add("/a", [BlueZ.device: ["Address": .text("A0:9E:1A:00:5C:7A")]])
        #expect(objects.info("/a").name == "5C:7A")
        #expect(objects.info("/a").shortAddress == "5C:7A")
    }
}
