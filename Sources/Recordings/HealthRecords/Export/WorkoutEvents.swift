/// The events of a workout, or of an activity in it: pauses, laps and segments.
struct WorkoutEvents {
    /// Laps and segments, in the order of the file.
    private(set) var parts: [WorkoutPart] = []
    /// Moments at which the timer was stopped and started, in the order of the file.
    private var timerEvents: [(startMs: Int64, isPause: Bool)] = []

    var isEmpty: Bool { parts.isEmpty && timerEvents.isEmpty }

    mutating func add(
        _ attributes: XMLAttributes, _ numbers: inout WorkoutNumberParser,
        _ writtenOffsets: inout Set<Int>
    ) {
        let prefix: StaticString = "HKWorkoutEventType"
        guard let type = attributes.value("type"), type.hasPrefix(prefix),
            let date = attributes.value("date").flatMap(HealthDate.instant)
        else { return }
        writtenOffsets.insert(date.writtenOffsetMinutes)
        let name = type.dropFirst(prefix.utf8CodeUnitCount)
        if name == "Pause" || name == "Resume" {
            timerEvents.append((date.unixMs, name == "Pause"))
        } else if name == "Lap" || name == "Segment" {
            let durationSeconds = numbers.durationSeconds(attributes).flatMap { $0 > 0 ? $0 : nil }
            let endMs = durationSeconds.map { date.unixMs + Int64(($0 * 1000).rounded()) }
            parts.append(
                WorkoutPart(
                    name == "Lap" ? .lap : .segment, startMs: date.unixMs, endMs: endMs,
                    durationSeconds: durationSeconds))
        }
    }

    /// Adds the events of an activity that follows.
    mutating func add(_ laterEvents: WorkoutEvents) {
        parts += laterEvents.parts
        timerEvents += laterEvents.timerEvents
    }

    /// The times in which the timer stood still, by time: each from a pause to the next resumption, the last one to
    /// the end of the workout where it was not resumed.
    ///
    /// - Parameter endMs: of the workout.
    func pauses(until endMs: Int64) -> [WorkoutPause] {
        var pauses: [WorkoutPause] = []
        var pauseStartMs: Int64?
        for event in timerEvents.sorted(by: { $0.startMs < $1.startMs }) {
            if event.isPause {
                pauseStartMs = pauseStartMs ?? event.startMs
            } else if let startMs = pauseStartMs {
                if event.startMs > startMs {
                    pauses.append(WorkoutPause(startMs: startMs, endMs: event.startMs))
                }
                pauseStartMs = nil
            }
        }
        if let startMs = pauseStartMs, endMs > startMs {
            pauses.append(WorkoutPause(startMs: startMs, endMs: endMs))
        }
        return pauses
    }
}
