/// The display of a practice at one time; plain words and numbers.
package struct PracticeFrame: ViewFrame {
    /// The person's name for the practice.
    package var title: String
    /// The part that goes on, such as `Sitting` or `Round 3 of 8`.
    package var part: String
    /// The remaining or the elapsed time, as a clock shows it.
    package var time: String
    /// The share of the part that has passed; 0 ... 1; nil where the part has no end.
    package var share: Double?
    /// A further detail, such as the phase of a breath.
    package var detail = ""
    package var isPaused = false
    /// The line about the heart, where there is a sensor.
    package var heart = ""
    /// A sentence for a while.
    package var message = ""
    /// The effects of the keys.
    package var help: String

    package init(title: String, part: String, time: String, share: Double?, help: String) {
        (self.title, self.part, self.time) = (title, part, time)
        (self.share, self.help) = (share, help)
    }

    package func lines(columns: Int) -> [ScreenLine] {
        var lines = [
            ScreenLine(title, .secondary), ScreenLine(),
            ScreenLine(part, isPaused ? .secondary : .teal), ScreenLine(time, .strong),
        ]
        if let share {
            lines.append(BreathBar.line(fill: share, columns: max(0, min(columns - 4, 48))))
        }
        for text in [detail, heart] where !text.isEmpty { lines.append(ScreenLine(text)) }
        return lines + [ScreenLine(), ScreenLine(message, .fair), ScreenLine(help, .secondary)]
    }
}

/// The commands by key during a practice.
package enum PracticeKeyCommand: ViewKeyCommand {
    case pause, next, extend, mute, end

    package init?(_ character: Character) {
        switch character {
        case "p", "P", " ": self = .pause
        case "n", "N": self = .next
        case "+": self = .extend
        case "m", "M": self = .mute
        case "q", "Q": self = .end
        default: return nil
        }
    }
}
