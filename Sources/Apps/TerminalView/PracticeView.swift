import Foundation

/// What a practice looks like at a moment; plain words and numbers.
package struct PracticeFrame: Sendable, Equatable {
    /// What a person calls the practice.
    package var title: String
    /// The part that goes on, such as `Sitting` or `Round 3 of 8`.
    package var part: String
    /// What is left, or how long it goes on already, as a clock shows it.
    package var time: String
    /// How much of the part has gone by; 0 ... 1; nil where the part has no end.
    package var share: Double?
    /// What else is to be said, such as the phase of a breath.
    package var detail = ""
    package var isPaused = false
    /// Of the heart, where a sensor is there.
    package var heart = ""
    /// A sentence for a while.
    package var message = ""
    /// What the keys do.
    package var help: String

    package init(title: String, part: String, time: String, share: Double?, help: String) {
        (self.title, self.part, self.time) = (title, part, time)
        (self.share, self.help) = (share, help)
    }

    /// The lines of the screen, in its middle.
    func lines(columns: Int, rows: Int, style: ScreenStyle) -> [String] {
        let width = max(0, min(columns - 4, 48))
        var lines = [
            ScreenLine(title, .secondary), ScreenLine(),
            ScreenLine(part, isPaused ? .secondary : .teal), ScreenLine(time, .strong),
        ]
        if let share { lines.append(BreathBar.line(fill: share, columns: width)) }
        for text in [detail, heart] where !text.isEmpty { lines.append(ScreenLine(text)) }
        lines += [ScreenLine(), ScreenLine(message, .fair), ScreenLine(help, .secondary)]
        let top = max(0, (rows - lines.count) / 2)
        let blank = [String](repeating: "", count: top)
        return blank
            + lines.prefix(max(0, rows)).map { line in
                let clipped = line.clipped(to: max(0, columns))
                let left = String(repeating: " ", count: max(0, (columns - clipped.width) / 2))
                return left + clipped.text(style)
            }
    }
}

/// What a person does by key during a practice.
package enum PracticeKey: Sendable, Equatable {
    case pause, next, extend, mute, end
}

/// The full-screen view of a practice. While it is there, messages to standard error wait for its end.
package final class PracticeView {
    private let terminal: TerminalScreen
    private let style: ScreenStyle
    private var isOpen = true

    package init(environment: [String: String]) {
        HeldMessages.hold()
        TerminalStops.install()
        terminal = TerminalScreen(keys: .standardInput)
        style = ScreenStyle(environment: environment)
    }

    /// The keys since the last call.
    package func keys() -> [PracticeKey] {
        TerminalStops.serve(terminal)
        return terminal.keys().compactMap(Self.key)
    }

    static func key(_ byte: UInt8) -> PracticeKey? {
        switch Character(Unicode.Scalar(byte)) {
        case "p", "P", " ": .pause
        case "n", "N": .next
        case "+": .extend
        case "m", "M": .mute
        case "q", "Q": .end
        default: nil
        }
    }

    /// Draws what has changed; a terminal that takes nothing now is left alone.
    package func draw(_ frame: PracticeFrame) {
        guard terminal.isFree() else { return }
        let size = terminal.size
        terminal.draw(
            frame.lines(columns: size.columns, rows: size.rows, style: style), size)
    }

    /// Gives the terminal back; a second time does nothing.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        terminal.leave()
        HeldMessages.release()
    }
}
