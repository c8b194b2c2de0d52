public import PhysioTypes

extension OrderedJSON {
    /// `{"kind": ..., "code": ..., "text": ...}`, and the line of the input where it is one.
    public init(_ notice: Notice) {
        var pairs: [(String, OrderedJSON)] = [
            ("kind", .text(notice.kind.rawValue)), ("code", .text(notice.code)),
            ("text", .text(notice.text)),
        ]
        if let line = notice.line { pairs.append(("line", .integer(line))) }
        self = .object(pairs)
    }

    /// An object with each setting under its name, in the order of the recipe.
    public init(_ recipe: Recipe) {
        self = .object(recipe.settings.map { ($0.name, Self.value($0.value)) })
    }

    private static func value(_ value: Recipe.Value) -> OrderedJSON {
        switch value {
        case .text(let text): .text(text)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .bands(let bands):
            .object(bands.map { ($0.name, .array([.number($0.lowHz), .number($0.highHz)])) })
        }
    }
}
