import HealthRecords
import TestSupport
import Testing

@testable import HealthHistory

/// The changes that a later export makes.
@Suite struct IncrementTests {
    /// The tables after A and then B are those after B alone: every way in which the store could remember A is looked at.
    private func expectSameAsAlone(_ seed: UInt64) throws {
        var person = ScriptedPerson(seed: seed)
        let first = person.export(days: 0..<12)
        // Every third pair is written in another offset, as in another season.
        let second = person.later(than: first, days: 12..<15, offset: seed % 3 == 0 ? 120 : 60)
        let (both, alone) = (try TemporaryStore(), try TemporaryStore())
        let store = try both.open()
        try store.importExports(first)
        let before = try both.contents()
        let report = try store.importExports(second)
        try alone.open().importExports(second)
        let contents = try both.contents()
        #expect(contents == (try alone.contents()), "seed \(seed)")
        #expect(contents != before)
        #expect(report.counts.new > 0 && report.counts.removed > 0)
        // And once more, as another file of the same content: the note of the import is all that is written.
        let count = try store.changedRowCount()
        var again = second
        again.mark += "'"
        try store.importExports(again)
        #expect(try store.changedRowCount() - count == 1)
        #expect(try both.contents() == contents)
    }

    @Test(arguments: 0..<20) func aThenBIsAsBAlone(_ seed: UInt64) throws {
        try expectSameAsAlone(seed)
    }

    @Test(.slow, arguments: 20..<120) func aThenBIsAsBAloneForMany(_ seed: UInt64) throws {
        try expectSameAsAlone(seed)
    }

    @Test func theSameFileChangesNoRow() throws {
        var person = ScriptedPerson(seed: 1)
        let export = person.export(days: 0..<5)
        let temporary = try TemporaryStore()
        let store = try temporary.open()
        let first = try store.importExports(export)
        #expect(first.files[0].outcome == .imported)
        let count = try store.changedRowCount()
        let second = try store.importExports(export)
        #expect(second.files[0].outcome == .unchanged && second.changes.isEmpty)
        #expect(try store.changedRowCount() == count)
        #expect(try temporary.count("import") == 1)
    }

    /// Rows that a later export costs are at most twice its difference, also where all dates are written in another
    /// offset than before.
    @Test func anotherOffsetRewritesNothing() throws {
        var person = ScriptedPerson(seed: 7)
        let winter = person.export(days: 0..<20)
        let summer = person.later(than: winter, days: 20..<21, offset: 120)
        let temporary = try TemporaryStore()
        let store = try temporary.open()
        try store.importExports(winter)
        let count = try store.changedRowCount()
        let counts = try store.importExports(summer).counts
        let written = try store.changedRowCount() - count
        #expect(counts.new + counts.removed < winter.records.count / 2)
        #expect(written <= 2 * (counts.new + counts.removed) + 60)
        let data = try store.data(fromMs: 0, toMs: .max)
        #expect(data.utcOffsetsMinutes == [120])
        #expect(data.samples.allSatisfy { $0.start.writtenOffsetMinutes == 120 })
    }

    /// An export that removes nothing says nothing of how the newest complete one writes its dates, and its own records
    /// are read at their own offset all the same.
    @Test(arguments: ["cut", "keep", "since"])
    func offsetsAreThoseOfTheNewestCompleteExport(_ kind: String) throws {
        var person = ScriptedPerson(seed: 17)
        let winter = person.export(days: 0..<6)
        var summer = person.later(than: winter, days: 6..<9, offset: 120)
        var options = ImportOptions.test
        switch kind {
        case "cut": summer.isCut = true
        case "keep": options.missingRecordsPolicy = .keep
        default: options.sinceMs = 0
        }
        let temporary = try TemporaryStore()
        let store = try temporary.open()
        try store.importExports(winter)
        let before = try store.data(fromMs: 0, toMs: .max)
        try store.importExports(summer, options: options)
        let after = try store.data(fromMs: 0, toMs: .max)
        #expect(after.utcOffsetsMinutes == [60])
        // A segment that only one of them has shows the offset of that one.
        let own = Set(before.beatSegments.map(\.start.unixMs))
        let theirs = Set(
            summer.records.compactMap { record in
                if case .beatSegment(let beatSegment) = record {
                    beatSegment.start.unixMs
                } else {
                    nil
                }
            })
        #expect(!own.subtracting(theirs).isEmpty && !theirs.subtracting(own).isEmpty)
        for beatSegment in after.beatSegments {
            let expected = theirs.contains(beatSegment.start.unixMs) ? 120 : 60
            #expect(beatSegment.start.writtenOffsetMinutes == expected)
        }
        // The next complete one reports it anew.
        var whole = person.later(than: summer, days: 9..<10, offset: 120)
        whole.mark = "whole"
        try store.importExports(whole)
        let last = try store.data(fromMs: 0, toMs: .max)
        #expect(last.utcOffsetsMinutes == [120])
        let alone = try TemporaryStore()
        try alone.open().importExports(whole)
        #expect(try temporary.contents() == alone.contents())
    }

