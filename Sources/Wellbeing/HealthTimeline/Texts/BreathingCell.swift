package import PhysioTypes

/// The texts of a breathing session in the timeline.
package struct BreathingCell: Sendable, Hashable {
    /// `Breathing`.
    package let name: String
    /// `18:44`; with the offset where that is not the one at home.
    package let start: String
    /// `10m`.
    package let duration: String
    /// `64 % coherence`; nil where it has none.
    package let coherence: String?
    /// `5.5 br/min`; nil where it has none.
    package let rate: String?

    package init(_ session: BreathingEntry, homeZone: ZoneRules, _ language: TimelineLanguage) {
        name = language.pick("Breathing", "Atmung")
        start = session.start.text(homeZone: homeZone)
        duration = CellNumberFormat.duration(session.durationSeconds, language)
        coherence = session.coherencePercent.map {
            let value = CellNumberFormat.text($0)
            return language.pick("\(value) % coherence", "\(value) % Kohärenz")
        }
        rate = session.breathsPerMinute.map {
            let value = CellNumberFormat.text($0, decimals: 1, language)
            return "\(value) \(language.pick("br/min", "Atemzüge/min"))"
        }
    }
}
