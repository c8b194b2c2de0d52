/// What a word beside an interval says of the beat that ends it.
enum BeatLabel {
    case none
    case notNormal
    /// A word that is no label.
    case unknown

    private static let normal: Set<String> = [
        "", "n", "nn", "normal", "ok", "good", "ms", "msec", "s", "sec", "bpm",
    ]
    private static let abnormalWords: Set<String> = [
        "ectopic", "artifact", "artefact", "missed", "extra", "pvc", "pac", "noise", "gap",
        "range", "bad", "abnormal",
    ]
    /// Mnemonics of beats other than N in WFDB annotations, and of noise.
    private static let mnemonics: Set<Character> = [
        "L", "R", "a", "V", "F", "J", "A", "S", "E", "j", "/", "Q", "B", "?", "!", "e", "n", "f",
        "r", "~", "|", "X",
    ]

    init(_ word: String) {
        // `n` alone is WFDB's supraventricular escape beat, but a text's normal beat.
        if Self.normal.contains(word.lowercased()) {
            self = .none
        } else if Self.abnormalWords.contains(word.lowercased())
            || (word.count == 1 && word.first.map(Self.mnemonics.contains) == true)
        {
            self = .notNormal
        } else {
            self = .unknown
        }
    }
}