    /// A file removes what it does not have only if it is newer than all before and whole.
    @Test(arguments: ["older", "cut", "since", "undated", "same date"])
    func whatIsNoNewerWholeRemovesNothing(_ kind: String) throws {
        var person = ScriptedPerson(seed: 3)
        let first = person.export(days: 0..<12)
        var second = person.later(than: first, days: 12..<14)
        var options = ImportOptions.test
        switch kind {
        case "older": second.exportMs = (first.exportMs ?? 0) - 1
        case "cut": second.isCut = true
        case "since": options.sinceMs = ScriptedPerson.startMs + 12 * 24 * ScriptedPerson.hourMs
        case "undated": second.exportMs = nil
        default: second.exportMs = first.exportMs
        }
        let temporary = try TemporaryStore()
        let store = try temporary.open()
        try store.importExports(first)
        let before = try store.data(fromMs: 0, toMs: .max)
        let report = try store.importExports(second, options: options)
        let after = try store.data(fromMs: 0, toMs: .max)
        #expect(report.counts.removed == 0 && report.counts.new > 0)
        #expect(report.files[0].isOlder == (kind == "older"))
        #expect(Set(after.samples).isSuperset(of: before.samples))
        #expect(Set(after.sleep).isSuperset(of: before.sleep))
        let times = Set(after.workouts.map(\.start))
        #expect(before.workouts.allSatisfy { times.contains($0.start) })
        if kind == "older" {
            #expect(Set(after.workouts).isSuperset(of: before.workouts))
            #expect(Set(after.beatSegments).isSuperset(of: before.beatSegments))
        }
        // A later one that is whole ends in its own content all the same.
        var third = person.later(than: second, days: 14..<15)
        third.exportMs = (first.exportMs ?? 0) + 30 * 24 * ScriptedPerson.hourMs
        third.mark = "third"
        try store.importExports(third)
        let alone = try TemporaryStore()
        try alone.open().importExports(third)
        #expect(try temporary.contents() == alone.contents())
    }

    @Test func whatWasReadSinceADayIsReadAsAWholeLater() throws {
        var person = ScriptedPerson(seed: 4)
        let export = person.export(days: 0..<8)
        var options = ImportOptions.test
        options.sinceMs = ScriptedPerson.startMs + 6 * 24 * ScriptedPerson.hourMs
        let (temporary, alone) = (try TemporaryStore(), try TemporaryStore())
        let store = try temporary.open()
        try store.importExports(export, options: options)
        let from = try store.data(fromMs: 0, toMs: .max).samples.map(\.start.unixMs).min()
        #expect((from ?? 0) >= options.sinceMs ?? 0)
        #expect(try store.importExports(export).files[0].outcome == .imported)
        try alone.open().importExports(export)
        #expect(try temporary.contents() == alone.contents())
    }

    /// However few rows fit into memory, the store holds the same.
    @Test(arguments: [1, 2, 7, 1000]) func theSizeOfTheSorterDoesNotMatter(_ capacity: Int) throws {
        var person = ScriptedPerson(seed: 5)
        let first = person.export(days: 0..<6)
        let second = person.later(than: first, days: 6..<8)
        let (small, large) = (try TemporaryStore(), try TemporaryStore())
        for export in [first, second] {
            try small.open().importExports(export, rowCapacity: capacity)
            try large.open().importExports(export, rowCapacity: 1_000_000)
        }
        #expect(try small.contents() == large.contents())
    }
}
