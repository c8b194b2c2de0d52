import HealthRecords
import PhysioTypes

/// The time in which the timer of a workout runs.
struct TimerTime: Sendable {
    /// The spans from start to end, without the pauses.
    let spans: TimeSpans
    let range: Range<Int64>

    init(_ workout: HealthWorkout) {
        range = workout.start.unixMs..<max(workout.start.unixMs, workout.end.unixMs)
        let pauses = workout.pauses.map { $0.startMs..<max($0.startMs, $0.endMs) }
        spans = TimeSpans([range]).subtracting(TimeSpans(pauses))
    }

    /// Time that the timer runs in a range; s.
    func seconds(in range: Range<Int64>) -> Double {
        Double(spans.clamped(to: range).totalMs) / 1000
    }

    var seconds: Double { Double(spans.totalMs) / 1000 }
}
