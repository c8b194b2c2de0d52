import HealthRecords
import TestSupport

@testable import HealthHistory

/// A file that says what a test wants it to say.
struct ScriptedExport: HealthImportSource {
    enum Record: Hashable {
        case sample(HealthSample)
        case sleep(SleepSample)
        case beatSegment(BeatSegment)
        case workout(HealthWorkout)
        case error(HealthRecordError)
    }

    var path = "/a/folder/export.zip"
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    /// Two files of one mark count as the same file.
    var mark = "a"
    var sources: [HealthSource] = []
    var records: [Record] = []
    var exportMs: Int64? = 1_000_000_000_000
    var offsets = [60]
    var isCut = false
    /// Thrown after the last record.
    var failure: HealthFileError?
    /// Called before each record, with its index.
    var onRecord: @Sendable (Int) throws -> Void = { _ in }

    /// Called while the file is looked into.
    var onFingerprint: @Sendable () throws -> Void = {}

    func fingerprint(
        _ progress: (Int64, Int64?) -> Bool
    ) throws(HealthFileError) -> String {
        do { try onFingerprint() } catch { throw HealthFileError(.inputOutput, "\(error)") }
        guard progress(0, 2), progress(1, 2), progress(2, 2) else {
            throw HealthFileError(.cancelled, "ended")
        }
        return mark
    }

    func read(into sink: inout some HealthSink) throws -> HealthFileSummary {
        for source in sources { try sink.source(source) }
        for (index, record) in records.enumerated() {
            try onRecord(index)
            switch record {
            case .sample(let sample): try sink.sample(sample)
            case .sleep(let sample): try sink.sleep(sample)
            case .beatSegment(let beatSegment): try sink.beatSegment(beatSegment)
            case .workout(let workout): try sink.workout(workout)
            case .error(let error): try sink.error(error)
            }
            try sink.progress(bytesRead: Int64(index), byteCount: Int64(records.count))
        }
        if let failure { throw failure }
        return HealthFileSummary(
            origin: sources.first?.origin ?? .apple,
            exportDate: exportMs.map {
                HealthInstant(unixMs: $0, writtenOffsetMinutes: offsets.last ?? 0)
            },
            utcOffsetsMinutes: offsets, damageText: isCut ? "it ends early" : nil,
            recordCount: records.count)
    }
}

extension ImportOptions {
    /// The options of a test: Berlin, at a fixed moment.
    static var test: ImportOptions {
        ImportOptions(systemZone: "Europe/Berlin", nowMs: 1_790_000_000_000)
    }
}

/// Records of an invented person, from a seed.
struct ScriptedPerson {
    var random: SplitMix64
    let sources = [
        HealthSource(name: "Mara’s Watch", model: "Watch7,5", kind: .watch, isApple: true),
        HealthSource(name: "Mara’s Phone", model: "iPhone16,1", kind: .phone, isApple: true),
        HealthSource(name: "Sleep App"), HealthSource(name: "Sleep App", model: "iPhone16,1"),
    ]
    static let startMs: Int64 = 1_700_000_000_000
    static let hourMs: Int64 = 3_600_000

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func instant(day: Int, offset: Int) -> HealthInstant {
        let second = Int64.random(in: 0..<86_400, using: &random)
        return HealthInstant(
            unixMs: Self.startMs + Int64(day) * 24 * Self.hourMs + 1000 * second,
            writtenOffsetMinutes: offset)
    }

    mutating func end(of start: HealthInstant, upTo seconds: Int64) -> HealthInstant {
        var end = start
        end.unixMs += 1000 * Int64.random(in: 0...seconds, using: &random)
        return end
    }

    /// Some records of a day, with repeats among them.
    mutating func records(day: Int, offset: Int) -> [ScriptedExport.Record] {
        var records: [ScriptedExport.Record] = []
        for _ in 0..<Int.random(in: 5...20, using: &random) {
            let start = instant(day: day, offset: offset)
            let quantity = HealthQuantity.allCases.randomElement(using: &random) ?? .heartRate
            let whole = Double(Int.random(in: 40...180, using: &random))
            let value = quantity.isDistance ? whole / 7 : whole
            records.append(
                .sample(
                    HealthSample(
                        quantity, sourceIndex: Int.random(in: 0..<4, using: &random), start: start,
                        end: end(of: start, upTo: 2), value: value,
                        timeZone: Bool.random(using: &random) ? nil : "Europe/Berlin")))
        }
        for stage in SleepStage.allCases {
            let start = instant(day: day, offset: offset)
            records.append(
                .sleep(
                    SleepSample(
                        stage, sourceIndex: Int.random(in: 0..<4, using: &random), start: start,
                        end: end(of: start, upTo: 7200))))
        }
        for _ in 0..<3 { records.append(.beatSegment(beatSegment(day: day, offset: offset))) }
        if Bool.random(using: &random) {
            records.append(.workout(workout(day: day, offset: offset)))
        }
        if Bool.random(using: &random) { records.append(records[0]) }
        return records
    }

