import PhysioTypes

/// The chosen signals of one WFDB segment, block by block.
///
/// Opens only the files that hold a chosen signal, and reads them in step. The segment ends where
/// the first of them does. Memory: one block of each file.
struct WFDBSegmentReader {
    /// Samples of one block in all signals together; a block of very long frames has 6 of them.
    private static let blockSampleCount = 24_576
    private static let emptyPiece = SignalBlock.Piece(firstSample: 0, samples: [])

    private let header: WFDBHeader
    /// Frames it should have; nil where unknown.
    private let frameLimit: Int?
    private let blockFrameCount: Int
    private var files: [WFDBSampleFile] = []
    /// One a chosen signal; nil for one that the segment does not hold.
    private var channels: [WFDBChannel?]
    private(set) var frameCount = 0
    private var isAtEnd = false
    /// The index of the file without a single whole frame.
    private var emptyFile: Int?

    /// - Parameter selectedSignals: indices among the record's signals.
    init(
        _ segment: WFDBSegmentPlan.OpenedSegment, selectedSignals: [Int], frameLimit: Int?,
        folder: WFDBFolder
    ) throws(RecordingError) {
        header = segment.header
        let selectedSignals = selectedSignals.map { segment.signalIndices[$0] }
        self.frameLimit = frameLimit
        channels = [WFDBChannel?](repeating: nil, count: selectedSignals.count)
        for group in segment.groups {
            let wantedSlots = selectedSignals.indices.filter {
                selectedSignals[$0].map(group.signalIndices.contains) ?? false
            }
            guard !wantedSlots.isEmpty else { continue }
            for slot in wantedSlots {
                guard let index = selectedSignals[slot] else { continue }
                channels[slot] = WFDBChannel(
                    fileIndex: files.count, sampleOffset: group.sampleOffset(of: index, in: header),
                    line: header.signals[index])
            }
            files.append(try group.open(header, folder))
        }
        let frameSize = files.reduce(0) { $0 + $1.samplesPerFrame }
        blockFrameCount = max(1, Self.blockSampleCount / 6 / max(1, frameSize)) * 6
    }

    /// True if no chosen signal has samples here.
    var isEmpty: Bool { files.isEmpty }

    /// True if a sample of a chosen signal was stored for a time of the segment, by now.
    var hasSamples: Bool {
        channels.contains { $0.map { $0.line.skewFrames < frameCount } ?? false }
    }

    /// The reason that there is no sample; nil where there is one, or no chosen signal. Known after
    /// the last block.
    var missingSamplesError: RecordingError? {
        guard !hasSamples, let channel = channels.lazy.compactMap({ $0 }).first else { return nil }
        guard let emptyFile else {
            return header.error(
                "the signal is stored \(channel.line.skewFrames) frames late, and there are "
                    + "\(frameCount): no sample is left",
                line: channel.line.line)
        }
        let line = channels.lazy.compactMap { $0 }.first { $0.fileIndex == emptyFile }?.line
        let (name, offset) = (line?.fileName ?? "", line?.byteOffset ?? 0)
        guard offset > 0 else {
            return .empty("the signal file \(name) holds no whole frame of samples")
        }
        return header.error(
            "\(name) holds no whole frame of samples from byte \(offset) on", line: line?.line)
    }

    /// One piece a chosen signal, counted from the start of the segment; nil after the last.
    mutating func next() throws(RecordingError) -> [SignalBlock.Piece]? {
        while !isAtEnd, !files.isEmpty {
            let pieces = try nextStoredPieces()
            if pieces.contains(where: { !$0.samples.isEmpty }) { return pieces }
        }
        let pieces = channels.indices.map { slot in
            channels[slot]?.nextTailPiece(frameCount: frameCount, limit: blockFrameCount)
                ?? Self.emptyPiece
        }
        return pieces.contains { !$0.samples.isEmpty } ? pieces : nil
    }

    /// Returns the notices that follow from the samples themselves; complete after the last block.
    func notices(of name: String) -> [Notice] {
        if let frameLimit, frameCount < frameLimit, !isEmpty {
            return [
                Notice(
                    .warning, code: "short_data",
                    "\(name) holds \(frameCount) of \(frameLimit) samples a signal: the rest may "
                        + "have been cut off")
            ]
        }
        let mismatchedChannels = channels.compactMap { $0 }.filter(\.hasWrongChecksum)
        guard frameLimit != nil, !mismatchedChannels.isEmpty else { return [] }
        let names = mismatchedChannels.prefix(4).map { $0.line.description }.joined(separator: ", ")
        return [
            Notice(
                .warning, code: "checksum",
                "\(name): samples are not those of which the header holds the checksum "
                    + "(signals: \(mismatchedChannels.count); \(names)): the file may be damaged")
        ]
    }

    private mutating func nextStoredPieces() throws(RecordingError) -> [SignalBlock.Piece] {
        let wantedFrameCount = min(blockFrameCount, (frameLimit ?? .max) - frameCount)
        var frames = wantedFrameCount
        for file in files.indices {
            let found = try files[file].read(frames: wantedFrameCount)
            if found == 0, frameCount == 0, emptyFile == nil { emptyFile = file }
            frames = min(frames, found)
        }
        isAtEnd = frames < wantedFrameCount || wantedFrameCount < blockFrameCount
        let pieces = channels.indices.map { slot in
            guard let fileIndex = channels[slot]?.fileIndex else { return Self.emptyPiece }
            return channels[slot]?.nextPiece(
                files[fileIndex], firstFrame: frameCount, frames: frames)
                ?? Self.emptyPiece
        }
        frameCount += frames
        return pieces
    }
}
