package import HealthRecords
package import PhysioTypes

extension RRSeries {
    /// The intervals of segments of beats as one series with gaps between them.
    ///
    /// Intervals are differences of the beats' times. Where at least one beat is missing there is no
    /// interval, and the next one follows a gap, as does the first of each segment. Times count from
    /// the first beat of all.
    ///
    /// - Parameter beatSegments: ascending; one that begins before the end of the one before is left out,
    ///   and so is an interval without length, or one that begins before an earlier beat.
    package init(beatSegments: [BeatSegment]) {
        self.init(beatSegments: beatSegments, counting: { _ in })
    }

    /// - Parameter counting: called with the segment's index for each interval that is added.
    init(beatSegments: [BeatSegment], counting: (Int) -> Void) {
        self.init(startSeconds: 0)
        guard let origin = beatSegments.first?.firstBeatMs else { return }
        var lastBeatMs = Int64.min
        for (index, beatSegment) in beatSegments.enumerated()
        where beatSegment.firstBeatMs >= lastBeatMs {
            let times = beatSegment.ticks.map {
                beatSegment.firstBeatMs + Int64($0) * Int64(BeatSegment.tickMs)
            }
            var isAfterGap = true
            for (beat, (begin, end)) in zip(times, times.dropFirst()).enumerated() {
                let isGap =
                    beat + 1 < beatSegment.isAfterGap.count && beatSegment.isAfterGap[beat + 1]
                guard !isGap, end > begin, begin >= lastBeatMs else {
                    isAfterGap = true
                    lastBeatMs = max(lastBeatMs, begin)
                    continue
                }
                append(
                    intervalMs: Double(end - begin), endSeconds: Double(end - origin) / 1000,
                    marks: isAfterGap ? .afterGap : [])
                isAfterGap = false
                lastBeatMs = end
                counting(index)
            }
            lastBeatMs = max(lastBeatMs, times.last ?? lastBeatMs)
        }
    }
}
