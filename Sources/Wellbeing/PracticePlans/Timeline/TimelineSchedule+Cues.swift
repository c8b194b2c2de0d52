import PhysioTypes
import ResonanceBreathing

extension TimelineSchedule {
    /// Changes of this view in a window, with their sounds.
    func changes(
        in window: TickWindow, _ plan: PracticePlan
    ) -> [(time: Int64, sound: SoundName?)] {
        var changes: [(time: Int64, sound: SoundName?)] = []
        // A part that an input has cut to nothing never begins.
        for part in parts where part.length > 0 && window.contains(part.start) {
            changes.append((part.start, part.sound(plan)))
        }
        if let end = parts.last?.end, window.contains(end) {
            changes.append((end, plan.endSound))
        }
        return changes
    }

    func cues(in window: TickWindow, _ plan: PracticePlan) -> [TickCue] {
        if case .interval = plan { return intervalCues.filter { window.contains($0.time) } }
        var cues = changes(in: window, plan).compactMap { change in
            change.sound.map { TickCue(time: change.time, content: .sound(.named($0))) }
        }
        for part in parts where part.start <= window.endTicks && part.end > window.startTicks {
            switch (plan, part.kind) {
            case (.timer(let plan), .phase1): cues += plan.bells(part, window)
            case (.breathing(let plan), .breathing): cues += plan.cues(part, window)
            default: break
            }
        }
        return cues
    }
}

extension TimelinePart {
    /// The sound with which the part begins.
    func sound(_ plan: PracticePlan) -> SoundName? {
        switch kind {
        case .prepare: plan.kind == .interval ? .leadIn : nil
        case .phase1: .gong
        case .phase2: .gongTriple
        case .breathing: nil
        case .work: .changeToWork
        case .rest: .changeToRest
        }
    }
}

extension PracticePlan {
    /// The sound with which the last part ends. Breathing without tones ends as silently as it went.
    fileprivate var endSound: SoundName? {
        switch self {
        case .timer: .gongEnd
        case .breathing(let plan): plan.cues.contains(.tones) ? .gongEnd : nil
        case .interval: .close
        }
    }
}

extension TimerPlan {
    /// The bells of phase 1 in a window; two of one moment are one.
    fileprivate func bells(_ part: TimelinePart, _ window: TickWindow) -> [TickCue] {
        var times: Set<Int64> = []
        for bell in bells {
            switch bell {
            case .every(let minutes):
                let step = Ticks.of(60 * minutes)
                let first = max(1, (window.startTicks - part.start) / step)
                let last = (min(window.endTicks, part.end) - part.start) / step
                guard first <= last else { continue }
                for number in first...last { times.insert(part.start + number * step) }
            case .at(let minutes): times.insert(part.start + Ticks.of(60 * minutes))
            case .half: if let halfway = part.halfwayOffset { times.insert(part.start + halfway) }
            }
        }
        return times.filter { window.contains($0) && $0 < part.end }
            .map { TickCue(time: $0, content: .sound(.named(.bell))) }
    }
}

extension BreathingPlan {
    /// The cues of the breaths in a window.
    fileprivate func cues(_ part: TimelinePart, _ window: TickWindow) -> [TickCue] {
        let first = max(0, (window.startTicks - part.start) / breathTicks)
        let last = min((window.endTicks - part.start) / breathTicks, part.length / breathTicks - 1)
        guard first <= last else { return [] }
        let breathCues = cuesOfBreath
        return (first...last).flatMap { number in
            let start = part.start + number * breathTicks
            return breathCues.lazy.map { TickCue(time: start + $0.time, content: $0.content) }
                .filter { window.contains($0.time) }
        }
    }

    /// The cues of one breath, from its start.
    private var cuesOfBreath: [TickCue] {
        let cycle = pattern.cycle(startSeconds: 0)
        var found: [TickCue] = []
        for (phase, start) in phaseStarts {
            let duration = cycle.durationSeconds(of: phase)
            if cues.contains(.tones) {
                let tone = PracticeSound.breath(phase, durationSeconds: duration)
                found.append(TickCue(time: start, content: .sound(tone)))
            }
            if cues.contains(.words) {
                found.append(TickCue(time: start, content: .words(PracticePhrase(.of(phase)))))
            }
        }
        if cues.contains(.taps) {
            found += HapticSchedule.taps(of: cycle).map {
                TickCue(time: Ticks.of($0.timeSeconds), content: .tap($0.kind))
            }
        }
        return found
    }
}
