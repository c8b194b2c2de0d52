/// A program that plays raw samples from its standard input: 16 bits, signed, little-endian, one channel.
package struct PlayerCommand: Sendable, Equatable {
    /// The program, by its path or its name, and its arguments.
    package let words: [String]

    package init(words: [String]) { self.words = words }

    /// The players of the desktop, in the order in which they are tried.
    package static func desktopPlayers(sampleRateHz rate: Int) -> [PlayerCommand] {
        [
            [
                "pacat", "--playback", "--raw", "--format=s16le", "--rate=\(rate)",
                "--channels=1", "--latency-msec=100", "--client-name=Resonance",
            ],
            ["pw-cat", "--playback", "--format=s16", "--rate=\(rate)", "--channels=1", "-"],
            [
                "aplay", "--quiet", "-t", "raw", "-f", "S16_LE", "-r", "\(rate)", "-c", "1",
                "--buffer-time=100000", "-",
            ],
        ].map { PlayerCommand(words: $0) }
    }

    /// A command as a person writes it: words parted by spaces, where quotes hold a word together. No shell reads it.
    ///
    /// - Returns: nil where a quote is not closed, or there is no word.
    package init?(_ text: String) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            switch character {
            case "'", "\"":
                if quote == nil {
                    (quote, word) = (character, word ?? "")
                } else if quote == character {
                    quote = nil
                } else {
                    word?.append(character)
                }
            case " " where quote == nil, "\t" where quote == nil:
                if let whole = word { words.append(whole) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        guard quote == nil, !words.isEmpty else { return nil }
        self.words = words
    }
}
