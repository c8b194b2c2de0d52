/// A person's statement of how they feel: their mood, their energy, or both.
package struct MoodEntry: Sendable, Hashable {
    /// The time for which an entry counts; s.
    package static let maxAgeSeconds = 900.0
    package static let levels = 1...5

    /// The time of the statement; s since 1970, UTC.
    package var timeSeconds: Double
    /// 0 (bad) to 1 (good); nil where only the energy was said.
    package var mood: Double?
    /// 0 (tired) to 1 (full of energy); nil where only the mood was said.
    package var energy: Double?

    package init(timeSeconds: Double, mood: Double? = nil, energy: Double? = nil) {
        func valid(_ value: Double) -> Double { value.isFinite ? clamped(value) : 0.5 }
        self.timeSeconds = timeSeconds
        self.mood = mood.map(valid)
        self.energy = energy.map(valid)
    }

    /// Five levels each, 1 to 5: (level - 1)/4.
    package init(timeSeconds: Double, moodLevel: Int?, energyLevel: Int?) {
        func value(_ level: Int) -> Double { Double(level - 1) / 4 }
        self.init(
            timeSeconds: timeSeconds, mood: moodLevel.map(value), energy: energyLevel.map(value))
    }

    /// The newest mood and the newest energy that count at a moment; each stays until it is too old, whatever is said of
    /// the other.
    package static func current(
        _ entries: [MoodEntry], atSeconds now: Double
    ) -> (mood: Double?, energy: Double?) {
        let freshEntries = entries.filter {
            $0.timeSeconds <= now && now - $0.timeSeconds < maxAgeSeconds
        }
        .sorted { $0.timeSeconds < $1.timeSeconds }
        return (
            freshEntries.last { $0.mood != nil }?.mood,
            freshEntries.last { $0.energy != nil }?.energy
        )
    }
}

/// A request for more or less energy, by the up and down keys of the music view.
package struct EnergyNudge: Sendable, Hashable {
    /// The change that one press adds.
    package static let step = 0.1
    /// The time that a nudge lasts; s. A choice of our own.
    package static let maxAgeSeconds = 900.0

    /// The last press; s since 1970, UTC.
    package var timeSeconds: Double
    /// -1 to 1.
    package var value: Double

    package init(timeSeconds: Double, value: Double) {
        self.timeSeconds = timeSeconds
        self.value = value.isFinite ? min(1, max(-1, value)) : 0
    }

    package static let none = EnergyNudge(timeSeconds: -.infinity, value: 0)

    /// The nudge after one more press: of the up key (1) or the down key (-1).
    package func stepped(_ direction: Double, atSeconds now: Double) -> EnergyNudge {
        EnergyNudge(timeSeconds: now, value: value(atSeconds: now) + Self.step * direction)
    }

    /// The value at a time: 0 before the press and from 15 min after it.
    package func value(atSeconds now: Double) -> Double {
        now >= timeSeconds && now - timeSeconds < Self.maxAgeSeconds ? value : 0
    }
}

/// The usual energy of a weekday and hour: the mean of the energies before this very step, over 8 weeks.
package struct EnergyPattern: Sendable, Hashable {
    /// The time before now whose estimates count; s.
    package static let lookbackSeconds = 56 * 86_400.0
    /// The number of estimates below which there is no pattern. A choice of our own.
    package static let minEstimateCount = 6
    /// The number of days below which there is no pattern. A choice of our own.
    package static let minDayCount = 2

    /// Mean of ``StateVector/energyBeforePattern``; 0 to 1.
    package var meanEnergy: Double
    package var estimateCount: Int
    package var dayCount: Int

    package init(meanEnergy: Double, estimateCount: Int, dayCount: Int) {
        self.meanEnergy = meanEnergy
        self.estimateCount = estimateCount
        self.dayCount = dayCount
    }

    package var isUsable: Bool {
        meanEnergy.isFinite && estimateCount >= Self.minEstimateCount
            && dayCount >= Self.minDayCount
    }
}
