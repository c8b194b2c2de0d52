import Testing
import TestSupport

@testable import HealthRecords

/// Any bytes whatever: no trap, the same with and without passing over, the same in blocks of any size.
@Suite struct ExportFilterHostileTests {
    private static let pieces = [
        "<Record ", "<Workout ", "<Correlation>", "</Correlation>", "</Workout>", "</Record>",
        "<ExportDate ", "/>", ">", "<", "\"", "'", "=", " ", "\n", "&", "&amp;", "&x;", "<!--",
        "-->",
        "<![CDATA[", "]]>", "<?", "?>", "<!", "<a>", "</a>", "<Me/>", "</HealthData>",
        "<HealthData>",
        "type=\"HKQuantityTypeIdentifierHeartRate\" ",
        "type=\"HKQuantityTypeIdentifierStepCount\" ",
        "type=\"HKCategoryTypeIdentifierSleepAnalysis\" ", "value=\"72\" ", "unit=\"count/min\" ",
        "startDate=\"2026-11-20 08:00:00 +0100\" endDate=\"2026-11-20 08:00:05 +0100\" ",
        "sourceName=\"Watch\" ", "workoutActivityType=\"a\" ", "<WorkoutEvent ",
        "<WorkoutActivity ",
        "<MetadataEntry key=\"HKTimeZone\" value=\"UTC\"/>", "\u{B}", "\u{FFFE}", "é", "a b=\"c\" ",
        HealthReading.record(), HealthReading.record(content: "<a/>"),
        HealthReading.record("HKQuantityTypeIdentifierStepCount"),
        HealthReading.record("HKQuantityTypeIdentifierStepCount", content: "<a></a>"),
    ].map { Array($0.utf8) }

    /// Text of pieces that exports are made of, in any order.
    private static func random(_ generator: inout SplitMix64) -> [UInt8] {
        var bytes = Array("<HealthData>".utf8)
        for _ in 0..<Int.random(in: 0...30, using: &generator) {
            bytes += pieces.randomElement(using: &generator) ?? []
        }
        if Bool.random(using: &generator) { bytes += Array("</HealthData>".utf8) }
        return bytes
    }

    /// A small export with some bytes changed, removed or doubled.
    private static func mutated(_ whole: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let index = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(pieces.randomElement(using: &generator)?.first ?? 0, at: index)
            default: bytes.insert(contentsOf: bytes[index...].prefix(40), at: index)
            }
        }
        return bytes
    }

    private static func check(_ bytes: [UInt8], _ generator: inout SplitMix64) throws {
        let on = try? HealthReading.read(bytes, blocks: [max(1, bytes.count)])
        let off = try? HealthReading.read(
            bytes, blocks: [max(1, bytes.count)], skipsUnneeded: false)
        let sizes = (0..<4).map { _ in Int.random(in: 1...40, using: &generator) }
        let cut = try? HealthReading.read(bytes, blocks: sizes)
        let text = String(decoding: bytes, as: UTF8.self)
        try #require(on == off, "passing over differs: \(text)")
        try #require(on == cut, "blocks \(sizes) differ: \(text)")
    }

    @Test func randomPiecesAreReadTheSameInEveryWay() throws {
        var generator = SplitMix64(seed: 25)
        for _ in 0..<TestEffort.pick(10_000, all: 50_000) {
            try Self.check(Self.random(&generator), &generator)
        }
    }

    @Test func changedExportsAreReadTheSameInEveryWay() throws {
        var generator = SplitMix64(seed: 26)
        let whole = Array(
            HealthReading.export(
                [
                    HealthReading.record(), HealthReading.record(content: "<a b='c'/>"),
                    HealthReading.record("HKQuantityTypeIdentifierStepCount", content: "<a/>"),
                    "<Workout><Record/></Workout>", HealthReading.record(value: "80"),
                ].joined(separator: "\n")
            ).utf8)
        for _ in 0..<TestEffort.pick(10_000, all: 50_000) {
            try Self.check(Self.mutated(whole, &generator), &generator)
        }
    }

    @Test func randomBytesAreNoExport() {
        var generator = SplitMix64(seed: 27)
        for _ in 0..<TestEffort.pick(2000, all: 20_000) {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(HealthReading.read(bytes).error != nil)
        }
    }
}
