import Foundation
import HealthRecords
import TestSupport
import Testing

@testable import HealthHistory

/// The records that an import stores, and its report.
@Suite struct ImportTests {
    private let temporary: TemporaryStore

    init() throws { temporary = try TemporaryStore() }

    /// Records that were put in come out, each once.
    @Test(arguments: 0..<5) func everyRecordComesBack(_ seed: UInt64) throws {
        var person = ScriptedPerson(seed: seed)
        let export = person.export(days: 0..<10)
        let store = try temporary.open()
        let report = try store.importExports(export)
        let data = try store.data(fromMs: 0, toMs: .max)
        var found: Set<ScriptedExport.Record> = []
        for var sample in data.samples {
            sample.sourceIndex = try #require(
                export.sources.firstIndex(of: data.sources[sample.sourceIndex]))
            found.insert(.sample(sample))
        }
        for var sample in data.sleep {
            sample.sourceIndex = try #require(
                export.sources.firstIndex(of: data.sources[sample.sourceIndex]))
            found.insert(.sleep(sample))
        }
        for var beatSegment in data.beatSegments {
            beatSegment.sourceIndex = try #require(
                export.sources.firstIndex(of: data.sources[beatSegment.sourceIndex]))
            found.insert(.beatSegment(beatSegment))
        }
        for var workout in data.workouts {
            workout.sourceIndex = try #require(
                export.sources.firstIndex(of: data.sources[workout.sourceIndex]))
            found.insert(.workout(workout))
        }
        #expect(found == Set(export.records))
        // A segment belongs to its sample and is no record of its own.
        let records = export.records.filter { if case .beatSegment = $0 { false } else { true } }
        #expect(report.counts.new == found.count - data.beatSegments.count)
        #expect(report.counts.readCount == records.count)
        #expect(report.counts.repeated == records.count - Set(records).count)
        #expect(data.samples.map(\.start) == data.samples.map(\.start).sorted())
        #expect(data.workouts.map(\.start) == data.workouts.map(\.start).sorted())
    }

    /// Offsets are kept only where a file has several: then they show where a record was made.
    @Test func offsetsOfAFileWithSeveralAreStored() throws {
        func sample(_ second: Int64, _ offset: Int) -> ScriptedExport.Record {
            let at = HealthInstant(unixMs: 1000 * second, writtenOffsetMinutes: offset)
            return .sample(HealthSample(.heartRate, sourceIndex: 0, start: at, end: at, value: 60))
        }
        var export = ScriptedExport(sources: [HealthSource(name: "W")])
        export.records = [sample(1, 60), sample(2, -300), sample(3, 345)]
        export.offsets = [-300, 60, 345]
        let store = try temporary.open()
        try store.importExports(export)
        let data = try store.data(fromMs: 0, toMs: 1)
        #expect(data.samples.map(\.start.writtenOffsetMinutes) == [60, -300, 345])
        #expect(data.utcOffsetsMinutes == [-300, 60, 345])
    }

    @Test func errorsAreCountedByTheirCode() throws {
        var person = ScriptedPerson(seed: 1)
        var export = person.export(days: 0..<1)
        export.records += [
            .error(.badDate), .error(.badDate), .error(.sleepTooLong), .error(.repeated),
        ]
        export.records.append(export.records[0])
        let counts = try temporary.open().importExports(export).counts
        #expect(counts.skippedCounts == [.badDate: 2, .sleepTooLong: 1])
        let beatSegments = export.records.count {
            if case .beatSegment = $0 { true } else { false }
        }
        #expect(counts.readCount == export.records.count - beatSegments)
        #expect(counts.new + counts.repeated + 3 == counts.readCount)
    }

    /// Every kind of activity file detail, and that another export does not take it away.
    @Test func workoutsOfActivityFilesStay() throws {
        let source = HealthSource(origin: .fit, name: "Edge 530", model: "3121")
        let start = HealthInstant(unixMs: 1_700_000_000_000)
        let end = HealthInstant(unixMs: start.unixMs + 60_000)
        let workout = HealthWorkout(
            sourceIndex: 0, type: "sport 2", start: start, end: end, utcOffsetMinutes: 345,
            durationSeconds: 60, distanceMetres: 500.5, averageHeartRateBpm: 141,
            maximumHeartRateBpm: 150, speedMetresPerSecond: 8.25,
            parts: [WorkoutPart(.lap, startMs: start.unixMs)],
            track: (0..<150).map {
                TrackPoint(
                    unixMs: start.unixMs + 400 * $0, heartRateBpm: $0 % 3 == 0 ? nil : 140,
                    distanceMetres: 3.5 * Double($0))
            },
            beats: WorkoutBeats(
                startMs: start.unixMs, intervalsMs: [812, 805.5, 799], gapIndices: [2]))
        var file = ScriptedExport(path: "a.fit", mark: "f", sources: [source])
        file.exportMs = nil
        file.offsets = [0]
        file.records = [.workout(workout)]
        let store = try temporary.open()
        #expect(try store.importExports(file).changes == [.workouts])
        #expect(try store.data(fromMs: 0, toMs: .max).workouts == [workout])
        var person = ScriptedPerson(seed: 1)
        let first = person.export(days: 0..<5)
        try store.importExports(first, person.later(than: first, days: 5..<6))
        #expect(
            try store.data(fromMs: 0, toMs: .max).workouts.contains { $0.track == workout.track })
        // The same activity in another file is no second workout.
        file.mark = "g"
        let again = try store.importExports(file).counts
        #expect(again.known == 1 && again.repeated == 0)
        #expect(try store.sources().count { $0.source.origin == .fit } == 1)
    }

    @Test func aDryRunReportsAndWritesNothing() throws {
        var person = ScriptedPerson(seed: 1)
        let export = person.export(days: 0..<3)
        let store = try temporary.open()
        var options = ImportOptions.test
        options.isDryRun = true
        let report = try store.importExports(export, options: options)
        #expect(report.counts.new > 50)
        #expect(try temporary.contents().isEmpty)
        #expect(try temporary.count("import") == 0)
        #expect(try store.status().isEmpty)
    }

    /// The store is as before, at whichever record the import ends.
    @Test(arguments: [0, 1, 50, 120]) func aCancelledImportLeavesTheStoreUnchanged(_ index: Int)
        throws
    {
        var person = ScriptedPerson(seed: 9)
        let first = person.export(days: 0..<5)
        let second = person.later(than: first, days: 5..<12)
        let store = try temporary.open()
        try store.importExports(first)
        let before = try temporary.contents()
        let found = thrownError {
            _ = try store.importSources([second], options: .test) { $0.recordCount < index + 1 }
        }
        #expect(found == .cancelled)
        #expect(try temporary.contents() == before)
        try store.importExports(second)
        #expect(try temporary.contents() != before)
    }

    /// A file that cannot be read keeps no other from being imported.
    @Test func aBadFileIsRefusedAlone() throws {
        var person = ScriptedPerson(seed: 2)
        let good = person.export(days: 0..<3)
        var bad = person.export(days: 3..<6, mark: "bad")
        bad.failure = HealthFileError(.zipDamaged, "export.zip: it is damaged")
        let report = try temporary.open().importExports(bad, good)
        #expect(report.files.map(\.outcome)[1] == .imported)
        #expect(
            report.files[0].outcome
                == .refused(
                    ImportFileError(code: "zip_damaged", text: "export.zip: it is damaged")))
        let alone = try TemporaryStore()
        try alone.open().importExports(good)
        #expect(try temporary.contents() == alone.contents())
        #expect(try temporary.count("import") == 1)
    }

    @Test func theHomeZoneIsThatOfTheFirstImport() throws {
        var person = ScriptedPerson(seed: 2)
        let first = person.export(days: 0..<2)
        let store = try temporary.open()
        #expect(try store.homeZone() == nil)
        #expect(try store.importExports(first).files[0].zoneWarning == nil)
        #expect(try store.homeZone() == "Europe/Berlin")
        var options = ImportOptions.test
        options.systemZone = "Asia/Kathmandu"
        try store.importExports(person.later(than: first, days: 2..<3), options: options)
        #expect(try store.homeZone() == "Europe/Berlin")
        options.homeZone = "Nowhere/Else"
        #expect(
            thrownError { try store.importExports(first, options: options) }
                == .noSuchZone("Nowhere/Else"))
        #expect(
            thrownError { try store.setHomeZone("Nowhere/Else") } == .noSuchZone("Nowhere/Else"))
        try store.setHomeZone("Asia/Kathmandu")
        #expect(try store.homeZone() == "Asia/Kathmandu")
    }

    /// November in Berlin is at +01:00.
    @Test func anExportOfAnotherOffsetWarns() throws {
        var person = ScriptedPerson(seed: 2)
        var export = person.export(days: 0..<2, offset: -480)
        export.exportMs = 1_700_000_000_000
        let warning = try temporary.open().importExports(export).files[0].zoneWarning
        #expect(warning?.contains("-08:00") == true && warning?.contains("+01:00") == true)
    }

    @Test func onlyTheNameOfTheFileIsStored() throws {
        var person = ScriptedPerson(seed: 2)
        var export = person.export(days: 0..<2)
        export.path = "/home/mara/secret/export.zip"
        try temporary.open().importExports(export)
        #expect(try temporary.rows("SELECT name FROM import")[0][0] == "export.zip")
    }

    @Test func theFileIsItsOwnersAlone() throws {
        let old = umask(0)
        defer { umask(old) }
        let store = try temporary.open()
        var person = ScriptedPerson(seed: 2)
        try store.importExports(person.export(days: 0..<2))
        for end in ["", "-wal", "-shm"] {
            let file = try FileManager.default.attributesOfItem(atPath: temporary.path + end)
            #expect(file[.posixPermissions] as? Int == 0o600)
        }
    }

    /// Two bytes a beat, 25 bytes a sample or so: a row of an export takes 300 and more.
    @Test func rowsAreSmall() throws {
        var export = ScriptedExport(sources: [HealthSource(name: "W")])
        for number in 0..<20_000 {
            let at = HealthInstant(unixMs: 1_700_000_000_000 + 5000 * Int64(number))
            export.records.append(
                .sample(
                    HealthSample(
                        .heartRate, sourceIndex: 0, start: at, end: at,
                        value: Double(60 + number % 40))))
        }
        let store = try temporary.open()
        try store.importExports(export)
        #expect(try store.status().byteCount / 20_000 < 25)
    }
}
