package import ResonanceBreathing

/// A plan with a name: a sit, breathing or intervals.
package struct PracticePreset: Sendable, Equatable {
    static let nameLengthRange = PlanRange(1...80, "1 to 80 characters long")

    /// Names the preset among those of its kind.
    package let id: String
    package let name: PresetName
    package let plan: PracticePlan

    /// - Throws: ``PlanError`` for an id or a name that cannot be one.
    package init(id: String, name: PresetName, plan: PracticePlan) throws(PlanError) {
        guard BreathPreset.isValidID(id) else {
            throw PlanError(field: "id", range: BreathPreset.idRule, found: id)
        }
        try Self.nameLengthRange.check(name.en.count, "name.en")
        try Self.nameLengthRange.check(name.de.count, "name.de")
        self.init(checkedID: id, name, plan)
    }

    private init(checkedID id: String, _ name: PresetName, _ plan: PracticePlan) {
        self.id = id
        self.name = name
        self.plan = plan
    }

    /// Its pattern with its name, for a session that breathes it; nil of a sit and of intervals.
    package var breathPreset: BreathPreset? {
        guard case .breathing(let plan) = plan else { return nil }
        return BreathPreset(id: id, name: name, pattern: plan.pattern)
    }

    /// The built-in breathing presets; each comes with tones.
    package static let builtIn: [PracticePreset] = zip(
        BreathPreset.builtIn, [20, 4, 60, 30, 25, 10, 20, 25]
    ).compactMap { preset, repetitions in
        (try? BreathingPlan(pattern: preset.pattern, repetitions: repetitions)).map {
            PracticePreset(checkedID: preset.id, preset.name, .breathing($0))
        }
    }

    /// The preset of an id and a kind: an own one comes before a built-in one of the same id.
    package static func find(
        _ id: String, _ kind: PracticeKind, own: [PracticePreset]
    ) -> PracticePreset? {
        (own + builtIn).first { $0.id == id && $0.plan.kind == kind }
    }
}
