/// The attributes of a record or a workout that are read.
struct RecordFields {
    private(set) var type: XMLText?
    /// Name of the source; `source` in exports of version 8.
    private(set) var source: XMLText?
    private(set) var version: XMLText?
    private(set) var device: XMLText?
    private(set) var unit: XMLText?
    private(set) var start: XMLText?
    private(set) var end: XMLText?
    private(set) var value: XMLText?

    init(_ attributes: XMLAttributes) {
        attributes.forEach { name, text in
            switch name.base[0] {
            case UInt8(ascii: "t") where name == "type": type = text
            case UInt8(ascii: "u") where name == "unit": unit = text
            case UInt8(ascii: "v") where name == "value": value = text
            case UInt8(ascii: "d") where name == "device": device = text
            case UInt8(ascii: "e") where name == "endDate": end = text
            case UInt8(ascii: "s"):
                if name == "startDate" {
                    start = text
                } else if name == "sourceName" || name == "source" && source == nil {
                    source = text
                } else if name == "sourceVersion" {
                    version = text
                }
            default: break
            }
        }
    }
}

/// A record that has begun: what its attributes say, and what the elements in it add.
struct PendingRecord {
    enum Kind: Hashable {
        case quantity(HealthQuantity)
        case sleep(SleepStage)
    }

    let kind: Kind
    let start: HealthInstant
    let end: HealthInstant
    let sourceIndex: Int
    /// The value in the unit of the quantity; 0 for sleep.
    let value: Double
    var timeZone: String?
    private(set) var beats: [BeatTimes.Beat] = []
    /// True if the time of a beat cannot be read, or there are too many of them.
    private var hasBadBeats = false

    /// Longest sleep sample; ms.
    private static let maxSleepSampleMs: Int64 = 24 * 3_600_000
    /// Maximum number of beats of a record; a segment of 327 s has no more.
    private static let maxBeatCount = 4096

    private init(
        _ kind: Kind, _ start: HealthInstant, _ end: HealthInstant, _ sourceIndex: Int,
        value: Double
    ) {
        self.kind = kind
        self.start = start
        self.end = end
        self.sourceIndex = sourceIndex
        self.value = value
    }

    /// The record that attributes describe, or why there is none.
    static func read(
        _ kind: HealthKind, _ fields: RecordFields, _ start: HealthInstant, _ end: HealthInstant,
        _ sourceIndex: Int
    ) -> Result<PendingRecord, RecordFailure> {
        guard let text = fields.value else { return .failure(RecordFailure(error: .badRecord)) }
        switch kind {
        case .sleep:
            guard let stage = SleepStage(text) else {
                return .failure(RecordFailure(error: .badValue))
            }
            guard end.unixMs - start.unixMs <= maxSleepSampleMs else {
                return .failure(RecordFailure(error: .sleepTooLong))
            }
            return .success(PendingRecord(.sleep(stage), start, end, sourceIndex, value: 0))
        case .quantity(let quantity):
            guard let unit = fields.unit else { return .failure(RecordFailure(error: .badRecord)) }
            guard let number = HealthNumber.value(text),
                let value = HealthNumber.value(number, unit: unit, of: quantity)
            else { return .failure(RecordFailure(error: .badValue)) }
            return .success(
                PendingRecord(.quantity(quantity), start, end, sourceIndex, value: value))
        }
    }

    mutating func addBeat(_ attributes: XMLAttributes) {
        guard beats.count < Self.maxBeatCount,
            let ticks = attributes.value("time").flatMap(BeatTimes.ticks)
        else {
            hasBadBeats = true
            // A beat without a time, so that the record counts as one with beats.
            if beats.isEmpty { beats.append(BeatTimes.Beat(ticks: 0, bpm: nil)) }
            return
        }
        beats.append(
            BeatTimes.Beat(ticks: ticks, bpm: HealthNumber.value(attributes.value("bpm"))))
    }

    // MARK: Values

    func sample(_ quantity: HealthQuantity) -> HealthSample {
        HealthSample(
            quantity, sourceIndex: sourceIndex, start: start, end: end, value: value,
            timeZone: timeZone)
    }

    func sleepSample(_ stage: SleepStage) -> SleepSample {
        SleepSample(stage, sourceIndex: sourceIndex, start: start, end: end, timeZone: timeZone)
    }

    /// The beats of the record; nil where their times do not fit it.
    func beatSegment() -> BeatSegment? {
        guard !hasBadBeats, let locatedBeats = BeatTimes.locate(beats, start: start, end: end)
        else {
            return nil
        }
        return BeatSegment(
            sourceIndex: sourceIndex, start: start, end: end, sdnnMs: value,
            firstBeatMs: locatedBeats.firstBeatMs, ticks: locatedBeats.ticks,
            isAfterGap: locatedBeats.isAfterGap,
            clockShiftMinutes: locatedBeats.clockShiftMinutes, timeZone: timeZone)
    }
}
