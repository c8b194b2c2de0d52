/// A part of an activity as it went.
package struct PracticePart: Sendable, Hashable {
    package enum Name: Sendable, Hashable {
        case prepare, phase1, phase2, breathing
        /// Number of the round, from 1.
        case work(Int)
        /// Number of the work before it.
        case rest(Int)
    }

    package let name: Name
    /// The time ranges of the part, without pauses; s on the clock of the timeline; ascending, none
    /// empty.
    package let segments: [ClosedRange<Double>]

    package init(name: Name, segments: [ClosedRange<Double>]) {
        (self.name, self.segments) = (name, segments)
    }
}

extension Timeline {
    /// The parts of the newest activity that have begun before a time, in order, each up to that time.
    ///
    /// - Complexity: O(i p) for i inputs and p parts.
    package func parts(through time: Double) -> [PracticePart] {
        var parts: [PracticePart] = []
        for case .part(let kind, let range) in runs(until: Ticks.of(time)) {
            let name = PracticePart.Name(kind)
            let segment = Ticks.seconds(range.lowerBound)...Ticks.seconds(range.upperBound)
            var segments: [ClosedRange<Double>] = []
            if parts.last?.name == name { segments = parts.removeLast().segments }
            if let last = segments.last, last.upperBound == segment.lowerBound {
                // An input that pauses nothing does not part it.
                segments[segments.count - 1] = last.lowerBound...segment.upperBound
            } else {
                segments.append(segment)
            }
            parts.append(PracticePart(name: name, segments: segments))
        }
        return parts
    }

    /// A part or a pause in a window of time; ticks.
    enum TimelineInterval {
        case part(TimelinePart.Kind, Range<Int64>)
        case pause(Range<Int64>)
    }

    /// Returns the parts and the pauses from the newest start to a time, in order; none is empty.
    func runs(until now: Int64) -> [TimelineInterval] {
        var runs: [TimelineInterval] = []
        let first = schedules.lastIndex { $0.from <= now && ($0.mode == .idle || $0.isStart) } ?? 0
        for index in first..<schedules.count where schedules[index].from < now {
            let schedule = schedules[index]
            let endTicks = min(now, index + 1 < schedules.count ? schedules[index + 1].from : now)
            switch schedule.mode {
            case .paused:
                if schedule.from < endTicks { runs.append(.pause(schedule.from..<endTicks)) }
            case .running:
                for part in schedule.parts {
                    let (from, to) = (max(schedule.from, part.start), min(endTicks, part.end))
                    if from < to { runs.append(.part(part.kind, from..<to)) }
                }
            case .idle, .ended: break
            }
        }
        return runs
    }
}

extension TimelineSchedule {
    /// True if an activity begins with this view.
    fileprivate var isStart: Bool { startsPart && parts.first?.start == from }
}

extension PracticePart.Name {
    init(_ kind: TimelinePart.Kind) {
        self =
            switch kind {
            case .prepare: .prepare
            case .phase1: .phase1
            case .phase2: .phase2
            case .breathing: .breathing
            case .work(let round): .work(round)
            case .rest(let round): .rest(round)
            }
    }

    /// One word for programs.
    package var word: String {
        switch self {
        case .prepare: "prepare"
        case .phase1: "phase1"
        case .phase2: "phase2"
        case .breathing: "breathing"
        case .work: "work"
        case .rest: "rest"
        }
    }

    /// Number of the round of a workout; nil of other parts.
    package var round: Int? {
        switch self {
        case .work(let round), .rest(let round): round
        case .prepare, .phase1, .phase2, .breathing: nil
        }
    }
}
