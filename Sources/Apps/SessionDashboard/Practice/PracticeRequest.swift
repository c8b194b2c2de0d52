import PracticePlans
import PracticeRuntime
import SessionHistory

/// The request of a page to begin a practice: a plan, or the id of a preset.
struct PracticeRequest: Sendable, Decodable {
    let plan: PracticePlan?
    let preset: String?
    /// The kind of the preset.
    let kind: String?
    /// Breaths, instead of those of the preset.
    let repetitions: Int?
    /// Time to get ready, instead of that of the preset; s.
    let prepareSeconds: Double?
    let title: String?
    /// `en` or `de`: of the title and the words.
    let language: String?
    /// True to replace what runs.
    let force: Bool?
    /// The source of the heart beside it; nil for none.
    let heart: PracticeHeartRequest?

    /// All that is decided before it begins.
    ///
    /// - Throws: ``PlanError``.
    func start(_ resources: PracticeResources) throws -> PracticeStart {
        let language = language.flatMap { PracticeLanguage(rawValue: $0) } ?? .en
        let (plan, usualTitle) = try chosenPlan(resources, language)
        if let title, !(1...Activity.maxTitleLength).contains(title.count) {
            throw PlanError(
                field: "title", range: "1 to \(Activity.maxTitleLength) characters long",
                found: "\(title.count)")
        }
        return resources.start(plan, title: title ?? usualTitle, language)
    }

    private func chosenPlan(
        _ resources: PracticeResources, _ language: PracticeLanguage
    ) throws -> (PracticePlan, title: String) {
        guard let id = preset else {
            guard let plan else {
                throw PlanError(field: "plan", range: "a plan, or a preset", found: "missing")
            }
            return (plan, PracticeWords.text("practice.kind.\(plan.kind.rawValue)", language))
        }
        let kind = try self.kind.map { name in
            guard let kind = PracticeKind(rawValue: name) else {
                let names = PracticeKind.allCases.map(\.rawValue).joined(separator: ", ")
                throw PlanError(field: "kind", range: "one of \(names)", found: name)
            }
            return kind
        }
        let ownPresets = try resources.store?.practicePresets(kind ?? .breathe) ?? []
        guard let found = PracticePreset.find(id, kind ?? .breathe, own: ownPresets) else {
            throw PlanError(field: "preset", range: "the id of one that is kept", found: id)
        }
        return (try adjustedPlan(found.plan), language == .de ? found.name.de : found.name.en)
    }

    /// The plan of a preset with the wished count of breaths and time to get ready.
    private func adjustedPlan(_ plan: PracticePlan) throws -> PracticePlan {
        guard case .breathing(let breathing) = plan else { return plan }
        return .breathing(
            try BreathingPlan(
                prepareSeconds: prepareSeconds ?? breathing.prepareSeconds,
                pattern: breathing.pattern,
                repetitions: repetitions ?? breathing.repetitions, cues: breathing.cues))
    }

    private enum CodingKeys: String, CodingKey {
        case plan, preset, kind, repetitions
        case prepareSeconds = "prepare"
        case title, language, force, heart
    }
}

extension PracticeResources {
    /// A plan with what the person has chosen for every practice.
    func start(
        _ plan: PracticePlan, title: String, _ language: PracticeLanguage
    ) -> PracticeStart {
        let settings = settings
        var start = PracticeStart(
            plan, title: title, owner: .page, language: language, version: version)
        start.level = settings.level
        start.speaks = settings.speech
        start.creditRules = settings.creditRules
        start.background = settings.backgroundSound(plan.kind)
        return start
    }
}
