extension Timeline {
    /// The part that goes on, such as a phase or a round.
    package struct Part: Sendable, Equatable {
        /// nil for one without an end; s.
        package let lengthSeconds: Double?
        /// When it ends if no input comes, on the clock of the timeline; nil for one without an end; s.
        package let endSeconds: Double?
    }

    /// The part at a time; nil before the first one and after the last.
    package func part(at time: Double) -> Part? {
        let now = Ticks.of(time)
        let view = view(at: now)
        guard let index = view.index(at: now) else { return nil }
        let part = view.parts[index]
        guard !part.isOpen else { return Part(lengthSeconds: nil, endSeconds: nil) }
        return Part(
            lengthSeconds: Ticks.seconds(part.length),
            endSeconds: Ticks.seconds(part.end + now - view.moment(at: now)))
    }
}
