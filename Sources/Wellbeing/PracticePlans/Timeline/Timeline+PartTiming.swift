extension Timeline {
    /// The part that goes on, such as a phase or a round.
    package struct PartTiming: Sendable, Equatable {
        /// nil for one without an end; s.
        package let lengthSeconds: Double?
        /// The end if no input comes, on the clock of the timeline; nil for a part without an end;
        /// s.
        package let endSeconds: Double?
    }

    /// The part at a time; nil before the first one and after the last.
    package func part(at time: Double) -> PartTiming? {
        let now = Ticks.of(time)
        let schedule = schedule(at: now)
        guard let index = schedule.index(at: now) else { return nil }
        let part = schedule.parts[index]
        guard !part.isOpen else { return PartTiming(lengthSeconds: nil, endSeconds: nil) }
        return PartTiming(
            lengthSeconds: Ticks.seconds(part.length),
            endSeconds: Ticks.seconds(part.end + now - schedule.moment(at: now)))
    }
}
