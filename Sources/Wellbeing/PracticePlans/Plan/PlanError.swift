/// The reason that a plan or a preset is refused.
package struct PlanError: Error, Sendable, Hashable {
    /// The preset of a document that holds the value, such as `box` or `presetLabel 3`; nil outside one.
    package var presetLabel: String?
    /// Name of the field in the JSON form.
    package let field: String
    /// The values that the field can hold, in words, such as `5 to 3600 s`.
    package let range: String
    /// The value that was found.
    package let found: String

    package init(presetLabel: String? = nil, field: String, range: String, found: String) {
        self.presetLabel = presetLabel
        self.field = field
        self.range = range
        self.found = found
    }

    /// One sentence for a person.
    package var message: String {
        let location = presetLabel.map { "preset \($0): " } ?? ""
        return "\(location)\(field) must be \(range); it is \(found)"
    }
}

/// A range of numbers and its words.
struct PlanRange<Value: Comparable & Sendable>: Sendable {
    let values: ClosedRange<Value>
    /// Such as `5 to 3600 s`.
    let rangeText: String

    init(_ values: ClosedRange<Value>, _ rangeText: String) {
        self.values = values
        self.rangeText = rangeText
    }

    /// - Throws: the field, the range and the value, where the value is outside; NaN is.
    func check(_ value: Value, _ field: String) throws(PlanError) {
        guard values.contains(value) else {
            throw PlanError(field: field, range: rangeText, found: "\(value)")
        }
    }
}

extension PlanRange<Double> {
    /// Time to get ready; every plan can have it.
    static let prepareSecondsRange = PlanRange(0...600, "0 to 600 s")
}
