import PhysioTypes

/// Reads the records of an EDF, EDF+ or BDF recording.
///
/// Whole records are used as far as the input goes, whatever number the header states. Records of
/// EDF+D lie where their own times say; where two overlap, the later record's samples count. For
/// that the last 32 768 samples, at the rate of the fastest signal, wait for what may follow; what a
/// record says of the time before them, or before a gap, is left out.
struct EDFDecoder: SignalFileDecoder {
    static let formats = [
        RecordingFormat(
            name: "edf", summary: "EDF, EDF+C, EDF+D: signals and annotations"),
        RecordingFormat(name: "bdf", summary: "BDF, BDF+: EDF of 24 bits"),
    ]
    static let fileExtensions = ["edf", "bdf"]

    /// Their number of samples is what the file's length gives, else what the header states.
    let signals: [SignalDescription]
    private let header: EDFHeader
    private var source: ByteSource
    private var clock: EDFClock
    private var selectedSignals: [Int]
    /// The samples of each chosen signal that were read and not yet handed out.
    private var pendingSamples: [EDFHeldSamples]
    private var leftOutSampleCount = 0
    private var record: [UInt8] = []
    private var position = EDFClock.Position(startSeconds: 0, isAfterGap: false)
    /// The part of the record that comes next; records of very many samples pass in several.
    private var partIndex = 0
    private let partCount: Int
    private var recordCount = 0
    private var truncatedByteCount = 0
    private var isAtEnd = false
    private var annotationErrorCount = 0
    private var droppedAnnotationCount = 0
    private(set) var annotations: [SignalAnnotation] = []

    /// Samples of the fastest signal that a block should have, more or less.
    private static let blockSampleCount = 8192
    /// Samples of the fastest signal that a later record may replace.
    private static let heldSampleCount = 32_768
    /// Annotations that are kept: a day of beats many times over.
    private static let annotationLimit = 1 << 21

    static func probe(_ head: InputHead) -> Likelihood {
        EDFHeader.format(of: head.start) == nil ? .none : .certain
    }

    init(_ input: SignalInput) throws(RecordingError) {
        source = input.source
        header = try EDFHeader(&source)
        let (header, byteCount) = (header, source.byteCount)
        let recordCount =
            byteCount.map { ($0 - header.byteCount) / header.bytesPerRecord } ?? header.recordCount
        signals = header.channels.map { channel in
            SignalDescription(
                name: channel.description.name, unit: channel.description.unit,
                sampleRateHz: channel.description.sampleRateHz,
                sampleCount: recordCount.map { $0 * channel.samplesPerRecord })
        }
        clock = EDFClock(header)
        selectedSignals = Array(header.channels.indices)
        pendingSamples = selectedSignals.map { _ in EDFHeldSamples() }
        let maxSampleCount = header.channels.map(\.samplesPerRecord).max() ?? 1
        partCount = (maxSampleCount + 2 * Self.blockSampleCount - 1) / (2 * Self.blockSampleCount)
    }

    var format: String { header.format }
    var startDate: String? { header.startDate }
    var recipe: Recipe { Recipe() }

    mutating func choose(_ indices: [Int]) {
        selectedSignals = indices
        pendingSamples = indices.map { _ in EDFHeldSamples() }
    }

    // MARK: Blocks

    mutating func nextBlock() throws(RecordingError) -> SignalBlock? {
        let reservedSampleCount = header.isDiscontinuous ? Self.heldSampleCount : 0
        var hasRunEnded = false
        while maxPendingCount < Self.blockSampleCount + reservedSampleCount {
            if record.isEmpty, try !readRecord() {
                hasRunEnded = true
                break
            }
            // A block has no gap inside.
            hasRunEnded = position.isAfterGap && maxPendingCount > 0
            if hasRunEnded { break }
            position.isAfterGap = false
            for index in selectedSignals.indices { decodePart(index) }
            partIndex += 1
            if partIndex == partCount {
                partIndex = 0
                record.removeAll(keepingCapacity: true)
            }
        }
        guard maxPendingCount > 0 else { return nil }
        let rates = selectedSignals.map { signals[$0].sampleRateHz }
        let reservedSeconds = hasRunEnded ? 0 : Double(reservedSampleCount) / (rates.max() ?? 1)
        return SignalBlock(
            pieces: pendingSamples.indices.map {
                pendingSamples[$0].drain(keeping: Int(reservedSeconds * rates[$0]))
            })
    }

    private var maxPendingCount: Int { pendingSamples.reduce(0) { max($0, $1.samples.count) } }

