extension WorkoutActivity {
    /// The activity of a type as files have it: `HKWorkoutActivityTypeRunning`, or of a FIT file
    /// `sport 1` or `sport 10 sub 20`, where the sub sport decides first.
    ///
    /// Strength training of a FIT file counts as traditional: the file does not tell.
    package init(type: String) {
        if let name = Self.appleName(type) {
            self = Self.apple[name] ?? .workout
        } else if let (sport, sub) = Self.fitNumbers(type) {
            self = sub.flatMap { Self.fitSub[$0] } ?? Self.fitSport[sport] ?? .workout
        } else {
            self = .workout
        }
    }

    /// A type in words: `Water Polo` of `HKWorkoutActivityTypeWaterPolo`, `Rowing` of `sport 15`; the
    /// type itself where no word is known.
    package static func words(ofType type: String) -> String {
        if let name = appleName(type) {
            var words = ""
            for character in name {
                if character.isUppercase, let last = words.last, !last.isUppercase { words += " " }
                words.append(character)
            }
            return words.isEmpty ? type : words
        }
        if let (sport, _) = fitNumbers(type), let words = fitWords[sport] { return words }
        return type
    }

    private static let prefix = "HKWorkoutActivityType"

    private static let apple: [Substring: WorkoutActivity] = [
        "Running": .run, "Cycling": .cycling, "Swimming": .swimming, "Walking": .walk,
        "Hiking": .hike, "Yoga": .yoga, "FunctionalStrengthTraining": .strengthFunctional,
        "TraditionalStrengthTraining": .strengthTraditional,
        "HighIntensityIntervalTraining": .hiit,
    ]
    private static let fitSport: [Int: WorkoutActivity] = [
        1: .run, 2: .cycling, 5: .swimming, 11: .walk, 17: .hike, 62: .hiit,
    ]
    private static let fitSub: [Int: WorkoutActivity] = [
        20: .strengthTraditional, 43: .yoga, 70: .hiit,
    ]
    /// Sports of the FIT profile without an icon of their own.
    private static let fitWords: [Int: String] = [
        4: "Fitness Equipment", 6: "Basketball", 7: "Soccer", 8: "Tennis", 9: "American Football",
        10: "Training", 12: "Cross Country Skiing", 13: "Alpine Skiing", 14: "Snowboarding",
        15: "Rowing", 16: "Mountaineering", 18: "Multisport", 19: "Paddling", 25: "Golf",
        27: "Horseback Riding", 30: "Inline Skating", 31: "Rock Climbing", 32: "Sailing",
        33: "Ice Skating", 35: "Snowshoeing", 37: "Stand Up Paddleboarding", 38: "Surfing",
        41: "Kayaking", 47: "Boxing", 48: "Floor Climbing",
    ]

    private static func appleName(_ type: String) -> Substring? {
        type.hasPrefix(prefix) ? type.dropFirst(prefix.count) : nil
    }

    private static func fitNumbers(_ type: String) -> (sport: Int, sub: Int?)? {
        let words = type.split(separator: " ")
        guard words.count == 2 || words.count == 4, words[0] == "sport", let sport = Int(words[1])
        else { return nil }
        guard words.count == 4 else { return (sport, nil) }
        guard words[2] == "sub", let sub = Int(words[3]) else { return nil }
        return (sport, sub)
    }
}
