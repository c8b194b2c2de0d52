/// Something a reader or an analysis found that the person should know.
public struct Notice: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// The numbers may not mean what they seem to; counts as a failure under `--strict`.
        case warning
        /// A fact about how the input was read; nothing is wrong.
        case note
    }

    public let kind: Kind
    /// A short word for programs, such as `rr_range`.
    public let code: String
    /// One sentence for a person: what, and what to do about it.
    public let text: String
    /// Line of the input file, counted from 1, where there is one.
    public let line: Int?

    public init(_ kind: Kind, code: String, _ text: String, line: Int? = nil) {
        self.kind = kind
        self.code = code
        self.text = text
        self.line = line
    }
}