    mutating func beatSegment(day: Int, offset: Int) -> BeatSegment {
        let start = instant(day: day, offset: offset)
        var end = start
        end.unixMs += 60_000
        let count = Int.random(in: 0...60, using: &random)
        var ticks: [UInt16] = []
        for index in 0..<count {
            ticks.append(
                index == 0 ? 0 : ticks[index - 1] + .random(in: 60...120, using: &random))
        }
        return BeatSegment(
            sourceIndex: 0, start: start, end: end,
            sdnnMs: Double.random(in: 10...90, using: &random), firstBeatMs: start.unixMs + 130,
            ticks: ticks,
            isAfterGap: ticks.indices.map { $0 > 0 && Int.random(in: 0..<9, using: &random) == 0 },
            clockShiftMinutes: 15 * Int.random(in: -4...4, using: &random))
    }

    mutating func workout(day: Int, offset: Int) -> HealthWorkout {
        let start = instant(day: day, offset: offset)
        let end = end(of: start, upTo: 7200)
        var workout = HealthWorkout(
            sourceIndex: Int.random(in: 0..<2, using: &random),
            type: "HKWorkoutActivityTypeRunning", start: start, end: end,
            durationSeconds: Double.random(in: 100...7200, using: &random),
            energyKcal: Bool.random(using: &random) ? nil : 350)
        for number in 0..<Int.random(in: 0...4, using: &random) {
            let beginMs = start.unixMs + Int64(number) * 300_000
            workout.parts.append(
                WorkoutPart(
                    .segment, startMs: beginMs, endMs: number == 3 ? nil : beginMs + 299_500,
                    durationSeconds: 299.5, distanceMetres: number == 0 ? nil : 1000))
            workout.pauses.append(WorkoutPause(startMs: beginMs, endMs: beginMs + 1000))
        }
        return workout
    }

    /// An export of some days.
    mutating func export(days: Range<Int>, mark: String = "a", offset: Int = 60) -> ScriptedExport {
        var export = ScriptedExport(mark: mark, sources: sources, offsets: [offset])
        export.exportMs = Self.startMs + Int64(days.upperBound) * 24 * Self.hourMs
        for day in days { export.records += records(day: day, offset: offset) }
        return export
    }

    /// A later export of the same person: a few records are gone, a few days more are there, a workout was edited, and the
    /// whole is in another order.
    mutating func later(
        than export: ScriptedExport, days: Range<Int>, offset: Int = 60
    ) -> ScriptedExport {
        var later = self.export(days: days, mark: export.mark + "'", offset: offset)
        var retained: [ScriptedExport.Record] = []
        for record in export.records where Int.random(in: 0..<12, using: &random) > 0 {
            retained.append(moved(record, offset: offset))
        }
        later.records = retained + later.records
        later.records.shuffle(using: &random)
        return later
    }

    /// The record as an export at another offset writes it.
    private mutating func moved(
        _ record: ScriptedExport.Record, offset: Int
    ) -> ScriptedExport.Record {
        switch record {
        case .sample(var sample):
            sample.start.writtenOffsetMinutes = offset
            sample.end.writtenOffsetMinutes = offset
            return .sample(sample)
        case .sleep(var sample):
            sample.start.writtenOffsetMinutes = offset
            sample.end.writtenOffsetMinutes = offset
            return .sleep(sample)
        case .beatSegment(var beatSegment):
            beatSegment.start.writtenOffsetMinutes = offset
            beatSegment.end.writtenOffsetMinutes = offset
            if Int.random(in: 0..<20, using: &random) == 0 { beatSegment.sdnnMs += 1 }
            return .beatSegment(beatSegment)
        case .workout(var workout):
            workout.start.writtenOffsetMinutes = offset
            workout.end.writtenOffsetMinutes = offset
            if Int.random(in: 0..<3, using: &random) == 0 { workout.distanceMetres = 5200 }
            return .workout(workout)
        case .error: return record
        }
    }
}
