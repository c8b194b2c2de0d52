/// The paths that a route answers.
enum RoutePath: Sendable, Equatable {
    /// Exactly this path.
    case exact(String)
    /// Every path that begins with this text, also the text alone; the rest is a value.
    case prefix(String)
    /// Parts between slashes; nil stands for any part, which is a value. Slashes that are doubled or end the
    /// path do not count.
    case parts([String?])

    /// Parts such as `/api/sessions/:id`; one that begins with a colon is any.
    static func pattern(_ text: String) -> RoutePath {
        .parts(text.split(separator: "/").map { $0.hasPrefix(":") ? nil : String($0) })
    }

    /// The address of a screen: exact, or everything below its first part that is any.
    static func screen(_ address: String) -> RoutePath {
        guard let part = address.firstIndex(of: ":") else { return .exact(address) }
        return .prefix(String(address[..<part]))
    }

    /// The parts of a path that are values.
    ///
    /// - Returns: nil where the path is none of these.
    func values(in path: String) -> [String]? {
        switch self {
        case .exact(let text): return path == text ? [] : nil
        case .prefix(let text):
            return path.hasPrefix(text) ? [String(path.dropFirst(text.count))] : nil
        case .parts(let wanted):
            let found = path.split(separator: "/")
            guard found.count == wanted.count else { return nil }
            var values: [String] = []
            for (part, text) in zip(wanted, found) {
                if let part {
                    guard part == text else { return nil }
                } else {
                    values.append(String(text))
                }
            }
            return values
        }
    }
}
