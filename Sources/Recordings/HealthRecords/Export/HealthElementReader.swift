/// Turns the elements of an export into values, and hands them to the receiver in the order of the file.
final class HealthElementReader<Sink: HealthSink>: XMLHandler {
    var sink: Sink
    /// The first error that the receiver threw; nothing is handed over from then on.
    private(set) var failure: (any Error)?
    private(set) var exportDate: HealthInstant?
    private(set) var writtenOffsets: Set<Int> = []
    /// Elements of the kinds that are kept, read or left out.
    private(set) var recordCount = 0

    private var sources = HealthSourceTable()
    private var record: PendingRecord?
    private var workout: WorkoutBuilder?
    /// Records of the correlation that is open; nil outside of one.
    private var correlationRecords: Set<RecordKey>?

    /// A record of a correlation is compared only with so many others.
    private static var maxCorrelationRecords: Int { 10_000 }
    /// Records may lie so much after the moment of the export: clocks of devices differ; ms.
    private static var futureToleranceMs: Int64 { 2 * 86_400_000 }

    init(_ sink: Sink) { self.sink = sink }

    // MARK: Elements

    func start(_ name: XMLText, _ attributes: XMLAttributes) {
        if name == "Record" {
            if record != nil { reject(.badRecord) }
            startRecord(attributes)
        } else if name == "InstantaneousBeatsPerMinute" {
            record?.addBeat(attributes)
        } else if name == "MetadataEntry" {
            startMetadata(attributes)
        } else if name == "Workout" {
            startWorkout(attributes)
        } else if workout?.start(name, attributes, &writtenOffsets) == true {
            return
        } else if name == "Correlation" {
            correlationRecords = []
        } else if name == "ExportDate" {
            exportDate = attributes.value("value").flatMap(HealthDate.instant)
            if let exportDate { writtenOffsets.insert(exportDate.writtenOffsetMinutes) }
        }
    }

    func end(_ name: XMLText) {
        if name == "Record" {
            if let record { finish(record) }
            record = nil
        } else if name == "Workout" {
            if let workout { finish(workout) }
            workout = nil
        } else if name == "WorkoutActivity" {
            workout?.endActivity()
        } else if name == "Correlation" {
            correlationRecords = nil
        }
    }

    func discardUnfinished() {
        record = nil
        workout = nil
        correlationRecords = nil
    }

    private func startMetadata(_ attributes: XMLAttributes) {
        if record == nil, let key = attributes.value("key"), key == "HKLapLength",
            let length = attributes.value("value")
        {
            workout?.setLapLength(length)
            return
        }
        guard let key = attributes.value("key"), key == "HKTimeZone",
            let zone = attributes.value("value"), zone.count > 0, zone.count <= 64
        else { return }
        if record != nil {
            record?.timeZone = zone.string
        } else {
            workout?.timeZone = zone.string
        }
    }

    // MARK: Handing over

    /// Counts an element that is left out.
    func reject(_ error: HealthRecordError) {
        recordCount += 1
        deliver { try $0.error(error) }
    }

    private func deliver(_ body: (inout Sink) throws -> Void) {
        guard failure == nil else { return }
        do { try body(&sink) } catch { failure = error }
    }

    // MARK: Records

    private func startRecord(_ attributes: XMLAttributes) {
        let fields = RecordFields(attributes)
        guard let type = fields.type else { return reject(.badRecord) }
        guard let kind = HealthKind(type) else { return }
        let frame: (start: HealthInstant, end: HealthInstant, sourceIndex: Int)
        switch timesAndSource(fields) {
        case .failure(let failure): return reject(failure.error)
        case .success(let found): frame = found
        }
        switch PendingRecord.read(kind, fields, frame.start, frame.end, frame.sourceIndex) {
        case .failure(let failure): reject(failure.error)
        case .success(let record): self.record = record
        }
    }

    /// The times and the source of an element.
    private func timesAndSource(
        _ fields: RecordFields
    ) -> Result<(start: HealthInstant, end: HealthInstant, sourceIndex: Int), RecordFailure> {
        guard let source = fields.source, let startText = fields.start, let endText = fields.end
        else { return .failure(RecordFailure(error: .badRecord)) }
        guard let start = HealthDate.instant(startText), let end = HealthDate.instant(endText),
            end >= start,
            exportDate.map({ max(start, end).unixMs <= $0.unixMs + Self.futureToleranceMs }) ?? true
        else { return .failure(RecordFailure(error: .badDate)) }
        writtenOffsets.insert(start.writtenOffsetMinutes)
        writtenOffsets.insert(end.writtenOffsetMinutes)
        var isNew = false
        guard
            let index = sources.index(
                name: source, device: fields.device, version: fields.version, isNew: &isNew)
        else { return .failure(RecordFailure(error: .badRecord)) }
        if isNew { deliver { [source = sources.sources[index]] in try $0.source(source) } }
        return .success((start, end, index))
    }

    private func finish(_ record: PendingRecord) {
        if let seenRecords = correlationRecords {
            let key = RecordKey(record)
            if seenRecords.contains(key) { return reject(.repeated) }
            if seenRecords.count < Self.maxCorrelationRecords { correlationRecords?.insert(key) }
        }
        switch record.kind {
        case .sleep(let stage):
            deliver { try $0.sleep(record.sleepSample(stage)) }
        case .quantity(let quantity):
            var beatSegment: BeatSegment?
            if quantity == .sdnn, !record.beats.isEmpty {
                beatSegment = record.beatSegment()
                if beatSegment == nil { return reject(.badBeatTime) }
            }
            deliver { try $0.sample(record.sample(quantity)) }
            if let beatSegment, beatSegment.ticks.count > 1 {
                deliver { try $0.beatSegment(beatSegment) }
            }
        }
        recordCount += 1
    }

    // MARK: Workouts

    private func startWorkout(_ attributes: XMLAttributes) {
        if workout != nil { reject(.badRecord) }
        workout = nil
        let fields = RecordFields(attributes)
        guard let type = attributes.value("workoutActivityType") else {
            return reject(.badRecord)
        }
        switch timesAndSource(fields) {
        case .failure(let failure): reject(failure.error)
        case .success(let frame):
            workout = WorkoutBuilder(
                HealthWorkout(
                    sourceIndex: frame.sourceIndex, type: type.string, start: frame.start,
                    end: frame.end), attributes)
        }
    }

    private func finish(_ builder: WorkoutBuilder) {
        for error in builder.errors { deliver { try $0.error(error) } }
        let workout = builder.workout()
        deliver { try $0.workout(workout) }
        recordCount += 1
    }
}

/// A ``HealthRecordError`` as an `Error`, for results.
struct RecordFailure: Error {
    var error: HealthRecordError
}

/// A record of a correlation, by all that distinguishes it from others.
private struct RecordKey: Hashable {
    private let kind: PendingRecord.Kind
    private let startMs: Int64
    private let endMs: Int64
    private let value: Double
    private let sourceIndex: Int

    init(_ record: PendingRecord) {
        kind = record.kind
        startMs = record.start.unixMs
        endMs = record.end.unixMs
        value = record.value
        sourceIndex = record.sourceIndex
    }
}
