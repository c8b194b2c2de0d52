/// Tells the formats of sampled signals apart by their first bytes.
enum SignalFormats {
    /// The decoder of an input that is no WFDB record.
    ///
    /// - Parameter fileName: of the input, where it has one.
    /// - Throws: `noSignal` for formats that hold none, and what the format's decoder throws.
    static func open(
        _ source: ByteSource, fileName: String?, options: RecordingFile.Options
    ) throws(RecordingError) -> any SignalDecoder {
        var source = try GzipSource.unpacked(source)
        let start = try source.peek(ContainerKind.peekSize)
        guard !start.isEmpty else { throw .empty("the input is empty") }
        return switch try ContainerKind(start) {
        case .edf: try EDFDecoder(source)
        case .ishne: try ISHNEDecoder(source)
        case .text: try SignalTextDecoder(source, fileName: fileName, options: options)
        }
    }
}

/// What the first bytes of an unpacked input make it.
enum ContainerKind {
    case edf
    case ishne
    case text

    static let peekSize = 512

    /// - Throws: `noSignal` for known formats whose signals are not read, `unknownFormat` for other
    ///   binary data.
    init(_ start: ArraySlice<UInt8>) throws(RecordingError) {
        if EDFHeader.format(of: start) != nil {
            self = .edf
        } else if start.hasPrefix(text: ISHNEHeader.magic) {
            self = .ishne
        } else if let what = Self.unread(start) {
            throw .noSignal(what)
        } else if Self.isBinary(start) {
            throw .unknownFormat("this is binary data of no known format", line: nil)
        } else {
            self = .text
        }
    }

    private static func unread(_ start: ArraySlice<UInt8>) -> String? {
        if start.hasPrefix(text: ISHNEHeader.annotationMagic) {
            return "this is an ISHNE annotation file: the samples are in the file it belongs to"
        }
        if start.hasPrefix(text: "PK\u{3}\u{4}") {
            return "this is a zip archive: unpack it and name a file of it"
        }
        if start.hasPrefix(text: "XDF:") { return "XDF recordings are not read" }
        if start.dropFirst(8).hasPrefix(text: ".FIT") {
            return "a FIT file holds no sampled ECG"
        }
        return nil
    }

    /// Whether bytes occur that no text has; UTF-16 with its mark has zeros and is text.
    private static func isBinary(_ start: ArraySlice<UInt8>) -> Bool {
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return false }
        return start.contains { $0 < 0x09 || (0x0E..<0x20).contains($0) && $0 != 0x1B }
    }
}
