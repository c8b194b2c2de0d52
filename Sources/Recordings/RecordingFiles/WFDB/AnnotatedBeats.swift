/// The beats of a WFDB record with what its annotators called each, and the rhythms they lie in.
///
/// ```swift
/// let beats = try AnnotatedBeats.read(path: "mitdb/106")
/// beats.beats.count { $0.isVentricular }  // 520
/// ```
public struct AnnotatedBeats: Sendable, Equatable {
    public struct Beat: Sendable, Equatable {
        /// The number of the sample in the record, from 0 on.
        public let sample: Int
        /// The symbol as the WFDB library prints it: N L R a V F J A S E j / Q B ? ! e n f r.
        public let symbol: Character

        /// True if the beat began in the ventricles: V, r on a T wave, E an escape, F in part.
        public var isVentricular: Bool { "VrEF".contains(symbol) }

        /// True if the beat began above the ventricles but not in the sinus node: premature a A J
        /// S, escapes e j n.
        public var isSupraventricular: Bool { "aAJSejn".contains(symbol) }
    }

    public struct Rhythm: Sendable, Equatable {
        /// The sample at which the rhythm begins; it lasts to the next one.
        public let sample: Int
        /// The name as annotated, such as `(AFIB`.
        public let name: String
    }

    public let sampleRateHz: Double
    /// The beats in the order of their times; several may share one.
    public let beats: [Beat]
    /// The rhythms in the order of their times; none where the annotators gave none.
    public let rhythms: [Rhythm]
    /// Every annotation, beats and rhythms included, in the order of their times: noise, the begin
    /// and the end of ventricular flutter, and other kinds.
    public let annotations: [WFDBAnnotation]

    init(
        sampleRateHz: Double, beats: [Beat], rhythms: [Rhythm], annotations: [WFDBAnnotation] = []
    ) {
        self.sampleRateHz = sampleRateHz
        self.beats = beats
        self.rhythms = rhythms
        self.annotations = annotations
    }

    /// The beats and rhythms among the annotations of a file.
    public init(_ file: WFDBAnnotationFile) {
        self.init(
            sampleRateHz: file.sampleRateHz,
            beats: file.annotations.compactMap { annotation in
                guard annotation.isBeat, let symbol = annotation.symbol else { return nil }
                return Beat(sample: annotation.sample, symbol: symbol)
            },
            rhythms: file.annotations.filter { $0.code == WFDBCode.rhythm && !$0.text.isEmpty }
                .map { rhythm in
                    let name = TextLine.trimmed(Array(rhythm.text.utf8)[...])
                    return Rhythm(sample: rhythm.sample, name: TextLine.string(name))
                },
            annotations: file.annotations)
    }

    /// - Parameter path: a WFDB record by any of its names.
    /// - Parameter annotator: ending of the annotation file; chosen where nil and only one fits.
    /// - Throws: every case of ``RecordingError``; a path that names no WFDB record cannot be read.
    public static func read(
        path: String, annotator: String? = nil
    ) throws(RecordingError) -> AnnotatedBeats {
        AnnotatedBeats(try WFDBAnnotationFile.read(path: path, annotator: annotator))
    }
}
