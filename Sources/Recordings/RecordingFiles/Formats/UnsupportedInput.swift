/// Data of known kinds that hold nothing that is read, and what is said of them.
enum UnsupportedInput {
    // MARK: Asked for signals

    /// Returns the reason that an input that no decoder knows has no signals; nil where it may be
    /// text.
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
        if let reason = reasonByKind(start) { return reason }
        if start.dropFirst(8).hasPrefix(text: FITDecoder.signature) {
            return .noSignal(
                "a FIT file holds no sampled ECG: its R-R intervals are read by hrv analyze")
        }
        return isBinary(start)
            ? .unknownFormat("this is binary data of no known format", line: nil) : nil
    }

    private static let zipMagic = "PK\u{3}\u{4}"

    /// Kinds of files by their first bytes, each with its article, and how to bring in those that
    /// hold recordings.
    private static let kinds: [(magic: [UInt8], name: String)] = [
        (Array("%PDF".utf8), "a PDF document"), ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture"), (Array("GIF8".utf8), "a GIF picture"),
        ([0x7F, 0x45, 0x4C, 0x46], "a program"), (Array("MZ\u{90}".utf8), "a program"),
        (Array("SQLite format 3".utf8), "a database of SQLite"),
        (Array("RIFF".utf8), "a sound or a film"), (Array("OggS".utf8), "a sound"),
        (Array("ID3".utf8), "a sound"), (Array("fLaC".utf8), "a sound"),
        (Array("BZh".utf8), "a file packed by bzip2: unpack it first"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "a file packed by xz: unpack it first"),
        ([0x28, 0xB5, 0x2F, 0xFD], "a file packed by zstd: unpack it first"),
        ([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive: unpack it first"),
        ([0xD0, 0xCF, 0x11, 0xE0], "a document of an old Office: save it as CSV"),
        ([0x89, 0x48, 0x44, 0x46], "an HDF5 file: save its vectors as CSV"),
        (Array("PAR1".utf8), "a Parquet file: save its columns as CSV"),
        ([0x93, 0x4E, 0x55, 0x4D, 0x50, 0x59], "a NumPy array: save it with numpy.savetxt"),
    ]

    /// Returns the reason that data of a known kind that hold no recording are not read; nil for
    /// others.
    private static func reasonByKind(_ start: ArraySlice<UInt8>) -> RecordingError? {
        if start.hasPrefix(text: "MATLAB 7.3") {
            return .unknownFormat(
                "this is a MATLAB file of version 7.3, which is not read: save it in MATLAB with "
                    + "save('NAME.mat', '-v7')", line: nil)
        }
        return kind(of: start).map { .unknownFormat("this is \($0), not a recording", line: nil) }
    }

    private static func kind(of start: ArraySlice<UInt8>) -> String? {
        if start.count > 132, start.dropFirst(128).hasPrefix(text: "DICM") {
            return "a DICOM file: write its waveform to EDF or CSV"
        }
        if start.dropFirst(257).hasPrefix(text: "ustar") { return "a tar archive: unpack it first" }
        return kinds.first { start.starts(with: $0.magic) }?.name
    }

    /// Returns true if bytes occur that no text has; UTF-16 with its mark has zeros and is text.
    private static func isBinary(_ start: ArraySlice<UInt8>) -> Bool {
        if TextTranscoder.ByteOrderMark(start).isLittleEndian != nil { return false }
        return start.contains { $0 < 0x09 || (0x0E..<0x20).contains($0) && $0 != 0x1B }
    }

    // MARK: Asked for beats

    /// Returns the reason that an input whose first line with content is `line` has no intervals,
    /// whatever else it holds; nil where it may have some.
    static func reasonForNoBeats(_ line: ArraySlice<UInt8>) -> RecordingError? {
        if let signals = formatOfSignals(line) { return holdsSignalsError("\(signals) recording") }
        if line.starts(with: GzipSource.magic) || line.hasPrefix(text: zipMagic) {
            return .unknownFormat("this is a compressed file: unpack it first", line: nil)
        }
        if line.contains(0) {
            return reasonByKind(line)
                ?? .unknownFormat("this is binary data, not text", line: nil)
        }
        return nil
    }

    /// Returns the reason that a text whose first line no format knows has no intervals; nil where
    /// it may be a table.
    static func reasonForNoTable(_ line: ArraySlice<UInt8>, _ number: Int) -> RecordingError? {
        // `[602, 609]` is a row of intervals.
        guard line.hasPrefix(text: "{") || line.hasPrefix(text: "["),
            TableShape.withoutBrackets(line).count == line.count
        else { return nil }
        return .unknownFormat(
            "this looks like JSON among other lines: save the document by itself",
            line: number)
    }

    /// The error for an input of beats that is read as signals.
    static let beatsInsteadOfSignalsError = RecordingError.noSignal(
        "this file holds R-R intervals, not an ECG: use hrv analyze")

    /// Returns the error for an input of sampled signals that is read as intervals.
    static func holdsSignalsError(_ what: String) -> RecordingError {
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
