public import PhysioTypes

/// All annotations that one annotator made of a WFDB record.
///
/// ```swift
/// let file = try WFDBAnnotationFile.read(path: "mitdb/105")
/// file.annotations.count { $0.code == WFDBCode.noise }
/// ```
public struct WFDBAnnotationFile: Sendable, Equatable {
    /// Ticks a second of the annotations' times: the file's own, or the record's sampling rate.
    public let sampleRateHz: Double
    /// The annotations in the order of their times; several may share one. What the file states
    /// about itself (its time resolution, the kinds it defines) is not among them.
    public let annotations: [WFDBAnnotation]
    /// Symbols of the codes that the file defines itself, which go before those of ``WFDBCode``.
    public let definedSymbols: [UInt8: String]
    /// Notices about data that are damaged or were corrected.
    public let notices: [Notice]

    /// - Parameter path: a WFDB record by any of its names.
    /// - Parameter annotator: ending of the annotation file; chosen where nil and only one fits.
    /// - Throws: every case of ``RecordingError``; a path that names no WFDB record cannot be read.
    public static func read(
        path: String, annotator: String? = nil
    ) throws(RecordingError) -> WFDBAnnotationFile {
        guard let record = WFDBRecordFiles(path: path, isForced: true) else {
            throw .cannotRead("no WFDB record at \(path)", .notFound)
        }
        return try record.readAnnotations(annotator: annotator)
    }

    /// - Parameter bytes: of an annotation file in the MIT format.
    /// - Parameter sampleRateHz: of the record; used unless the file states its own.
    /// - Throws: `unknownFormat` for a file in the AHA format.
    /// - Complexity: O(n), and a sort where times go back.
    public init(bytes: [UInt8], sampleRateHz: Double) throws(RecordingError) {
        var parser = WFDBAnnotations()
        try parser.consume(bytes)
        parser.finish()
        self = parser.file(sampleRateHz: sampleRateHz)
    }

    init(
        sampleRateHz: Double, annotations: [WFDBAnnotation], definedSymbols: [UInt8: String],
        notices: [Notice]
    ) {
        self.sampleRateHz = sampleRateHz
        self.annotations = annotations
        self.definedSymbols = definedSymbols
        self.notices = notices
    }
}

extension WFDBAnnotationFile: ReadableFormat {
    static let formats = [
        RecordingFormat(
            name: RecordingFormat.wfdb,
            summary: "WFDB beat annotations (.atr, .ecg, .qrs, any annotator) with their .hea",
            canBeForced: true)
    ]
}
