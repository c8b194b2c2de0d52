/// Words by which a text or a file's name says that it holds beats, or a signal.
enum BeatWords {
    private static let beatWords: Set<String> = [
        "rr", "r-r", "rri", "nn", "n-n", "nni", "ibi", "bbi", "ppi", "interval", "intervals",
        "beat",
        "beats", "intervall", "intervalle", "rrs", "hrv",
    ]
    private static let signalWords: Set<String> = [
        "ecg", "ekg", "ppg", "pleth", "bvp", "eeg", "emg", "eda", "signal", "raw", "adc",
        "waveform",
    ]

    /// Returns true if a line before a table has a word for intervals or beats.
    static func occur(in line: String) -> Bool {
        // LabChart calls the length of a sample so.
        !line.hasPrefix("Interval=") && !words(line).isDisjoint(with: beatWords)
    }

    /// Returns true if a file's name has a word for intervals or beats.
    static func occur(inName name: String) -> Bool { !words(name).isDisjoint(with: beatWords) }

    /// Returns true if a file's name has a word for a signal.
    static func signalOccurs(inName name: String) -> Bool {
        !words(name).isDisjoint(with: signalWords)
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.lowercased().split { !$0.isLetter && $0 != "-" }.map(String.init))
    }
}