    /// Takes a signal's samples in the record's current part.
    private mutating func decodePart(_ index: Int) {
        let channel = header.channels[selectedSignals[index]]
        let count = channel.samplesPerRecord
        let (begin, end) = (count * partIndex / partCount, count * (partIndex + 1) / partCount)
        let next = pendingSamples[index].end
        // Less than a sample is what the fastest signal's steps leave of a slower one's.
        let statedPosition =
            position.startSeconds * channel.description.sampleRateHz + Double(begin)
        let first =
            abs(statedPosition - Double(next)) < EDFClock.minDifferenceSamples
            ? next : Int(statedPosition.rounded())
        pendingSamples[index].begin(at: first)
        if first >= pendingSamples[index].end {
            decode(channel, begin..<end, into: &pendingSamples[index].samples)
        } else {
            var replacement: [Double] = []
            decode(channel, begin..<end, into: &replacement)
            leftOutSampleCount += pendingSamples[index].replace(with: replacement, at: first)
        }
    }

    private func decode(
        _ channel: EDFHeader.Channel, _ range: Range<Int>, into samples: inout [Double]
    ) {
        let width = header.bytesPerSample
        let minimum = channel.digitalMinimum
        samples.reserveCapacity(samples.count + range.count)
        var offset = channel.byteOffset + range.lowerBound * width
        for _ in range {
            let low = Int32(record[offset]) | Int32(record[offset + 1]) << 8
            let digitalValue =
                width == 2
                ? Int32(Int16(truncatingIfNeeded: low))
                : low | Int32(Int8(bitPattern: record[offset + 2])) << 16
            samples.append(
                (Double(digitalValue) - minimum) * channel.gain + channel.physicalMinimum)
            offset += width
        }
    }

    // MARK: Records

    /// - Returns: false at the end of the input.
    private mutating func readRecord() throws(RecordingError) -> Bool {
        guard !isAtEnd else { return false }
        record += try source.read(header.bytesPerRecord)
        guard record.count == header.bytesPerRecord else {
            truncatedByteCount = record.count
            record = []
            isAtEnd = true
            guard recordCount > 0 || truncatedByteCount == 0 else {
                throw .badHeader(
                    "samples in a record: by the header a record has \(header.bytesPerRecord) "
                        + "bytes, the input has \(truncatedByteCount) behind the header",
                    line: nil)
            }
            return false
        }
        recordCount += 1
        var onset: Double?
        var entries: [EDFAnnotationList] = []
        for (index, range) in header.annotationByteRanges.enumerated() {
            let found = EDFAnnotationList.entries(in: record[range]) { annotationErrorCount += 1 }
            // The first entry of the first annotation signal states the record's time.
            if index == 0, let first = found.first, first.beginsRecord {
                onset = first.onsetSeconds
            }
            entries += found
        }
        position = clock.position(onsetSeconds: onset)
        for entry in entries { appendAnnotations(entry) }
        return true
    }

    private mutating func appendAnnotations(_ entry: EDFAnnotationList) {
        for text in entry.texts {
            guard annotations.count < Self.annotationLimit else {
                droppedAnnotationCount += 1
                continue
            }
            annotations.append(
                SignalAnnotation(
                    timeSeconds: entry.onsetSeconds - (clock.originSeconds ?? 0),
                    durationSeconds: entry.durationSeconds, text: text))
        }
    }

    // MARK: Notices

    var notices: [Notice] {
        var notices = header.notices + clock.notices
        func warn(_ code: String, _ text: String) {
            notices.append(Notice(.warning, code: code, text))
        }
        if annotationErrorCount > 0 {
            warn("edf_annotation", "annotations that break their grammar: \(annotationErrorCount)")
        }
        if droppedAnnotationCount > 0 {
            warn("edf_annotation", "annotations beyond what is kept: \(droppedAnnotationCount)")
        }
        if leftOutSampleCount > 0 {
            warn(
                "edf_overlap",
                "samples of records that begin before a gap, or long before the end of those before "
                    + "them, left out: \(leftOutSampleCount)")
        }
        if isAtEnd {
            if truncatedByteCount > 0 {
                warn(
                    "short_data",
                    "the last record has \(truncatedByteCount) of \(header.bytesPerRecord) bytes: left out"
                )
            }
            if let stated = header.recordCount, stated != recordCount {
                warn(
                    "short_data",
                    "the header states \(stated) records, the input holds \(recordCount): "
                        + "these are used")
            }
        }
        return notices + source.notices()
    }
}
