/// Data of known kinds that hold nothing that is read, and what is said of them.
enum UnreadInput {
    // MARK: Asked for signals

    /// Why an input that no decoder knows has no signals; nil where it may be text.
    ///
    /// - Parameter start: the first bytes, ``InputHead/startSize`` of them where there are so many.
    static func reasonForNoSignals(_ start: ArraySlice<UInt8>) -> RecordingError? {
        if start.hasPrefix(text: ISHNEHeader.annotationMagic) {
            return .noSignal(
                "this is an ISHNE annotation file: the samples are in the file it belongs to")
        }
        if start.hasPrefix(text: zipMagic) {
            return .noSignal("this is a zip archive: unpack it and name a file of it")
        }
        if start.hasPrefix(text: "XDF:") { return .noSignal("XDF recordings are not read") }
        if start.dropFirst(8).hasPrefix(text: FITDecoder.mark) {
            return .noSignal(
                "a FIT file holds no sampled ECG: its R-R intervals are read by hrv analyze")
        }
        return isBinary(start)
            ? .unknownFormat("this is binary data of no known format", line: nil) : nil
    }

    private static let zipMagic = "PK\u{3}\u{4}"

    /// Whether bytes occur that no text has; UTF-16 with its mark has zeros and is text.
    private static func isBinary(_ start: ArraySlice<UInt8>) -> Bool {
        if TextNarrower.Mark(start).isLittleEndian != nil { return false }
        return start.contains { $0 < 0x09 || (0x0E..<0x20).contains($0) && $0 != 0x1B }
    }

    // MARK: Asked for beats

    /// Why an input has no intervals whose first line with content this is, whatever else it holds;
    /// nil where it may have some.
    static func reasonForNoBeats(_ line: ArraySlice<UInt8>) -> RecordingError? {
        if let signals = formatOfSignals(line) { return holdsSignals("\(signals) recording") }
        if line.starts(with: GzipSource.magic) || line.hasPrefix(text: zipMagic) {
            return .unknownFormat("this is a compressed file: unpack it first", line: nil)
        }
        if line.contains(0) {
            return .unknownFormat("this is binary data, not text", line: nil)
        }
        return nil
    }

    /// Why a text has no intervals whose first line no format knows; nil where it may be a table.
    static func reasonForNoTable(_ line: ArraySlice<UInt8>, _ number: Int) -> RecordingError? {
        guard line.hasPrefix(text: "{") || line.hasPrefix(text: "[") else { return nil }
        return .unknownFormat(
            "this looks like JSON, which is not read as R-R text: write one interval a line",
            line: number)
    }

    /// Why an input of sampled signals has no intervals.
    static func holdsSignals(_ what: String) -> RecordingError {
        .noRR("this is \(what): it holds signals, in which beats must be detected first")
    }

    /// The format of signals that begins like this, with its article; nil for none.
    private static func formatOfSignals(_ line: ArraySlice<UInt8>) -> String? {
        switch EDFHeader.format(of: line) {
        case "edf": return "an EDF"
        case "bdf": return "a BDF"
        default: break
        }
        if line.hasPrefix(text: ISHNEHeader.magic) { return "an ISHNE Holter" }
        return line.hasPrefix(text: OpenSignalsHeader.magic) ? "an OpenSignals" : nil
    }
}
