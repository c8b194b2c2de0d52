extension Timeline {
    /// Returns the ranges in which the activity goes on, without its pauses, up to a time;
    /// ascending; s.
    package func runningSpansSeconds(through endSeconds: Double) -> [ClosedRange<Double>] {
        let end = Ticks.of(endSeconds)
        var spans: [ClosedRange<Int64>] = []
        for (index, schedule) in schedules.enumerated() where schedule.mode == .running {
            let next = index + 1 < schedules.count ? schedules[index + 1].from : Int64.max
            let endTicks = min(next, schedule.parts.last?.end ?? schedule.from, end)
            guard endTicks > schedule.from else { continue }
            if let last = spans.last, last.upperBound == schedule.from {
                spans[spans.count - 1] = last.lowerBound...endTicks
            } else {
                spans.append(schedule.from...endTicks)
            }
        }
        return spans.map { Ticks.seconds($0.lowerBound)...Ticks.seconds($0.upperBound) }
    }
}
