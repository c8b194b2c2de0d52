/// The beats of a signal as one observer has marked them, and the segments without beats.
///
/// ```swift
/// let detected = BeatMarks(positions: [100, 460.5], sampleRateHz: 360)
/// ```
public struct BeatMarks: Sendable, Equatable {
    public struct Beat: Sendable, Equatable {
        /// Samples from the start of the signal; between two samples too.
        public var position: Double
        public var label: BeatLabel

        public init(position: Double, label: BeatLabel = .normal) {
            self.position = position
            self.label = label
        }
    }

    /// One annotation of any kind.
    public struct Mark: Sendable, Equatable {
        public var position: Double
        /// The symbol that the WFDB library prints.
        public var symbol: Character
        public var subtype: Int

        public init(position: Double, symbol: Character, subtype: Int = 0) {
            self.position = position
            self.symbol = symbol
            self.subtype = subtype
        }
    }

    public let sampleRateHz: Double
    /// Beats in the order of their positions; none inside a segment of flutter.
    public let beats: [Beat]
    /// Ventricular flutter or fibrillation, from mark to mark; samples.
    public let flutterRanges: [ClosedRange<Double>]
    /// The ranges where the observer could not read the signal; samples.
    public let unreadableRanges: [ClosedRange<Double>]

    /// - Parameter positions: samples; in any order.
    /// - Parameter labels: one a position; all normal where nil.
    /// - Precondition: positions are finite, the rate is above 0, the counts agree.
    public init(positions: [Double], labels: [BeatLabel]? = nil, sampleRateHz: Double) {
        precondition(labels.map { $0.count == positions.count } ?? true, "one label a beat")
        let beats = positions.indices.map { index in
            Beat(position: positions[index], label: labels?[index] ?? .normal)
        }
        self.init(beats: beats, flutterRanges: [], unreadableRanges: [], sampleRateHz: sampleRateHz)
    }

    /// The annotations of a WFDB file.
    ///
    /// Beats are the symbols that ``BeatLabel/init(symbol:)`` knows. `[` begins a segment of
    /// flutter that the next `]`, or the end, ends; what lies between the two in the file is no
    /// beat, whatever its symbol. `~` with the bits 16 and 32 of its subtype set (neither lead is
    /// readable) begins an unreadable segment, the next `~` without both of them ends it.
    ///
    /// - Parameter marks: in the order of their positions.
    /// - Precondition: positions are finite; the rate is above 0.
    public init(marks: [Mark], sampleRateHz: Double) {
        var beats: [Beat] = []
        var flutter = SpanReader()
        var unreadable = SpanReader()
        for mark in marks {
            if mark.symbol == "[" {
                flutter.begin(at: mark.position)
            } else if mark.symbol == "]" {
                flutter.end(at: mark.position)
            } else if flutter.start != nil {
                continue
            } else if mark.symbol == "~" {
                let isUnreadable = mark.subtype & Self.unreadableBits == Self.unreadableBits
                if isUnreadable {
                    unreadable.begin(at: mark.position)
                } else {
                    unreadable.end(at: mark.position)
                }
            } else if let label = BeatLabel(symbol: mark.symbol) {
                beats.append(Beat(position: mark.position, label: label))
            }
        }
        self.init(
            beats: beats, flutterRanges: flutter.spansWithOpenEnd,
            unreadableRanges: unreadable.spansWithOpenEnd,
            sampleRateHz: sampleRateHz)
    }

    /// The bits of the subtype of `~`: the first and the second lead cannot be read.
    private static let unreadableBits = 0x30

    private init(
        beats: [Beat], flutterRanges: [ClosedRange<Double>],
        unreadableRanges: [ClosedRange<Double>],
        sampleRateHz: Double
    ) {
        precondition(sampleRateHz > 0 && sampleRateHz.isFinite, "a rate is above 0 Hz")
        precondition(beats.allSatisfy { $0.position.isFinite }, "positions are finite")
        let isSorted = zip(beats, beats.dropFirst()).allSatisfy { $0.position <= $1.position }
        self.beats = isSorted ? beats : beats.sorted { $0.position < $1.position }
        self.flutterRanges = flutterRanges
        self.unreadableRanges = unreadableRanges
        self.sampleRateHz = sampleRateHz
    }

    /// The same in samples of another rate.
    func converted(toRateHz rate: Double) -> BeatMarks {
        guard rate != sampleRateHz else { return self }
        let factor = rate / sampleRateHz
        func scaled(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
            range.lowerBound * factor...range.upperBound * factor
        }
        return BeatMarks(
            beats: beats.map { Beat(position: $0.position * factor, label: $0.label) },
            flutterRanges: flutterRanges.map(scaled),
            unreadableRanges: unreadableRanges.map(scaled), sampleRateHz: rate)
    }
}

/// Segments, from their marks.
private struct SpanReader {
    private(set) var start: Double?
    private var spans: [ClosedRange<Double>] = []

    mutating func begin(at position: Double) {
        if start == nil { start = position }
    }

    mutating func end(at position: Double) {
        guard let begin = start else { return }
        spans.append(begin...max(begin, position))
        start = nil
    }

    /// All of them; an open one lasts for ever.
    var spansWithOpenEnd: [ClosedRange<Double>] {
        start.map { spans + [$0...Double.infinity] } ?? spans
    }
}
