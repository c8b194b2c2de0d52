/// The tempo and energy that the next song should have.
package struct SongTarget: Sendable, Hashable {
    /// 50 to 180 beats in a minute.
    package let bpm: Double
    /// (bpm - 50)/130, 0 to 1. A choice of our own.
    package let energy: Double

    static let bpmRange = 50.0...180.0

    /// The need's range at the energy, lower by 10 for a calm song and a fast heart, at most 100 at night.
    ///
    /// - Parameter energy: the state's energy with the nudge, 0 to 1.
    package init(
        need: MusicNeed, energy: Double, arousal: Double, hour: Int,
        preferences: SelectionPreferences = SelectionPreferences()
    ) {
        let range = Self.range(need)
        var bpm = range.lowerBound + energy * (range.upperBound - range.lowerBound)
        if need == .calm && arousal > 0.6 { bpm -= 10 }
        if preferences.isNight(hour) { bpm = min(bpm, preferences.maxNightBpm) }
        self.bpm = min(Self.bpmRange.upperBound, max(Self.bpmRange.lowerBound, bpm))
        self.energy =
            (self.bpm - Self.bpmRange.lowerBound)
            / (Self.bpmRange.upperBound - Self.bpmRange.lowerBound)
    }

    static func range(_ need: MusicNeed) -> ClosedRange<Double> {
        switch need {
        case .energize: 120...160
        case .calm: 60...90
        case .focus: 80...110
        case .maintain: 90...130
        case .transition: 100...120
        }
    }
}

/// The tempos and energies that fit a context. All are choices of our own.
package struct ContextRange: Sendable, Hashable {
    package let bpm: ClosedRange<Double>
    package let energy: ClosedRange<Double>

    /// nil for the unknown context.
    package init?(_ context: MusicContext) {
        switch context {
        case .workout: (bpm, energy) = (120...180, 0.6...1)
        case .postWorkout, .relaxation: (bpm, energy) = (60...100, 0.1...0.5)
        case .work: (bpm, energy) = (80...120, 0.2...0.6)
        case .deepWork: (bpm, energy) = (60...110, 0.1...0.5)
        case .commute: (bpm, energy) = (90...140, 0.4...0.8)
        case .preSleep: (bpm, energy) = (50...80, 0...0.3)
        case .morning: (bpm, energy) = (80...120, 0.3...0.6)
        case .social: (bpm, energy) = (100...130, 0.5...0.9)
        case .unknown: return nil
        }
    }

    /// 1 inside the range, falling to 0 at 30/min outside.
    @inline(__always) func fit(bpm value: Double) -> Double {
        Self.fit(value, bpm, falling: 30)
    }

    /// 1 inside the range, falling to 0 at .3 outside.
    @inline(__always) func fit(energy value: Double) -> Double {
        Self.fit(value, energy, falling: 0.3)
    }

    @inline(__always) private static func fit(
        _ value: Double, _ range: ClosedRange<Double>, falling: Double
    ) -> Double {
        let outsideDistance = max(0, range.lowerBound - value, value - range.upperBound)
        return max(0, 1 - outsideDistance / falling)
    }
}
