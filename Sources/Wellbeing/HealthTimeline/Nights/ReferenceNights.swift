import HealthRecords
import PhysioTypes

/// The nights of the first design, for comparison.
///
/// Every sample belongs to the day of its own end. In bed and unspecified count as core, and the times
/// of all sources are added up, so that an hour that two sources know of counts as two. There are no
/// naps, and no night where the total is 0.
enum ReferenceNights {
    /// - Parameter clock: one without the zones of nights, which these rules do not know.
    /// - Returns: the sleep of each date; its segments are the samples themselves and may overlap; its
    ///   source is that of the first of them.
    static func nights(
        _ samples: [SleepSample], clock: WallClock
    ) -> [CivilDate: SleepEntry] {
        Dictionary(grouping: samples) {
            clock.civilInstant($0.end, zone: $0.timeZone, source: $0.sourceIndex).date
        }.compactMapValues { entry($0, clock) }
    }

    private static func entry(_ samples: [SleepSample], _ clock: WallClock) -> SleepEntry? {
        let sorted = samples.sorted {
            ($0.start.unixMs, $0.end.unixMs, $0.sourceIndex)
                < ($1.start.unixMs, $1.end.unixMs, $1.sourceIndex)
        }
        func seconds(_ stages: Set<SleepStage>) -> Double {
            Double(
                sorted.reduce(0) {
                    $0 + (stages.contains($1.stage) ? $1.end.unixMs - $1.start.unixMs : 0)
                }) / 1000
        }
        let rem = seconds([.rem])
        let deep = seconds([.deep])
        let core = seconds([.core, .inBed, .unspecified])
        guard rem + deep + core > 0, let first = sorted.first,
            let last = sorted.max(by: { $0.end < $1.end })
        else { return nil }
        return SleepEntry(
            start: clock.civilInstant(first.start, zone: first.timeZone),
            end: clock.civilInstant(last.end, zone: last.timeZone), totalSeconds: rem + deep + core,
            awakeSeconds: seconds([.awake]), remSeconds: rem, coreSeconds: core, deepSeconds: deep,
            unspecifiedSeconds: 0, inBedSeconds: 0, segments: sorted.map(segment),
            sourceIndex: first.sourceIndex)
    }

    private static func segment(_ sample: SleepSample) -> SleepSegment {
        let isCore = sample.stage == .inBed || sample.stage == .unspecified
        return SleepSegment(
            stage: isCore ? .core : sample.stage, startMs: sample.start.unixMs,
            endMs: sample.end.unixMs, sourceIndex: sample.sourceIndex)
    }
}
