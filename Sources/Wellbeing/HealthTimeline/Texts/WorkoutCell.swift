package import PhysioTypes

/// The texts of a workout in the timeline. What the workout does not have is nil, and left out.
package struct WorkoutCell: Sendable, Hashable {
    /// Names the icon.
    package let activity: WorkoutActivity
    /// `TimelineInterval`.
    package let name: String
    /// The type in words, under the name `Workout` alone.
    package let type: String?
    /// `18:44`; with the offset, as `18:44 (+05:45)`, where that is not the one at home.
    package let start: String
    /// `42m` or `1h 5m`.
    package let duration: String
    /// `350 kcal`.
    package let energy: String?
    /// `5.20 km`, or below 1000 m `800 m`.
    package let distance: String?
    /// `142 bpm avg`.
    package let heartRate: String?
    /// `1 split`, `4 splits`; nil for none.
    package let splits: String?

    /// - Parameter units: with imperial ones a distance is in miles, `3.23 mi`, at any length.
    package init(
        _ workout: WorkoutEntry, homeZone: ZoneRules, units: TimelineOptions.Units = .metric,
        _ language: TimelineLanguage
    ) {
        activity = workout.activity
        name = workout.activity.name(language)
        type = workout.activity == .workout ? WorkoutActivity.words(ofType: workout.type) : nil
        start = workout.start.text(homeZone: homeZone)
        duration = CellNumberFormat.duration(workout.durationSeconds, language)
        energy = workout.energyKcal.map { "\(CellNumberFormat.text($0)) kcal" }
        distance = workout.distanceMetres.map { Self.distance($0, units, language) }
        heartRate = workout.averageHeartRateBpm.map {
            let rate = CellNumberFormat.text($0)
            return language.pick("\(rate) bpm avg", "Ø \(rate) Schläge/min")
        }
        let count = workout.chains.first?.count ?? 0
        splits = count > 0 ? Self.splits(count, language) : nil
    }

    /// `5.20 km`, or below 1000 m `800 m`; with imperial units `3.23 mi`.
    package static func distance(
        _ metres: Double, _ units: TimelineOptions.Units, _ language: TimelineLanguage
    ) -> String {
        if units == .imperial {
            let miles = metres / SplitUnit.mile.metres
            return "\(CellNumberFormat.text(miles, decimals: 2, language)) mi"
        }
        return CellNumberFormat.whole(metres) >= 1000
            ? "\(CellNumberFormat.text(metres / 1000, decimals: 2, language)) km"
            : "\(CellNumberFormat.text(metres)) m"
    }

    private static func splits(_ count: Int, _ language: TimelineLanguage) -> String {
        count == 1
            ? language.pick("1 split", "1 Abschnitt")
            : language.pick("\(count) splits", "\(count) Abschnitte")
    }
}

extension WorkoutActivity {
    /// `TimelineInterval`, `Cycling` ...; functional and traditional strength training are both `Strength`,
    /// distinguished by icon.
    package func name(_ language: TimelineLanguage) -> String {
        switch self {
        case .run: language.pick("Run", "Laufen")
        case .cycling: language.pick("Cycling", "Radfahren")
        case .swimming: language.pick("Swimming", "Schwimmen")
        case .walk: language.pick("Walk", "Gehen")
        case .hike: language.pick("Hike", "Wandern")
        case .yoga: language.pick("Yoga", "Yoga")
        case .strengthFunctional, .strengthTraditional: language.pick("Strength", "Krafttraining")
        case .hiit: language.pick("HIIT", "HIIT")
        case .workout: language.pick("Workout", "Training")
        }
    }
}

extension CivilInstant {
    /// `18:44`; with the offset, as `18:44 (+05:45)`, where the clocks at home show another time.
    package func text(homeZone: ZoneRules) -> String {
        homeZone.offsetMinutes(unixMs) == offsetMinutes ? clockText : "\(clockText) (\(offsetText))"
    }
}
