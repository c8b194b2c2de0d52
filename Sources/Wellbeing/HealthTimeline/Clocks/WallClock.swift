import HealthRecords
import PhysioTypes

/// States what the clock on the wall showed when a record was made.
///
/// An export writes all its dates in one offset, so the written offset is no answer. The first rule
/// that applies decides:
/// 1. the zone that the record itself names, if its rules are known; a FIT file may state an offset;
/// 2. in a night, the zone of its nearest sample that names one (``NightZones``);
/// 3. the clock of the beats, which is the one on the wall: the written offset and the shift of the
///    nearest segment of beats within 12 h (of two equally near, the earlier one);
/// 4. the written offset, if the exports write several;
/// 5. the home zone.
///
/// Rules 2 to 4 are those of exports: a FIT file writes all times in UTC.
struct WallClock: Sendable {
    /// Longest distance from a segment of beats at which its clock counts; ms.
    static let maxBeatClockDistanceMs: Int64 = 12 * 3_600_000

    private let options: TimelineOptions
    private let writesSeveralOffsets: Bool
    /// Ascending by time.
    private let beatUTCOffsets: [(timeMs: Int64, offsetMinutes: Int)]
    /// Zones of the nights, ascending, without overlap.
    private let nights: [NightZones]

    /// - Parameter nights: one for each block of sleep, ascending.
    init(_ data: HealthData, nights: [NightZones] = [], options: TimelineOptions) {
        self.options = options
        self.nights = nights
        writesSeveralOffsets = data.utcOffsetsMinutes.count > 1
        beatUTCOffsets = data.beatSegments.map {
            ($0.start.unixMs, $0.start.writtenOffsetMinutes + $0.clockShiftMinutes)
        }.sorted { $0.0 < $1.0 }
    }

    /// The moment of a record, and what the wall shows then.
    ///
    /// - Parameter zone: name of the zone that the record states.
    /// - Parameter source: index of the record's source; its samples come first where several of a
    ///   night are equally near.
    func civilInstant(_ instant: HealthInstant, zone: String?, source: Int? = nil) -> CivilInstant {
        let time = instant.unixMs
        let offset =
            offset(ofZone: zone, at: time) ?? nightOffsetMinutes(at: time, source: source)
            ?? beatOffsetMinutes(at: time)
            ?? (writesSeveralOffsets ? instant.writtenOffsetMinutes : nil)
            ?? options.homeZone.offsetMinutes(time)
        return CivilInstant(unixMs: time, offsetMinutes: offset)
    }

    /// A moment of a FIT file, which may state its offset.
    func civilInstantOfFIT(
        _ instant: HealthInstant, zone: String?, statedOffsetMinutes: Int?
    ) -> CivilInstant {
        let time = instant.unixMs
        let offset =
            statedOffsetMinutes ?? offset(ofZone: zone, at: time)
            ?? options.homeZone.offsetMinutes(time)
        return CivilInstant(unixMs: time, offsetMinutes: offset)
    }

    private func offset(ofZone name: String?, at timeMs: Int64) -> Int? {
        name.flatMap(options.zoneRules)?.offsetMinutes(timeMs)
    }

    private func nightOffsetMinutes(at timeMs: Int64, source: Int?) -> Int? {
        let next = nights.partitioningIndex { $0.range.lowerBound > timeMs }
        guard next > 0, nights[next - 1].range.contains(timeMs) else { return nil }
        let name = nights[next - 1].name(nearest: timeMs, source: source) {
            options.zoneRules($0) != nil
        }
        return offset(ofZone: name, at: timeMs)
    }

    private func beatOffsetMinutes(at timeMs: Int64) -> Int? {
        let next = beatUTCOffsets.partitioningIndex { $0.timeMs > timeMs }
        var best: (timeMs: Int64, offsetMinutes: Int)?
        if next > 0 {
            // The first of several segments at one moment counts.
            let time = beatUTCOffsets[next - 1].timeMs
            best = beatUTCOffsets[beatUTCOffsets.partitioningIndex { $0.timeMs >= time }]
        }
        if next < beatUTCOffsets.count {
            let after = beatUTCOffsets[next]
            if best.map({ after.timeMs - timeMs < timeMs - $0.timeMs }) ?? true { best = after }
        }
        guard let best, abs(best.timeMs - timeMs) <= Self.maxBeatClockDistanceMs else { return nil }
        return best.offsetMinutes
    }
}
