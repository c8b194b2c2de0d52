import ResonanceBreathing

/// The JSON form: one object with `version`, `kind` and every field of the plan, lengths in s.
///
/// What has another version, another kind, a field too many or one too few is refused.
extension PracticePlan: Codable {
    package static let version = 1

    private enum Keys: String, CodingKey, CaseIterable {
        case version, kind, prepare
        case phase1, phase2, bells
        case inhale, hold, exhale, secondHold, repetitions, cues
        case work, rest, rounds, countAloud

        static func of(_ kind: PracticeKind) -> [String] {
            let kindKeys: [Keys] =
                switch kind {
                case .timer: [.phase1, .phase2, .bells]
                case .breathe: [.inhale, .hold, .exhale, .secondHold, .repetitions, .cues]
                case .interval: [.work, .rest, .rounds, .countAloud]
                }
            return ([.version, .kind, .prepare] + kindKeys).map(\.rawValue)
        }
    }

    /// - Throws: ``PlanError``, and what the decoder throws where there is no object.
    package init(from decoder: any Decoder) throws {
        let allFields = try StrictFields(decoder, fieldNames: Keys.allCases.map(\.rawValue))
        try allFields.checkVersion(Self.version)
        let kinds = PracticeKind.allCases.map(\.rawValue).joined(separator: ", ")
        let name: String = try allFields.value("kind", "one of \(kinds)")
        guard let kind = PracticeKind(rawValue: name) else {
            throw PlanError(field: "kind", range: "one of \(kinds)", found: name)
        }
        let fields = try StrictFields(decoder, fieldNames: Keys.of(kind))
        let prepare = try fields.number("prepare")
        switch kind {
        case .timer:
            self = .timer(
                try TimerPlan(
                    prepareSeconds: prepare,
                    phase1Seconds: try fields.value("phase1", TimerPlan.phase1Range.rangeText),
                    phase2Seconds: try fields.number("phase2"),
                    bells: try fields.value("bells", "a list of bells")))
        case .breathe: self = .breathing(try BreathingPlan(fields, prepareSeconds: prepare))
        case .interval:
            self = .interval(
                try IntervalPlan(
                    prepareSeconds: prepare, workSeconds: try fields.number("work"),
                    restSeconds: try fields.number("rest"),
                    rounds: try fields.value("rounds", IntervalPlan.roundCountRange.rangeText),
                    countsAloud: try fields.value("countAloud", "true or false")))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(kind.rawValue, forKey: .kind)
        try values.encode(prepareSeconds, forKey: .prepare)
        switch self {
        case .timer(let plan):
            try values.encode(plan.phase1Seconds, forKey: .phase1)
            try values.encode(plan.phase2Seconds, forKey: .phase2)
            try values.encode(plan.bells, forKey: .bells)
        case .breathing(let plan):
            try values.encode(plan.pattern.inhaleSeconds, forKey: .inhale)
            try values.encode(plan.pattern.holdSeconds, forKey: .hold)
            try values.encode(plan.pattern.exhaleSeconds, forKey: .exhale)
            try values.encode(plan.pattern.secondHoldSeconds, forKey: .secondHold)
            try values.encode(plan.repetitions, forKey: .repetitions)
            try values.encode(plan.cueNames, forKey: .cues)
        case .interval(let plan):
            try values.encode(plan.workSeconds, forKey: .work)
            try values.encode(plan.restSeconds, forKey: .rest)
            try values.encode(plan.rounds, forKey: .rounds)
            try values.encode(plan.countsAloud, forKey: .countAloud)
        }
    }
}

/// `{"every": 5}`, `{"at": 10}` or `"half"`; minutes.
extension TimerPlan.Bell: Codable {
    private enum Keys: String, CodingKey { case every, at }

    package init(from decoder: any Decoder) throws {
        if let word = try? decoder.singleValueContainer().decode(String.self) {
            guard word == "half" else {
                throw PlanError(
                    field: "bells", range: #"{"every": min}, {"at": min} or "half""#, found: word)
            }
            self = .half
            return
        }
        let fields = try StrictFields(decoder, fieldNames: ["every", "at"])
        let values = try decoder.container(keyedBy: Keys.self)
        guard values.allKeys.count == 1 else {
            throw PlanError(
                field: "bells", range: #"{"every": min}, {"at": min} or "half""#,
                found: "\(values.allKeys.count) fields")
        }
        self =
            values.contains(.every)
            ? .every(minutes: try fields.number("every")) : .at(minutes: try fields.number("at"))
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .every(let minutes):
            var values = encoder.container(keyedBy: Keys.self)
            try values.encode(minutes, forKey: .every)
        case .at(let minutes):
            var values = encoder.container(keyedBy: Keys.self)
            try values.encode(minutes, forKey: .at)
        case .half:
            var value = encoder.singleValueContainer()
            try value.encode("half")
        }
    }
}

extension BreathingPlan {
    /// Names of the cues, always in one order.
    var cueNames: [String] { Cue.allCases.filter(cues.contains).map(\.rawValue) }

    /// The plan of a preset or of a plan's JSON form.
    init(_ fields: StrictFields, prepareSeconds: Double) throws {
        let names: [String] = try fields.value("cues", "a list of tones, words, taps")
        let cues = try names.map { name in
            guard let cue = Cue(rawValue: name) else {
                throw PlanError(field: "cues", range: "of tones, words, taps", found: name)
            }
            return cue
        }
        try self.init(
            prepareSeconds: prepareSeconds,
            pattern: try .checked(
                inhale: try fields.number("inhale"), hold: try fields.number("hold"),
                exhale: try fields.number("exhale"), secondHold: try fields.number("secondHold")),
            repetitions: try fields.value("repetitions", Self.repetitions.rangeText),
            cues: Set(cues))
    }
}
