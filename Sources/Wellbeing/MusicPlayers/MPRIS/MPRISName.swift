/// The name of a player on the desktop's bus.
struct MPRISName: Sendable, Equatable {
    static let prefix = "org.mpris.MediaPlayer2."
    /// The name that a person uses for the player, such as `vlc`.
    let shortName: String

    var busName: String { Self.prefix + shortName }

    /// - Returns: nil for what cannot be such a name: the bus's library ends programs that send one.
    init?(_ shortName: String) {
        let parts = shortName.split(separator: ".", omittingEmptySubsequences: false)
        guard shortName.utf8.count <= 200, parts.allSatisfy(Self.isElement) else { return nil }
        self.shortName = shortName
    }

    private static func isElement(_ part: Substring) -> Bool {
        guard let first = part.utf8.first, !(48...57).contains(first) else { return false }
        return part.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 45, 95: true
            default: false
            }
        }
    }
}
