/// The commands by key.
enum LiveKeyCommand: Equatable {
    case pause, mark, end, begin, proceed, help, link
}

/// Reads keys from the bytes a terminal sends.
///
/// Esc alone is a key; the sequences of arrows and the like, which begin with the same byte, are left out.
struct TerminalKeys {
    private static let escape: UInt8 = 0x1B

    private enum State {
        case plain
        /// The state after Esc: a key of its own, unless something follows at once.
        case escaped
        /// The state within a sequence, up to its last byte.
        case sequence
    }

    private var state = State.plain

    /// - Parameter bytes: what came since the last call; empty where nothing did.
    mutating func read(_ bytes: [UInt8]) -> [LiveKeyCommand] {
        guard !bytes.isEmpty else {
            guard case .escaped = state else { return [] }
            state = .plain
            return [.end]
        }
        return bytes.compactMap { read($0) }
    }

    private mutating func read(_ byte: UInt8) -> LiveKeyCommand? {
        switch state {
        case .escaped where byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"):
            state = .sequence
        case .escaped where byte == Self.escape: return .end
        case .sequence:
            // Parameters lie below.
            if byte >= 0x40 { state = .plain }
        case .plain where byte == Self.escape: state = .escaped
        case .escaped:
            // Alt and a key: nothing.
            state = .plain
        case .plain: return Self.key(byte)
        }
        return nil
    }

    private static func key(_ byte: UInt8) -> LiveKeyCommand? {
        switch Character(Unicode.Scalar(byte)) {
        case "p", "P", " ": .pause
        case "m", "M": .mark
        case "q", "Q": .end
        case "s", "S": .begin
        case "\r", "\n": .proceed
        case "?", "h": .help
        case "l", "L": .link
        default: nil
        }
    }
}
