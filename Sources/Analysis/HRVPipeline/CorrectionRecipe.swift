import BeatCorrection
import PhysioTypes

/// The settings that shaped the NN intervals, for a recipe.
extension ArtefactCorrection {
    /// Adds the rule, the repair, and every parameter of the rule that its owner can set.
    ///
    /// Parameters are the stored numbers, flags and ranges of the rule's type, whichever it is:
    /// `thresholdFactor` is named `correction_threshold_factor`. Constants of a rule do not
    /// change under its name and the toolkit's version.
    func describe(in recipe: inout Recipe) {
        recipe.set(.correction, .text(rule.name))
        recipe.set(.repair, .text(repair.rawValue))
        let hasRepeatedPasses = repair != .removal && repair != .marking
        recipe.set(.maxCorrectionPasses, .number(Double(hasRepeatedPasses ? rule.passLimit : 1)))
        for child in Mirror(reflecting: rule).children {
            guard let label = child.label, !["name", "passLimit", "reach"].contains(label),
                let value = Self.value(child.value)
            else { continue }
            let key = Self.keys[label] ?? Self.snakeCase(label)
            recipe.set(RecipeKey("correction_" + key), value)
        }
    }

    /// Keys that are not the parameter's name.
    private static let keys = [
        "minThresholdMs": "threshold_floor_ms", "followsPaperStrictly": "strict_paper",
        "maxMedianDistance": "median_limit",
    ]

    private static func value(_ any: Any) -> Recipe.Value? {
        switch any {
        case let number as Double: .number(number)
        case let number as Int: .number(Double(number))
        case let flag as Bool: .flag(flag)
        case let range as ClosedRange<Double>: .text("\(range.lowerBound)-\(range.upperBound)")
        case let range as ClosedRange<Int>: .text("\(range.lowerBound)-\(range.upperBound)")
        default: nil
        }
    }

    /// `thresholdFactor` to `threshold_factor`.
    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { text, letter in
            text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }
}
