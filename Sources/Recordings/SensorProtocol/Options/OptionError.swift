/// The reason that options cannot be followed: one that is not known, of another kind than it must
/// be, or that does not go with others.
public struct OptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// One sentence for a person: which option, and what to do. Options are written as on the command line.
    public let text: String

    package init(_ text: String) { self.text = text }

    public var description: String { text }
}
