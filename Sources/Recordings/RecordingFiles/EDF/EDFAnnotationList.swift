import PhysioTypes

/// One entry of an annotation signal: a time, and the texts that belong to it.
///
/// `+1.25`, optionally the byte 21 and a duration, the byte 20, texts each ended by the byte 20, and
/// a zero byte.
struct EDFAnnotationList: Equatable {
    /// The time from the start that the header states; s.
    let onsetSeconds: Double
    let durationSeconds: Double?
    /// Empty texts left out.
    let texts: [String]
    /// Indicates whether the first text is empty, as in the entry that states when its record begins.
    let beginsRecord: Bool

    private static let textTerminator: UInt8 = 20
    private static let durationSeparator: UInt8 = 21

    /// - Returns: nil for bytes that break the grammar.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let onsetEnd = bytes.firstIndex(of: Self.textTerminator) else { return nil }
        let times = bytes[..<onsetEnd].split(
            separator: Self.durationSeparator, maxSplits: 1, omittingEmptySubsequences: false)
        guard let sign = times[0].first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
            let onset = EDFField.number(times[0])
        else { return nil }
        onsetSeconds = onset
        durationSeconds = times.count > 1 ? EDFField.number(times[1]) : nil
        let texts = bytes[(onsetEnd + 1)...].split(
            separator: Self.textTerminator, omittingEmptySubsequences: false)
        beginsRecord = texts.first?.isEmpty == true
        self.texts = texts.filter { !$0.isEmpty }.map(TextLine.string)
    }

    /// The entries in an annotation signal's part of one record.
    ///
    /// - Parameter onError: called for each segment that is no entry.
    static func entries(
        in bytes: ArraySlice<UInt8>, onError: () -> Void
    ) -> [EDFAnnotationList] {
        var entries: [EDFAnnotationList] = []
        for part in bytes.split(separator: 0) {
            if let entry = EDFAnnotationList(part) { entries.append(entry) } else { onError() }
        }
        return entries
    }
}
