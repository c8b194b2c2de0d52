/// The meaning of a word beside an interval.
enum BeatLabel {
    case none
    /// The beat that ends the interval is not a normal one.
    case nonNormalBeat
    /// The interval is wrong.
    case artefact
    /// A word that is no label.
    case unknown

    private static let normal: Set<String> = [
        "", "n", "nn", "normal", "ok", "good", "ms", "msec", "s", "sec", "bpm",
    ]
    private static let beats: Set<String> = ["ectopic", "pvc", "pac", "abnormal"]
    private static let artefacts: Set<String> = [
        "artifact", "artefact", "missed", "extra", "noise", "gap", "range", "bad",
    ]

    /// - Parameter normal: beats that count as normal.
    init(_ word: String, _ normal: NormalBeats) {
        // `n` alone is WFDB's supraventricular escape beat, but a text's normal beat.
        let lowercaseWord = word.lowercased()
        if Self.normal.contains(lowercaseWord) {
            self = .none
        } else if Self.beats.contains(lowercaseWord) {
            self = .nonNormalBeat
        } else if Self.artefacts.contains(lowercaseWord) || word == "~" || word == "|"
            || word == "X"
        {
            self = .artefact
        } else if word.count == 1, let symbol = word.first, let code = WFDBCode.code(of: symbol),
            WFDBCode.isBeat(code)
        {
            self = normal.contains(symbol) ? .none : .nonNormalBeat
        } else {
            self = .unknown
        }
    }
}

/// A column that says of each interval whether it is right.
enum LabelColumn: Equatable {
    /// A word or a symbol (``BeatLabel``).
    case label
    /// 0 and 1 or false and true, of which `good` is right.
    case flag(good: Bool)

    private static let labels: Set<String> = [
        "label", "labels", "annotation", "annotations", "beattype", "beatlabel", "beatclass",
    ]
    private static let validFlagColumnNames: Set<String> = [
        "valid", "isvalid", "good", "isgood", "normal", "isnormal", "isnn", "accepted",
    ]
    private static let invalidFlagColumnNames: Set<String> = [
        "artifact", "artefact", "isartifact", "isartefact", "invalid", "isinvalid", "bad", "isbad",
        "blocker", "blockerbit", "ectopic", "isectopic", "noise", "error", "rejected",
    ]

    /// - Parameter name: of the column; letters and digits only.
    init?(_ name: String) {
        if Self.labels.contains(name) {
            self = .label
        } else if Self.validFlagColumnNames.contains(name) {
            self = .flag(good: true)
        } else if Self.invalidFlagColumnNames.contains(name) {
            self = .flag(good: false)
        } else {
            return nil
        }
    }

    func label(_ word: String, _ normal: NormalBeats) -> BeatLabel {
        guard case .flag(let trueMeansGood) = self else { return BeatLabel(word, normal) }
        return switch word.lowercased() {
        case "1", "true": trueMeansGood ? .none : .artefact
        case "0", "false": trueMeansGood ? .artefact : .none
        case "": .none
        // `artifact` beside `N`: a word, whatever the column is called.
        default: BeatLabel(word, normal)
        }
    }
}
