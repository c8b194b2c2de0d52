/// The table of inputs.
extension TimelineSchedule {
    /// Returns the result of an input, and what it changes.
    ///
    /// - Returns: the view from now on; nil where nothing changes.
    func applying(
        _ input: PracticeInput, at now: Int64, _ plan: PracticePlan
    ) -> (InputResult, TimelineSchedule?) {
        guard let index = index(at: now) else {
            guard input == .start else { return (.notRunning, nil) }
            return acceptedResult(now, plan.parts(start: now), startsPart: true, plan)
        }
        switch input {
        case .start: return (.conflict, nil)
        case .pause:
            guard !isPaused else { return (.noEffect, nil) }
            return (.accepted, TimelineSchedule(from: now, .paused(at: now), parts, plan: plan))
        case .resume:
            guard isPaused else { return (.noEffect, nil) }
            return acceptedResult(now, partsAfterPause(now, index), plan)
        case .next: return next(now, index, plan)
        case .extend(let minutes): return extend(minutes, now, index, plan)
        case .end:
            let isCancelled = parts[index].kind == .prepare
            return (
                .accepted,
                TimelineSchedule(from: now, .ended(isCancelled: isCancelled), parts, plan: plan)
            )
        case .cancel:
            return (
                .accepted, TimelineSchedule(from: now, .ended(isCancelled: true), parts, plan: plan)
            )
        }
    }

    private func acceptedResult(
        _ now: Int64, _ parts: [TimelinePart], startsPart: Bool = false, _ plan: PracticePlan
    ) -> (InputResult, TimelineSchedule?) {
        (
            .accepted,
            TimelineSchedule(from: now, .running, parts, startsPart: startsPart, plan: plan)
        )
    }

    /// The parts after a pause, if there is one: ends move by it.
    private func partsAfterPause(_ now: Int64, _ index: Int) -> [TimelinePart] {
        var parts = parts
        parts.delay(from: index, by: now - moment(at: now))
        return parts
    }

    private func next(
        _ now: Int64, _ index: Int, _ plan: PracticePlan
    ) -> (InputResult, TimelineSchedule?) {
        var parts = partsAfterPause(now, index)
        guard parts[index].kind == .breathing, case .breathing(let breathing) = plan else {
            parts.truncate(index, at: now)
            return acceptedResult(now, parts, startsPart: true, plan)
        }
        let breaths = (now - parts[index].start) / breathing.breathTicks + 1
        let length = breaths * breathing.breathTicks
        guard length < parts[index].length || isPaused else { return (.noEffect, nil) }
        parts[index].length = length
        return acceptedResult(now, parts, plan)
    }

    private func extend(
        _ minutes: Double, _ now: Int64, _ index: Int, _ plan: PracticePlan
    ) -> (InputResult, TimelineSchedule?) {
        if case .interval = plan { return (.conflict, nil) }
        // Before the first phase it is that one which becomes longer.
        let extendedIndex = parts[index].kind == .prepare ? index + 1 : index
        guard !parts[extendedIndex].isOpen, PracticeInput.minutes.values.contains(minutes) else {
            return (.noEffect, nil)
        }
        var parts = parts
        var addedTicks = Ticks.of(60 * minutes)
        if case .breathing(let plan) = plan {
            addedTicks = (addedTicks + plan.breathTicks - 1) / plan.breathTicks * plan.breathTicks
        }
        let length = parts[extendedIndex].length + addedTicks
        if let halfway = parts[extendedIndex].halfwayOffset,
            parts[extendedIndex].start + halfway > moment(at: now)
        {
            parts[extendedIndex].halfwayOffset = length / 2
        }
        parts[extendedIndex].length = length
        parts.realign(after: extendedIndex)
        return (.accepted, TimelineSchedule(from: now, mode, parts, plan: plan))
    }
}
