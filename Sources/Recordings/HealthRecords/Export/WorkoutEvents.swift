/// The events of a workout, or of an activity in it: pauses, laps and segments.
struct WorkoutEvents {
    /// Laps and segments, in the order of the file.
    private(set) var parts: [WorkoutPart] = []
    /// Moments at which the timer was stopped and started, in the order of the file.
    private var switches: [(startMs: Int64, isPause: Bool)] = []

    var isEmpty: Bool { parts.isEmpty && switches.isEmpty }

    mutating func add(
        _ attributes: XMLAttributes, _ numbers: inout WorkoutNumbers, _ offsets: inout Set<Int>
    ) {
        let prefix: StaticString = "HKWorkoutEventType"
        guard let type = attributes.value("type"), type.hasPrefix(prefix),
            let date = attributes.value("date").flatMap(HealthDate.instant)
        else { return }
        offsets.insert(date.writtenOffsetMinutes)
        let name = type.dropFirst(prefix.utf8CodeUnitCount)
        if name == "Pause" || name == "Resume" {
            switches.append((date.unixMs, name == "Pause"))
        } else if name == "Lap" || name == "Segment" {
            let seconds = numbers.seconds(attributes).flatMap { $0 > 0 ? $0 : nil }
            let endMs = seconds.map { date.unixMs + Int64(($0 * 1000).rounded()) }
            parts.append(
                WorkoutPart(
                    name == "Lap" ? .lap : .segment, startMs: date.unixMs, endMs: endMs,
                    durationSeconds: seconds))
        }
    }

    /// Adds the events of an activity that follows.
    mutating func add(_ later: WorkoutEvents) {
        parts += later.parts
        switches += later.switches
    }

    /// The times in which the timer stood still, by time: each from a pause to the next resumption, the last one to
    /// the end of the workout where it was not resumed.
    ///
    /// - Parameter endMs: of the workout.
    func pauses(until endMs: Int64) -> [WorkoutPause] {
        var pauses: [WorkoutPause] = []
        var pausedMs: Int64?
        for event in switches.sorted(by: { $0.startMs < $1.startMs }) {
            if event.isPause {
                pausedMs = pausedMs ?? event.startMs
            } else if let startMs = pausedMs {
                if event.startMs > startMs {
                    pauses.append(WorkoutPause(startMs: startMs, endMs: event.startMs))
                }
                pausedMs = nil
            }
        }
        if let startMs = pausedMs, endMs > startMs {
            pauses.append(WorkoutPause(startMs: startMs, endMs: endMs))
        }
        return pauses
    }
}
