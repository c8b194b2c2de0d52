/// The table of inputs.
extension TimelineView {
    /// What an input changes.
    ///
    /// - Returns: the view from now on; nil where nothing changes.
    func after(
        _ input: PracticeInput, at now: Int64, _ plan: PracticePlan
    ) -> (InputResult, TimelineView?) {
        guard let index = index(at: now) else {
            guard input == .start else { return (.notRunning, nil) }
            return accepted(now, plan.parts(start: now), isEntry: true, plan)
        }
        switch input {
        case .start: return (.conflict, nil)
        case .pause:
            guard !isPaused else { return (.noEffect, nil) }
            return (.accepted, TimelineView(from: now, .paused(at: now), parts, plan: plan))
        case .resume:
            guard isPaused else { return (.noEffect, nil) }
            return accepted(now, resumed(now, index), plan)
        case .next: return next(now, index, plan)
        case .extend(let minutes): return extend(minutes, now, index, plan)
        case .end:
            let isCancelled = parts[index].kind == .prepare
            return (
                .accepted,
                TimelineView(from: now, .ended(isCancelled: isCancelled), parts, plan: plan)
            )
        case .cancel:
            return (
                .accepted, TimelineView(from: now, .ended(isCancelled: true), parts, plan: plan)
            )
        }
    }

    private func accepted(
        _ now: Int64, _ parts: [TimelinePart], isEntry: Bool = false, _ plan: PracticePlan
    ) -> (InputResult, TimelineView?) {
        (.accepted, TimelineView(from: now, .running, parts, isEntry: isEntry, plan: plan))
    }

    /// The parts after a pause, if there is one: ends move by it.
    private func resumed(_ now: Int64, _ index: Int) -> [TimelinePart] {
        var parts = parts
        parts.move(from: index, by: now - moment(at: now))
        return parts
    }

    private func next(
        _ now: Int64, _ index: Int, _ plan: PracticePlan
    ) -> (InputResult, TimelineView?) {
        var parts = resumed(now, index)
        guard parts[index].kind == .breathing, case .breathing(let breathing) = plan else {
            parts.cut(index, at: now)
            return accepted(now, parts, isEntry: true, plan)
        }
        let breaths = (now - parts[index].start) / breathing.breath + 1
        let length = breaths * breathing.breath
        guard length < parts[index].length || isPaused else { return (.noEffect, nil) }
        parts[index].length = length
        return accepted(now, parts, plan)
    }

    private func extend(
        _ minutes: Double, _ now: Int64, _ index: Int, _ plan: PracticePlan
    ) -> (InputResult, TimelineView?) {
        if case .interval = plan { return (.conflict, nil) }
        // Before the first phase it is that one which becomes longer.
        let longer = parts[index].kind == .prepare ? index + 1 : index
        guard !parts[longer].isOpen, PracticeInput.minutes.values.contains(minutes) else {
            return (.noEffect, nil)
        }
        var parts = parts
        var more = Ticks.of(60 * minutes)
        if case .breathing(let plan) = plan {
            more = (more + plan.breath - 1) / plan.breath * plan.breath
        }
        let length = parts[longer].length + more
        if let middle = parts[longer].middle, parts[longer].start + middle > moment(at: now) {
            parts[longer].middle = length / 2
        }
        parts[longer].length = length
        parts.follow(after: longer)
        return (.accepted, TimelineView(from: now, mode, parts, plan: plan))
    }
}
