/// The distance that paces of a workout are given for.
package struct PaceUnit: Sendable, Hashable {
    package let metres: Double
    /// `km`, `100 m`.
    package let text: String
}

extension WorkoutEntry {
    /// Kilometre or mile; 100 m or yards of swimming, and 500 m of rowing.
    ///
    /// - Returns: nil for a workout of several sports, which has no pace.
    package func paceUnit(_ units: TimelineOptions.Units) -> PaceUnit? {
        let isMetric = units == .metric
        let words = WorkoutActivity.words(ofType: type)
        if ["Swim Bike Run", "Multisport"].contains(words) { return nil }
        if activity == .swimming {
            return isMetric
                ? PaceUnit(metres: 100, text: "100 m") : PaceUnit(metres: 91.44, text: "100 yd")
        }
        if words.contains("Rowing") { return PaceUnit(metres: 500, text: "500 m") }
        return isMetric
            ? PaceUnit(metres: SplitUnit.kilometre.metres, text: "km")
            : PaceUnit(metres: SplitUnit.mile.metres, text: "mi")
    }
}

extension Split {
    /// The index; of the rest at the end its length: `last 0.4 km`.
    package func label(_ units: TimelineOptions.Units, _ language: TimelineLanguage) -> String {
        guard isPartial else { return String(index) }
        guard let distanceMetres else { return language.pick("last part", "letzter Teil") }
        let (unit, name) = units == .metric ? (SplitUnit.kilometre, "km") : (.mile, "mi")
        let length = distanceMetres / unit.metres
        let text =
            if length >= 0.1 {
                "\(CellNumberFormat.text(length, decimals: 1, language)) \(name)"
            } else if units == .metric {
                "\(CellNumberFormat.text(distanceMetres)) m"
            } else {
                "\(CellNumberFormat.text(distanceMetres / 0.9144)) yd"
            }
        return language.pick("last \(text)", "letzte \(text)")
    }
}
