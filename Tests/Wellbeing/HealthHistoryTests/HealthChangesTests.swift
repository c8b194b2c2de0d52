import HealthRecords
import TestSupport
import Testing

@testable import HealthHistory

@Suite struct HealthChangesTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    private static let at = HealthInstant(unixMs: 1_700_000_000_000, writtenOffsetMinutes: 60)

    private func export(_ records: [ScriptedExport.Record], mark: String, day: Int64)
        -> ScriptedExport
    {
        var export = ScriptedExport(mark: mark, sources: [HealthSource(name: "W")])
        export.records = records
        export.exportMs = Self.at.unixMs + day * 86_400_000
        return export
    }

    private static func sample(_ quantity: HealthQuantity) -> ScriptedExport.Record {
        .sample(HealthSample(quantity, sourceIndex: 0, start: at, end: at, value: 60))
    }

    /// One record more or less changes its own kind and no other.
    @Test(arguments: [
        (sample(.heartRate), HealthChangeKind.workouts), (sample(.distanceCycling), .workouts),
        (sample(.sdnn), .vitals), (sample(.restingHeartRate), .vitals),
        (sample(.respiratoryRate), .vitals),
        (.sleep(SleepSample(.deep, sourceIndex: 0, start: at, end: at)), .sleep),
        (.workout(HealthWorkout(sourceIndex: 0, type: "x", start: at, end: at)), .workouts),
        (
            .beatSegment(
                BeatSegment(
                    sourceIndex: 0, start: at, end: at, sdnnMs: 1, firstBeatMs: 0, ticks: [0],
                    isAfterGap: [false])), .vitals
        ),
    ])
    private func aRecordChangesItsKind(
        _ record: ScriptedExport.Record, _ kind: HealthChangeKind
    ) throws {
        let store = try temporary.open()
        let base: [ScriptedExport.Record] = [Self.sample(.rmssd)]
        try store.importExports(export(base, mark: "1", day: 1))
        var finder = try store.read(HealthChangeFinder.init)
        func changes() throws -> Set<HealthChangeKind> { try store.read { try finder.changes($0) } }
        #expect(try changes().isEmpty)
        var options = ImportOptions.test
        #expect(
            try store.importExports(export(base + [record], mark: "2", day: 2)).changes == [kind])
        #expect(try changes() == [kind])
        options.missingRecordsPolicy = .remove
        try store.importExports(export(base + [record], mark: "3", day: 3))
        #expect(try changes().isEmpty)
        let last = export(base, mark: "4", day: 4)
        #expect(try store.importExports(last, options: options).changes == [kind])
        #expect(try changes() == Set(HealthChangeKind.allCases))
    }

    @Test func settingsAndDeletionChangeEverything() throws {
        let store = try temporary.open()
        try store.importExports(export([Self.sample(.rmssd)], mark: "1", day: 1))
        var finder = try store.read(HealthChangeFinder.init)
        let all = Set(HealthChangeKind.allCases)
        try store.setPreferredSources(["W"])
        #expect(try store.read { try finder.changes($0) } == all)
        try store.setHomeZone("Asia/Kathmandu")
        #expect(try store.read { try finder.changes($0) } == all)
        try store.watch("/a")
        #expect(try store.read { try finder.changes($0) } == [])
        try store.deleteEverything()
        #expect(try store.read { try finder.changes($0) } == all)
    }

    /// Another store object stands for another process: both know of each other by the file alone.
    @Test(arguments: [false, true]) func theStreamReportsEveryImport(_ isOther: Bool) async throws {
        let store = try temporary.open()
        let writer = isOther ? try temporary.open() : store
        // The first import chooses the home zone, on which everything depends.
        try writer.importExports(export([Self.sample(.sdnn)], mark: "0", day: 0))
        var changes = store.changes().makeAsyncIterator()
        #expect(await changes.next() == Set(HealthChangeKind.allCases))
        try writer.importExports(
            export([Self.sample(.sdnn), Self.sample(.rmssd)], mark: "1", day: 1))
        #expect(await changes.next() == [.vitals])
        try writer.setHomeZone("Asia/Kathmandu")
        #expect(await changes.next() == Set(HealthChangeKind.allCases))
    }
}
