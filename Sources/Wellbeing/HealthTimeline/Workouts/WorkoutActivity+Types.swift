extension WorkoutActivity {
    /// The activity of a type as files have it: `HKWorkoutActivityTypeRunning`, or of a FIT file
    /// `sport 1` or `sport 10 sub 20`, where the sub sport decides first.
    ///
    /// Strength training of a FIT file counts as traditional: the file does not state it.
    package init(type: String) {
        if let name = Self.appleName(type) {
            self = Self.appleActivities[name] ?? .workout
        } else if let (sport, sub) = Self.fitSportNumbers(type) {
            self =
                sub.flatMap { Self.fitSubSportActivities[$0] } ?? Self.fitSportActivities[sport]
                ?? .workout
        } else {
            self = .workout
        }
    }

    /// A type in words: `Water Polo` of `HKWorkoutActivityTypeWaterPolo`, `Rowing` of `sport 15`, `Training (Yoga)` of
    /// `sport 10 sub 43`; the type itself where it is of neither kind.
    package static func words(ofType type: String) -> String {
        if let name = appleName(type) {
            var words = ""
            for character in name {
                if character.isUppercase, let last = words.last, !last.isUppercase { words += " " }
                words.append(character)
            }
            return words.isEmpty ? type : words
        }
        guard let (sport, sub) = fitSportNumbers(type) else { return type }
        let words = FITSportNames.sport(sport).map(capitalised) ?? unknown(sport)
        guard let subSportText = sub.flatMap(FITSportNames.subSport).map(capitalised) else {
            return words
        }
        return sport == 0 ? subSportText : "\(words) (\(subSportText))"
    }

    /// A type as programs read it: that of an export as it is, that of a FIT file by the names of the profile, such as
    /// `running`, `training/strength_training` or `unknown sport 250`.
    package static func key(ofType type: String) -> String {
        guard let (sport, sub) = fitSportNumbers(type) else { return type }
        let name = FITSportNames.sport(sport) ?? unknown(sport)
        guard let subSportText = sub.flatMap(FITSportNames.subSport) else { return name }
        return "\(name)/\(subSportText)"
    }

    private static func unknown(_ sport: Int) -> String { "unknown sport \(sport)" }

    /// `Cross Country Skiing` of `cross_country_skiing`.
    private static func capitalised(_ name: String) -> String {
        name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }
            .joined(separator: " ")
    }

    private static let prefix = "HKWorkoutActivityType"

    private static let appleActivities: [Substring: WorkoutActivity] = [
        "Running": .run, "Cycling": .cycling, "Swimming": .swimming, "Walking": .walk,
        "Hiking": .hike, "Yoga": .yoga, "FunctionalStrengthTraining": .strengthFunctional,
        "TraditionalStrengthTraining": .strengthTraditional,
        "HighIntensityIntervalTraining": .hiit,
    ]
    private static let fitSportActivities: [Int: WorkoutActivity] = [
        1: .run, 2: .cycling, 5: .swimming, 11: .walk, 17: .hike, 62: .hiit,
    ]
    private static let fitSubSportActivities: [Int: WorkoutActivity] = [
        20: .strengthTraditional, 43: .yoga, 70: .hiit,
    ]

    private static func appleName(_ type: String) -> Substring? {
        type.hasPrefix(prefix) ? type.dropFirst(prefix.count) : nil
    }

    private static func fitSportNumbers(_ type: String) -> (sport: Int, sub: Int?)? {
        let words = type.split(separator: " ")
        guard words.count == 2 || words.count == 4, words[0] == "sport", let sport = Int(words[1])
        else { return nil }
        guard words.count == 4 else { return (sport, nil) }
        guard words[2] == "sub", let subSportNumber = Int(words[3]) else { return nil }
        return (sport, subSportNumber)
    }
}
