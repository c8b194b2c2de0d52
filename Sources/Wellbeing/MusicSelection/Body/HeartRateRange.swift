/// Heart rates at rest and at most, between which arousal is measured.
package struct HeartRateRange: Sendable, Hashable {
    /// The origin of the rate at rest.
    package enum Origin: String, Sendable, Hashable, CaseIterable {
        case setting, measured, imported, assumed
    }

    /// A narrower range is refused; beats in a minute.
    package static let minSpanBpm = 30.0
    /// Assumed rate at rest of a person without data; beats in a minute.
    package static let assumedRestBpm = 60.0
    /// Age of a person who has not said it; years.
    package static let assumedAgeYears = 30.0

    package let restBpm: Double
    package let maxBpm: Double
    package let origin: Origin

    /// nil where the highest rate is not 30/min or more above the rate at rest.
    package init?(restBpm: Double, maxBpm: Double, origin: Origin = .setting) {
        guard restBpm.isFinite, maxBpm.isFinite, restBpm > 0,
            maxBpm - restBpm >= Self.minSpanBpm
        else { return nil }
        self.restBpm = restBpm
        self.maxBpm = maxBpm
        self.origin = origin
    }

    /// The highest heart rate at an age: 220 less the years.
    package static func maxBpm(ageYears: Double?) -> Double { 220 - (ageYears ?? assumedAgeYears) }

    /// Returns the position of a rate between rest (0) and the highest (1), not clamped.
    func ratio(_ bpm: Double) -> Double { (bpm - restBpm) / (maxBpm - restBpm) }
}
