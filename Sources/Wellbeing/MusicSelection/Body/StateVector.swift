/// A source from which a state was estimated.
package enum StateSource: String, Sendable, Hashable, CaseIterable, Comparable {
    case heartRate, hrv, motion, desktop, calendar, timeOfDay, manualMood, historicalPattern

    package static func < (a: StateSource, b: StateSource) -> Bool { a.rank < b.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// State of a person's body and mind, as far as a heart, a clock and their own word show it; all 0 to 1.
package struct StateVector: Sendable, Hashable {
    /// The time of the estimate; s since 1970, UTC.
    package var timeSeconds: Double
    /// The position of the heart rate between rest (0) and the highest (1), with a share of its
    /// slope.
    package var arousal: Double
    /// 1 - .6 times the heart rate variability over its baseline, with a share of its slope.
    package var stress: Double
    /// .6 arousal + .4 (1 - stress), blended with a mood and with the hour's pattern.
    package var energy: Double
    package var focus: Double
    package var valence: Double
    /// Mean of both confidences below.
    package var confidence: Double
    package var arousalConfidence: Double
    package var stressConfidence: Double
    /// The energy of which a pattern is the mean: before the pattern is blended in.
    package var energyBeforePattern: Double
    /// The sources, in the order of ``StateSource``, each at most once.
    package var sources: [StateSource]

    package init(
        timeSeconds: Double, arousal: Double = 0.5, stress: Double = 0.5, energy: Double = 0.5,
        focus: Double = 0.5, valence: Double = 0.5, confidence: Double = 0,
        arousalConfidence: Double = 0, stressConfidence: Double = 0,
        energyBeforePattern: Double? = nil, sources: [StateSource] = []
    ) {
        self.timeSeconds = timeSeconds
        self.arousal = arousal
        self.stress = stress
        self.energy = energy
        self.focus = focus
        self.valence = valence
        self.confidence = confidence
        self.arousalConfidence = arousalConfidence
        self.stressConfidence = stressConfidence
        self.energyBeforePattern = energyBeforePattern ?? energy
        self.sources = sources
    }

    /// The state of a person without data.
    package static func unknown(timeSeconds: Double) -> StateVector {
        StateVector(timeSeconds: timeSeconds)
    }
}
