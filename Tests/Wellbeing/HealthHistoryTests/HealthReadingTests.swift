import HealthRecords
import HealthTimeline
import PhysioTypes
import TestSupport
import Testing

@testable import HealthHistory

@Suite struct HealthReadingTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    /// Records start in the range or in the two days around it; the whole is the oracle.
    @Test func aRangeIsReadWithItsMargin() throws {
        var person = ScriptedPerson(seed: 1)
        let store = try temporary.open()
        try store.importExports(person.export(days: 0..<20))
        let all = try store.data(fromMs: 0, toMs: .max)
        let day = 24 * ScriptedPerson.hourMs
        let from = ScriptedPerson.startMs + 7 * day
        let part = try store.data(fromMs: from, toMs: from + 3 * day)
        func isIn(_ start: HealthInstant) -> Bool {
            from - 2 * day <= start.unixMs && start.unixMs < from + 5 * day
        }
        #expect(Set(part.samples) == Set(all.samples.filter { isIn($0.start) }))
        #expect(part.sleep == all.sleep.filter { isIn($0.start) })
        #expect(part.beatSegments == all.beatSegments.filter { isIn($0.start) })
        #expect(part.workouts == all.workouts.filter { isIn($0.start) })
        #expect(!part.samples.isEmpty && part.samples.count < all.samples.count)
    }

    /// 2026-11-22 23:30 UTC is the 23rd in Berlin and still the 22nd in New York.
    @Test(arguments: [("Europe/Berlin", 20_780), ("America/New_York", 20_779)])
    func theNewestDayIsByTheClockAtHome(_ zone: String, _ dayNumber: Int) throws {
        let store = try temporary.open()
        #expect(try store.newestDay() == nil)
        let at = HealthInstant(unixMs: (20_779 * 24 * 60 + 23 * 60 + 30) * 60_000)
        var export = ScriptedExport(sources: [HealthSource(name: "W")])
        export.records = [
            .sample(HealthSample(.sdnn, sourceIndex: 0, start: at, end: at, value: 50)),
            // Distances and heart rates alone make no day.
            .sample(
                HealthSample(
                    .heartRate, sourceIndex: 0,
                    start: HealthInstant(unixMs: at.unixMs + 86_400_000),
                    end: HealthInstant(unixMs: at.unixMs + 86_400_000), value: 50)),
        ]
        var options = ImportOptions.test
        options.homeZone = zone
        try store.importExports(export, options: options)
        #expect(try store.newestDay() == CivilDate(dayNumber: dayNumber))
    }

    @Test func theUsersOrderOfSourcesIsStored() throws {
        var person = ScriptedPerson(seed: 1)
        let store = try temporary.open()
        let first = person.export(days: 0..<20)
        try store.importExports(first)
        #expect(
            thrownError { try store.setPreferredSources(["Nobody"]) } == .noSuchSource("Nobody"))
        try store.setPreferredSources(["Sleep App", "Mara’s Phone"])
        let sources = try store.sources()
        #expect(sources.map(\.rank) == [1, 1, 2, nil])
        #expect(
            sources.map(\.source.name) == [
                "Sleep App", "Sleep App", "Mara’s Phone", "Mara’s Watch",
            ])
        func preferred() throws -> [String] {
            let data = try store.data(fromMs: 0, toMs: 1)
            return data.preferredSourceIndices.map { data.sources[$0].name }
        }
        #expect(try preferred() == ["Sleep App", "Sleep App", "Mara’s Phone"])
        // It outlasts an import, and a source without records.
        try store.importExports(person.later(than: first, days: 20..<21))
        #expect(try preferred() == ["Sleep App", "Sleep App", "Mara’s Phone"])
        try store.setPreferredSources([])
        #expect(try preferred().isEmpty)
    }

    /// Two applications without a model are listed and preferred separately, without their names.
    @Test func sourcesWithoutNamesHaveLabels() throws {
        var person = ScriptedPerson(seed: 1)
        let store = try temporary.open()
        try store.importExports(person.export(days: 0..<20))
        let labels = try store.sources().map(\.label)
        #expect(Set(labels).count == labels.count)
        #expect(labels.allSatisfy { !$0.contains("Mara") && !$0.contains("App") })
        let last = try #require(labels.last)
        try store.setPreferredSources([last])
        let sources = try store.sources()
        #expect(sources.map(\.rank) == [1] + [Int?](repeating: nil, count: labels.count - 1))
        #expect(sources.first?.label == last)
    }

    @Test func theStatusCountsWhatThereIs() throws {
        var person = ScriptedPerson(seed: 1)
        let store = try temporary.open()
        #expect(try store.status().isEmpty)
        let export = person.export(days: 0..<5)
        try store.importExports(export)
        let status = try store.status()
        let data = try store.data(fromMs: 0, toMs: .max)
        #expect(status.sampleCount == data.samples.count && status.sleepCount == data.sleep.count)
        #expect(status.beatSegmentCount == data.beatSegments.count)
        #expect(status.workoutCount == data.workouts.count)
        #expect(status.exportedMs == export.exportMs && status.homeZone == "Europe/Berlin")
        #expect(status.importedMs == ImportOptions.test.nowMs)
        #expect(status.imports.map(\.name) == ["export.zip"])
        #expect(status.imports[0].newCount + 0 <= status.imports[0].readCount)
        let sources = try store.sources()
        #expect(sources.reduce(0) { $0 + $1.workoutCount } == data.workouts.count)
        #expect(sources.reduce(0) { $0 + $1.sleepCount } == data.sleep.count)
    }

    /// The offsets are those of the zones' rules on both sides of a change of clocks.
    @Test func zonesHaveTheirRules() throws {
        let berlin = try #require(SystemZones.rules(named: "Europe/Berlin"))
        // 2026-10-25 01:00 UTC: summer time ends.
        let change: Int64 = 1_792_890_000_000
        #expect(berlin.offsetMinutes(change - 1) == 120 && berlin.offsetMinutes(change) == 60)
        #expect(SystemZones.rules(named: "Asia/Kathmandu")?.offsetMinutes(0) == 330)
        #expect(SystemZones.rules(named: "Asia/Kathmandu")?.offsetMinutes(change) == 345)
        #expect(SystemZones.rules(named: "No/Zone") == nil)
    }
}
