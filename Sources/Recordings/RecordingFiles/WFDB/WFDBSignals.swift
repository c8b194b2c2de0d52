import PhysioTypes

/// Reads the samples of a WFDB record: any storage format but the compressed ones, several files,
/// several segments, signals of different rates.
///
/// - Times agree: a signal that is stored late (skew) is shifted back. Its first frames, which lie
///   before the record, are passed over, and as many at its end are missing (NaN), so that all
///   signals have one length. Segments are treated so one by one.
/// - A physical value is (stored - baseline) / gain; voltages are given in mV.
/// - A null segment, and a signal that a segment does not have, is a segment not recorded; where
///   the record ends with one, the last sample is given as missing, so that the length is known.
/// - A file that ends early gives its whole frames; a checksum is compared where all were read. A
///   record of whose chosen signals no sample is there at all is an error.
///
/// - SeeAlso: "WFDB Applications Guide", header(5) and signal(5), PhysioNet.
struct WFDBSignals: SignalDecoder, ReadableFormat {
    static let formats = [
        RecordingFormat(name: "wfdb", summary: "WFDB signals (.hea with .dat): ECG and others")
    ]

    /// A damaged record of many segments would repeat itself.
    private static let noticeLimit = 50

    let format = name
    let signals: [SignalDescription]
    let startDate: String?
    let recipe: Recipe
    private(set) var notices: [Notice]
    let annotations: [SignalAnnotation] = []

    private let plan: WFDBSegmentPlan
    private let folder: WFDBFolder
    private var selectedSignals: [Int]
    private var nextSegmentIndex = 0
    private var reader: WFDBSegmentReader?
    /// The opened segments that occur several times: a record may name one a hundred thousand
    /// times.
    private var openedSegments: [String: WFDBSegmentPlan.OpenedSegment] = [:]
    /// Samples of each chosen signal up to the end of its last piece.
    private var readSampleCounts: [Int]
    private var isAtEnd = false
    private var hasSamples = false
    /// The reason that the first segment without samples has none.
    private var missingSamplesError: RecordingError?

    /// - Throws: `noSignal` for a record without samples; `nestedSegment`, `badHeader`, and what
    ///   reading a header throws.
    init(_ record: WFDBHeader, _ folder: WFDBFolder) throws(RecordingError) {
        plan = try WFDBSegmentPlan(record, folder)
        self.folder = folder
        guard record.segments != nil || plan.signals.contains(where: { $0.fileName != nil }) else {
            throw .noSignal("the record has no samples, only what its header says")
        }
        for line in plan.signals {
            let rateHz = record.sampleRateHz * Double(line.samplesPerFrame)
            guard RecordingLimits.rateRangeHz.contains(rateHz) else {
                throw plan.signalHeader.error(
                    "\(line.samplesPerFrame) samples a frame make \(rateHz) samples a second: no "
                        + "recorder has so many",
                    line: line.line)
            }
        }
        signals = plan.signals.map { [plan] line in
            SignalDescription(
                name: line.description, unit: line.physicalUnit,
                sampleRateHz: record.sampleRateHz * Double(line.samplesPerFrame),
                sampleCount: plan.frameCount.map { $0 * line.samplesPerFrame })
        }
        startDate = record.startDate
        var recipe = Recipe()
        recipe.set(.inputRateHz, .number(record.sampleRateHz))
        self.recipe = recipe
        notices = record.notices
        selectedSignals = Array(plan.signals.indices)
        readSampleCounts = selectedSignals.map { _ in 0 }
    }

    mutating func choose(_ indices: [Int]) {
        selectedSignals = indices
        readSampleCounts = selectedSignals.map { _ in 0 }
    }

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        while !isAtEnd {
            if reader == nil, try !openNextSegment() {
                isAtEnd = true
                if let missingSamplesError, !hasSamples { throw missingSamplesError }
                return closingBlock()
            }
            let firstFrame = plan.segments[nextSegmentIndex - 1].firstFrame
            if let pieces = try reader?.next() {
                hasSamples = hasSamples || reader?.hasSamples == true
                return block(pieces, firstFrame)
            }
            closeSegment()
        }
        return nil
    }

    // MARK: Segments

    /// - Returns: whether there was one.
    private mutating func openNextSegment() throws(RecordingError) -> Bool {
        guard nextSegmentIndex < plan.segments.count else { return false }
        let segment = plan.segments[nextSegmentIndex]
        nextSegmentIndex += 1
        let opened = try open(segment)
        if let name = segment.name {
            add(opened.header.notices)
            if let statedSampleCount = opened.header.sampleCount,
                statedSampleCount != segment.frameCount
            {
                let length = segment.frameCount ?? 0
                add([
                    Notice(
                        .warning, code: "segment",
                        "segment \(name) states \(statedSampleCount) samples a signal, the record \(length): "
                            + "those of the record are read")
                ])
            }
        }
        reader = try WFDBSegmentReader(
            opened, selectedSignals: selectedSignals, frameLimit: segment.frameCount, folder: folder
        )
        return true
    }

    private mutating func open(
        _ segment: WFDBSegmentPlan.Segment
    ) throws(RecordingError) -> WFDBSegmentPlan.OpenedSegment {
        if let name = segment.name, let knownSegment = openedSegments[name] { return knownSegment }
        var warnings: [String] = []
        let openedSegment = try plan.open(segment, folder) { warnings.append($0) }
        for warning in warnings { add([Notice(.warning, code: "segment", warning)]) }
        if let name = segment.name, plan.repeatedNames.contains(name) {
            openedSegments[name] = openedSegment
        }
        return openedSegment
    }

    private mutating func closeSegment() {
        let name = plan.segments[nextSegmentIndex - 1].name
        add(reader?.notices(of: name ?? plan.record.name) ?? [])
        missingSamplesError = missingSamplesError ?? reader?.missingSamplesError
        reader = nil
    }

    private mutating func add(_ added: [Notice]) {
        notices += added.prefix(max(0, Self.noticeLimit - notices.count))
    }

    // MARK: Blocks

    /// Pieces of a segment at their positions in the record.
    private mutating func block(_ pieces: [SignalBlock.Piece], _ firstFrame: Int) -> SignalBlock {
        var block = SignalBlock(pieces: pieces)
        for slot in selectedSignals.indices {
            block.pieces[slot].firstSample +=
                firstFrame * plan.signals[selectedSignals[slot]].samplesPerFrame
            readSampleCounts[slot] =
                block.pieces[slot].firstSample + block.pieces[slot].samples.count
        }
        return block
    }

    /// The last sample of every signal that is not recorded at the end of a record of segments.
    private func closingBlock() -> SignalBlock? {
        guard plan.record.segments != nil, let frames = plan.frameCount else { return nil }
        let pieces = selectedSignals.indices.map { slot in
            let count = frames * plan.signals[selectedSignals[slot]].samplesPerFrame
            return readSampleCounts[slot] < count
                ? SignalBlock.Piece(firstSample: count - 1, samples: [.nan])
                : SignalBlock.Piece(firstSample: count, samples: [])
        }
        return pieces.contains { !$0.samples.isEmpty } ? SignalBlock(pieces: pieces) : nil
    }
}
