import HealthRecords
import TestSupport
import Testing

@testable import HealthHistory

/// An export that seems to be another person's.
@Suite struct OtherPersonTests {
    private let temporary: TemporaryStore
    private let mine: ScriptedExport
    private let theirs: ScriptedExport

    init() throws {
        temporary = try TemporaryStore()
        var me = ScriptedPerson(seed: 1)
        var they = ScriptedPerson(seed: 2)
        mine = me.export(days: 0..<10)
        theirs = they.export(days: 0..<11, mark: "b")
    }

    @Test func itIsRefusedAndTheStoreIsAsBefore() throws {
        let store = try temporary.open()
        try store.importExports(mine)
        let before = try temporary.contents()
        let count = try store.changedRowCount()
        let report = try store.importExports(theirs)
        guard case .refused(let refusal) = report.files[0].outcome else {
            Issue.record("imported")
            return
        }
        #expect(refusal.code == "other_person" && refusal.text.contains("--keep-missing"))
        #expect(try temporary.contents() == before)
        #expect(try temporary.count("import") == 1)
        #expect(report.changes.isEmpty)
        // Sources and clocks that were staged are rolled back, not deleted.
        #expect(try store.changedRowCount() - count < 20)
    }

    /// Nothing would be removed by an export that is not newer; it would be mixed with the kept one.
    @Test(arguments: [Int64(0), -86_400_000]) func anExportThatIsNotNewerIsRefusedToo(
        _ later: Int64
    ) throws {
        let store = try temporary.open()
        try store.importExports(mine)
        let before = try temporary.contents()
        var same = theirs
        same.exportMs = mine.exportMs.map { $0 + later }
        guard case .refused(let refusal) = try store.importExports(same).files[0].outcome else {
            Issue.record("imported")
            return
        }
        #expect(refusal.code == "other_person")
        #expect(try temporary.contents() == before)
    }

    /// An older export of the same person lacks what came after it, and is taken.
    @Test func anOlderExportOfTheSamePersonIsImported() throws {
        let newer = mine
        var older = mine
        older.mark = "older"
        let date = (mine.exportMs ?? 0) - 7 * 86_400_000
        older.exportMs = date
        older.records = mine.records.filter { $0.startMs < date }
        #expect(!older.records.isEmpty && older.records.count < mine.records.count)
        let store = try temporary.open()
        try store.importExports(newer)
        let before = try temporary.contents()
        #expect(try store.importExports(older).files[0].outcome == .imported)
        #expect(try temporary.contents() == before)
    }

    @Test func retainedRecordsAreRemovedWhenTheExportIsAppliedAsIs() throws {
        let first = mine
        var second = mine
        second.mark = "2"
        second.exportMs = (mine.exportMs ?? 0) + 86_400_000
        second.records.removeFirst(5)
        var options = ImportOptions.test
        options.missingRecordsPolicy = .keep
        let store = try temporary.open()
        try store.importExports(first)
        #expect(try store.importExports(second, options: options).counts.removed == 0)
        #expect(try store.importExports(second).counts.removed > 0)
        let alone = try TemporaryStore()
        try alone.open().importExports(second)
        #expect(try temporary.contents() == alone.contents())
    }

    @Test func aKnownExportMayComeWithAnotherHomeZone() throws {
        let store = try temporary.open()
        try store.importExports(mine)
        var options = ImportOptions.test
        options.homeZone = "Asia/Kathmandu"
        let report = try store.importExports(mine, options: options)
        #expect(report.files[0].outcome == .unchanged)
        #expect(report.changes == Set(HealthChangeKind.allCases))
        #expect(try store.homeZone() == "Asia/Kathmandu")
    }

    @Test func replaceLeavesOnlyTheirs() throws {
        let store = try temporary.open()
        try store.importExports(mine)
        var options = ImportOptions.test
        options.missingRecordsPolicy = .remove
        #expect(try store.importExports(theirs, options: options).files[0].outcome == .imported)
        let alone = try TemporaryStore()
        try alone.open().importExports(theirs)
        #expect(try temporary.contents() == alone.contents())
        // Mine is not known any more, also where it is older.
        #expect(try store.importExports(mine, options: options).files[0].outcome == .imported)
        let own = try TemporaryStore()
        try own.open().importExports(mine)
        #expect(try temporary.contents() == own.contents())
    }

    @Test func keepMissingHasBoth() throws {
        let store = try temporary.open()
        try store.importExports(mine)
        var options = ImportOptions.test
        options.missingRecordsPolicy = .keep
        let counts = try store.importExports(theirs, options: options).counts
        #expect(counts.removed == 0)
        let data = try store.data(fromMs: 0, toMs: .max)
        let records = Set(mine.records + theirs.records)
        #expect(
            data.workouts.count == records.count { if case .workout = $0 { true } else { false } })
    }

    /// Half is not over half.
    @Test(arguments: [(4, 2, false), (4, 1, true), (1, 0, true), (5, 3, false)])
    func overHalfOfTheWorkoutsRefuses(_ storedTotal: Int, _ remaining: Int, _ isRefused: Bool)
        throws
    {
        func export(_ count: Int, _ mark: String, _ date: Int64) -> ScriptedExport {
            var export = ScriptedExport(mark: mark, sources: [HealthSource(name: "W")])
            export.exportMs = date
            export.records = (0..<count).map { number in
                let start = HealthInstant(unixMs: Int64(number) * 86_400_000)
                let end = HealthInstant(unixMs: start.unixMs + 60_000)
                return .workout(HealthWorkout(sourceIndex: 0, type: "x", start: start, end: end))
            }
            return export
        }
        let store = try temporary.open()
        try store.importExports(export(storedTotal, "1", 10))
        let report = try store.importExports(export(remaining, "2", 20))
        #expect((report.files[0].outcome != .imported) == isRefused)
    }

    /// Nights are counted as nights, however many pieces each has.
    @Test(arguments: [(10, 5, false), (10, 4, true)])
    func overHalfOfTheNightsRefuses(_ storedTotal: Int, _ remaining: Int, _ isRefused: Bool) throws
    {
        func export(_ nights: Range<Int>, _ mark: String, _ date: Int64) -> ScriptedExport {
            var export = ScriptedExport(
                mark: mark, sources: [HealthSource(name: "W")], offsets: [0])
            export.exportMs = date
            for night in nights {
                // The first night has more pieces than all others together.
                for piece in 0..<(night == 0 ? 100 : 3) {
                    let start = Int64(night) * 86_400_000 + 79_200_000 + Int64(piece) * 300_000
                    export.records.append(
                        .sleep(
                            SleepSample(
                                .core, sourceIndex: 0, start: HealthInstant(unixMs: start),
                                end: HealthInstant(unixMs: start + 300_000))))
                }
            }
            return export
        }
        let store = try temporary.open()
        try store.importExports(export(0..<storedTotal, "1", 10))
        let report = try store.importExports(
            export((storedTotal - remaining)..<storedTotal, "2", 20))
        #expect((report.files[0].outcome != .imported) == isRefused)
    }
}

extension ScriptedExport.Record {
    fileprivate var startMs: Int64 {
        switch self {
        case .sample(let sample): sample.start.unixMs
        case .sleep(let sample): sample.start.unixMs
        case .beatSegment(let beatSegment): beatSegment.start.unixMs
        case .workout(let workout): workout.start.unixMs
        default: .max
        }
    }
}
