/// The reason that an array of another program holds no beats that can be analysed.
public struct SeriesError: Error, Sendable, Equatable {
    /// A short word for programs; never changes: `unit`, `rate`, `order`, `ascending`, `too_long`.
    public let code: String
    /// One sentence for a person: what was found, and what to do.
    public let text: String
    /// Index of the value in the array, counted from 0, where there is one.
    public let index: Int?

    init(_ code: String, _ text: String, index: Int? = nil) {
        self.code = code
        self.text = text
        self.index = index
    }
}

extension SeriesError: CustomStringConvertible {
    public var description: String { text }
}
