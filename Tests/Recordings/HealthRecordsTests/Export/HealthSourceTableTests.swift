import Testing

@testable import HealthRecords

@Suite struct HealthSourceTableTests {
    /// The sources of records with these names, devices and versions.
    private static func sources(
        _ records: [(name: String, device: String?, version: String?)]
    ) -> HealthReading.Result {
        let elements = records.map { name, device, version in
            HealthReading.record(
                source: name,
                more: (device.map { " device=\"\($0)\"" } ?? "")
                    + (version.map { " sourceVersion=\"\($0)\"" } ?? ""))
        }
        return HealthReading.read(HealthReading.export(elements.joined(separator: "\n")))
    }

    private static func device(
        _ hardware: String, _ software: String, name: String = "Apple Watch", address: Int = 1
    ) -> String {
        "&lt;&lt;HKDevice: 0x28\(address)&gt;, name:\(name), manufacturer:Apple Inc., model:x, "
            + "hardware:\(hardware), software:\(software)&gt;"
    }

    @Test func sourcesDifferByNameAndModelAndNotByWhatChangesWithUpdates() {
        let result = Self.sources([
            ("A", Self.device("Watch6,2", "9.1"), "9.1"),
            ("A", Self.device("Watch6,2", "9.2", address: 2), "9.2"),
            ("A", Self.device("Watch7,5", "9.2"), "9.2"), ("A", nil, "9.2"),
            ("B", Self.device("Watch6,2", "9.1"), "9.1"),
        ])
        #expect(result.collected.samples.map(\.sourceIndex) == [0, 0, 1, 2, 3])
        #expect(result.collected.sources.map(\.name) == ["A", "A", "A", "B"])
        #expect(result.collected.sources.map(\.model) == ["Watch6,2", "Watch7,5", nil, "Watch6,2"])
    }

    @Test func kindsFollowTheModelThenTheName() {
        let result = Self.sources([
            ("🕛", Self.device("Watch4,2", "5.0.1"), "5.0.1"),
            ("My Watch", Self.device("iPhone14,2", "17.0", name: "iPhone"), "17.0"),
            ("Anna’s Apple\u{A0}Watch", nil, nil), ("Anna’s iPhone", nil, nil), ("Oura", nil, nil),
        ])
        #expect(result.collected.sources.map(\.kind) == [.watch, .phone, .watch, .phone, .other])
        #expect(result.collected.sources.map(\.isApple) == [true, true, true, true, false])
    }

    @Test func anApplicationThatUsesAWatchIsNotApple() {
        let result = Self.sources([
            ("Sleep App", Self.device("Watch6,2", "9.1"), "3.4.5"),
            ("Watch", Self.device("Watch6,2", "9.1"), "9.1"),
        ])
        #expect(result.collected.sources.map(\.isApple) == [false, true])
        #expect(result.collected.sources.map(\.kind) == [.watch, .watch])
    }

    @Test func aSourceIsNamedBeforeItsFirstRecord() {
        let result = Self.sources([("A", nil, nil), ("B", nil, nil), ("A", nil, nil)])
        #expect(result.collected.samples.map(\.sourceIndex) == [0, 1, 0])
    }

    @Test func sourcesBeyondTheLimitAreLeftOut() {
        let records = (0...HealthSourceTable.maxSourceCount).map {
            ("s\($0)", String?.none, String?.none)
        }
        let result = Self.sources(records + [("s0", nil, nil)])
        #expect(result.collected.sources.count == HealthSourceTable.maxSourceCount)
        #expect(result.collected.errors == [.badRecord])
        #expect(result.collected.samples.last?.sourceIndex == 0)
    }
}
