/// The display of music at one time; plain words and numbers.
package struct MusicFrame: ViewFrame {
    /// Title and artist of the song that plays, or what the player does.
    package var song: String
    package var artist = ""
    /// Position in the song, as clocks show it, and as a share; nil where it is not known.
    package var timeText = ""
    package var share: Double?
    /// The reasons for the song, a sentence each.
    package var reasons: [String] = []
    /// The heart, the state and the situation.
    package var body: [String] = []
    /// A sentence for a while.
    package var message = ""
    /// The effects of the keys.
    package var help: [String]

    package init(song: String, help: [String]) {
        (self.song, self.help) = (song, help)
    }

    package func lines(columns: Int) -> [ScreenLine] {
        let width = max(0, min(columns - 4, 48))
        var lines = [ScreenLine(song, .strong), ScreenLine(artist, .secondary)]
        if let share { lines.append(BreathBar.line(fill: share, columns: width)) }
        lines += [ScreenLine(timeText), ScreenLine()]
        lines += reasons.flatMap { Self.wrapped($0, columns - 4) }.map { ScreenLine($0) }
        lines.append(ScreenLine())
        lines += body.flatMap { Self.wrapped($0, columns - 4) }.map { ScreenLine($0, .teal) }
        lines += [ScreenLine(), ScreenLine(message, .fair)]
        return lines + help.map { ScreenLine($0, .secondary) }
    }

    /// A sentence in lines of at most so many columns, parted between words.
    static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last,
                ScreenText.width(last) + 1 + ScreenText.width(String(word)) <= columns
            {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}

/// The commands by key while music runs.
package enum MusicKeyCommand: ViewKeyCommand {
    case skip, previous, pause, like, dislike, up, down, explain, end
    /// 1 to 5.
    case mood(Int)

    package init?(_ character: Character) {
        switch character {
        case "n", "N": self = .skip
        case "b", "B": self = .previous
        case "p", "P", " ": self = .pause
        case "+": self = .like
        case "-": self = .dislike
        case "↑": self = .up
        case "↓": self = .down
        case "w", "W": self = .explain
        case "q", "Q": self = .end
        case "1", "2", "3", "4", "5": self = .mood(character.wholeNumberValue ?? 3)
        default: return nil
        }
    }
}
