import Foundation

/// A key that a view knows.
package protocol ViewKeyCommand: Sendable, Equatable {
    /// nil for a character that is no key.
    init?(_ character: Character)
}

/// The content of a view at one time.
package protocol ViewFrame: Sendable, Equatable {
    /// Returns the lines in the middle of the screen, from above to below.
    ///
    /// - Parameter columns: of the screen.
    func lines(columns: Int) -> [ScreenLine]
}

/// A full-screen view of plain lines with single keys. While it is there, messages to standard error wait for its end.
package final class KeyedView<Key: ViewKeyCommand> {
    private let terminal: TerminalScreen
    private let style: ScreenStyle
    private var isOpen = true

    package init(environment: [String: String]) {
        HeldMessages.hold()
        TerminalSuspension.install()
        terminal = TerminalScreen(keys: .standardInput)
        style = ScreenStyle(environment: environment)
    }

    /// The view where standard input and output are a terminal that can move its cursor; nil elsewhere.
    package static func makeForTerminal(_ environment: [String: String]) -> KeyedView? {
        let isTerminal = isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1
        return isTerminal && !["", "dumb"].contains(environment["TERM"] ?? "")
            ? KeyedView(environment: environment) : nil
    }

    /// The keys since the last call.
    package func keys() -> [Key] {
        TerminalSuspension.handleRequests(terminal)
        return Self.characters(terminal.keys()).compactMap(Key.init)
    }

    /// Returns the typed characters; an arrow key, which sends three bytes, is one arrow character.
    static func characters(_ bytes: [UInt8]) -> [Character] {
        var characters: [Character] = []
        var remainingBytes = bytes[...]
        while let byte = remainingBytes.popFirst() {
            if byte == 27,
                remainingBytes.first == UInt8(ascii: "[")
                    || remainingBytes.first == UInt8(ascii: "O")
            {
                remainingBytes.removeFirst()
                switch remainingBytes.popFirst() {
                case UInt8(ascii: "A"): characters.append("↑")
                case UInt8(ascii: "B"): characters.append("↓")
                default: break
                }
            } else {
                characters.append(Character(Unicode.Scalar(byte)))
            }
        }
        return characters
    }

    /// Draws what has changed; a terminal that takes nothing now is left alone.
    package func draw(_ frame: some ViewFrame) {
        guard terminal.isReadyToDraw() else { return }
        let size = terminal.size
        terminal.draw(Self.centred(frame, size.columns, size.rows, style), size)
    }

    static func centred(
        _ frame: some ViewFrame, _ columns: Int, _ rows: Int, _ style: ScreenStyle
    ) -> [String] {
        let lines = frame.lines(columns: columns)
        let blankLines = [String](repeating: "", count: max(0, (rows - lines.count) / 2))
        return blankLines
            + lines.prefix(max(0, rows)).map { line in
                let clipped = line.clipped(to: max(0, columns))
                let left = String(repeating: " ", count: max(0, (columns - clipped.width) / 2))
                return left + clipped.text(style)
            }
    }

    /// Gives the terminal back; a second time does nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        terminal.leave()
        HeldMessages.release()
    }
}
