/// A sit: time to get ready, a first phase with bells, and a second one to come back in.
package struct TimerPlan: Sendable, Hashable {
    /// Time at which a bell rings within the first phase.
    package enum Bell: Sendable, Hashable {
        /// Rings again and again, at intervals of so many minutes.
        case every(minutes: Double)
        /// Once, so many minutes after the phase began.
        case at(minutes: Double)
        /// The moment at which half of the phase is over.
        case half
    }

    package static let defaultPhase1Seconds = 900.0
    package static let defaultPhase2Seconds = 180.0

    static let phase1Range = PlanRange<Double>(1...86_400, "1 to 86400 s, or null for an open end")
    static let phase2Range = PlanRange<Double>(0...86_400, "0 to 86400 s")
    static let bellMinutes = PlanRange(0.1...1440, "0.1 to 1440 min")
    static let bellCounts = PlanRange(0...20, "at most 20 bells")

    package let prepareSeconds: Double
    /// nil: the phase lasts until it is ended.
    package let phase1Seconds: Double?
    package let phase2Seconds: Double
    /// A bell that falls on the start or the end of the phase, or after it, does not ring.
    package let bells: [Bell]

    /// - Throws: ``PlanError`` for the first value outside its range; half of an open phase is one.
    package init(
        prepareSeconds: Double = 0, phase1Seconds: Double? = defaultPhase1Seconds,
        phase2Seconds: Double = defaultPhase2Seconds, bells: [Bell] = []
    ) throws(PlanError) {
        try PlanRange<Double>.prepareSecondsRange.check(prepareSeconds, "prepare")
        if let phase1Seconds { try Self.phase1Range.check(phase1Seconds, "phase1") }
        try Self.phase2Range.check(phase2Seconds, "phase2")
        try Self.bellCounts.check(bells.count, "bells")
        for bell in bells {
            switch bell {
            case .every(let minutes): try Self.bellMinutes.check(minutes, "every")
            case .at(let minutes): try Self.bellMinutes.check(minutes, "at")
            case .half:
                guard phase1Seconds != nil else {
                    throw PlanError(
                        field: "half", range: "a bell of a phase 1 that has an end",
                        found: "a bell of an open one")
                }
            }
        }
        self.prepareSeconds = prepareSeconds
        self.phase1Seconds = phase1Seconds
        self.phase2Seconds = phase2Seconds
        self.bells = bells
    }

    /// Bells that ring never: they fall on the end of the phase, or after it.
    package var silentBells: [Bell] {
        guard let phase1Seconds else { return [] }
        return bells.filter { bell in
            switch bell {
            case .every(let minutes), .at(let minutes): minutes * 60 >= phase1Seconds
            case .half: false
            }
        }
    }

    /// The length from the start to the planned end; s; nil where phase 1 is open.
    package var lengthSeconds: Double? {
        phase1Seconds.map { prepareSeconds + $0 + phase2Seconds }
    }
}
