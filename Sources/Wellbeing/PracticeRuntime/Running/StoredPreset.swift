import Foundation
package import PracticePlans
package import ResonanceBreathing
package import SessionHistory

/// A preset of the person's own, as the history keeps it.
package struct StoredPreset: Codable {
    private let name: PresetName
    private let plan: PracticePlan

    /// The item of the history that holds a preset.
    package static func item(_ preset: PracticePreset) -> PracticeItem {
        PracticeItem(
            kind: preset.plan.kind.rawValue, id: preset.id,
            value: PracticeJSON.text(StoredPreset(name: preset.name, plan: preset.plan)))
    }

    /// - Returns: nil for an item that holds none, such as one of a later version.
    package static func preset(_ item: PracticeItem) -> PracticePreset? {
        guard
            let stored = try? JSONDecoder().decode(StoredPreset.self, from: Data(item.value.utf8))
        else { return nil }
        return try? PracticePreset(id: item.id, name: stored.name, plan: stored.plan)
    }

    private init(name: PresetName, plan: PracticePlan) { (self.name, self.plan) = (name, plan) }
}

extension SessionStore {
    /// The person's own presets of a kind, by id; those that cannot be read are left out.
    package func practicePresets(_ kind: PracticeKind) throws(HistoryError) -> [PracticePreset] {
        try practiceItems(kind: kind.rawValue).compactMap { StoredPreset.preset($0) }
    }

    /// A preset of a name whose id no other preset of its kind has; it is not kept yet.
    ///
    /// - Throws: `PlanError` for a name that cannot be one, and `HistoryError`.
    package func makePreset(_ name: PresetName, _ plan: PracticePlan) throws -> PracticePreset {
        let usedIDs = try practicePresets(plan.kind).map(\.id) + PracticePreset.builtIn.map(\.id)
        return try PracticePreset(
            id: UniqueID.of(name.en, fallback: "preset", besides: Set(usedIDs)), name: name,
            plan: plan)
    }
}
