import HealthRecords
import PhysioTypes

/// Heart rates during a workout, from single readings.
///
/// A reading holds until the next one, at most 10 s, and only while the timer runs; readings in a pause
/// are left out.
struct WorkoutHeartRate: Sendable {
    /// Longest time for which a reading holds; ms.
    static let maxReadingDurationMs: Int64 = 10_000

    /// A reading.
    struct Reading: Sendable, Hashable {
        let timeMs: Int64
        let bpm: Double
    }

    /// Ascending; inside the workout, from its start until before its end.
    let readings: [Reading]
    private let timerTime: TimerTime

    /// - Parameter readings: ascending; those outside the workout are left out.
    init(_ readings: [Reading], timerTime: TimerTime) {
        self.readings = readings.filter { timerTime.range.contains($0.timeMs) }
        self.timerTime = timerTime
    }

    /// Mean weighted by the time that each reading holds, and the highest reading, in a part of the
    /// workout. A reading from before the part counts for as long as it holds in it.
    ///
    /// - Returns: nil where no reading of the part holds for any time.
    func statistics(in part: Range<Int64>) -> (averageBpm: Double, maximumBpm: Double)? {
        let first = readings.partitioningIndex {
            $0.timeMs > part.lowerBound - Self.maxReadingDurationMs
        }
        var weight = 0.0
        var sum = 0.0
        var highest = 0.0
        for index in first..<readings.count where readings[index].timeMs < part.upperBound {
            let reading = readings[index]
            guard timerTime.spans.contains(reading.timeMs) else { continue }
            let next = index + 1 < readings.count ? readings[index + 1].timeMs : .max
            let end = min(next, reading.timeMs + Self.maxReadingDurationMs, part.upperBound)
            let begin = max(reading.timeMs, part.lowerBound)
            let seconds = timerTime.seconds(in: begin..<max(begin, end))
            guard seconds > 0 else { continue }
            weight += seconds
            sum += seconds * reading.bpm
            highest = max(highest, reading.bpm)
        }
        return weight > 0 ? (sum / weight, highest) : nil
    }
}
