/// The device or application that wrote a health record.
package struct HealthSource: Sendable, Hashable {
    /// The kind of device; a watch comes first, before anything else, and a phone last.
    package enum Kind: Int, Sendable, Comparable {
        case watch = 0
        case other = 1
        case phone = 2

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    /// The kind of file that a record comes from.
    package enum Origin: String, Sendable {
        case apple
        case fit
    }

    package var origin: Origin
    /// Name as the file has it, such as `Anna's Apple Watch`. It may name a person: exports do not show it.
    package var name: String
    /// Model of the device, such as `Watch7,5`; nil where the file does not say.
    package var model: String?
    package var kind: Kind
    /// Indicates whether the manufacturer of the operating system wrote the record, and not an application.
    package var isApple: Bool

    package init(
        origin: Origin = .apple, name: String, model: String? = nil, kind: Kind = .other,
        isApple: Bool = false
    ) {
        self.origin = origin
        self.name = name
        self.model = model
        self.kind = kind
        self.isApple = isApple
    }
}
