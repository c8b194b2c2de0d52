/// One signal of a WFDB segment on its way from stored integers to physical values.
struct WFDBChannel {
    /// The index of the file among the segment's files.
    let fileIndex: Int
    /// The offset of the first of its samples in each frame of the file.
    let sampleOffset: Int
    let line: WFDBSignalLine
    /// Frames handed over so far.
    private(set) var emittedFrameCount = 0
    /// The sum of all samples stored so far, modulo 2^32.
    private(set) var sampleSum: UInt32 = 0

    init(fileIndex: Int, sampleOffset: Int, line: WFDBSignalLine) {
        self.fileIndex = fileIndex
        self.sampleOffset = sampleOffset
        self.line = line
    }

    /// True if the stated checksum is not that of the samples.
    var hasWrongChecksum: Bool {
        guard let stated = line.checksum else { return false }
        return UInt16(truncatingIfNeeded: stated) != UInt16(truncatingIfNeeded: sampleSum)
    }

    /// The physical values of a block of stored frames.
    ///
    /// The signal is stored late by its skew: the frames before it belong to no time of the
    /// record and are passed over.
    ///
    /// - Parameter firstFrame: of the block, counted from the start of the segment.
    mutating func nextPiece(
        _ source: WFDBSampleFile, firstFrame: Int, frames: Int
    ) -> SignalBlock.Piece {
        let skippedFrameCount = min(frames, max(0, line.skewFrames - firstFrame))
        let piece = SignalBlock.Piece(
            firstSample: emittedFrameCount * line.samplesPerFrame,
            samples: convert(source, frames: frames, skipping: skippedFrameCount))
        emittedFrameCount += frames - skippedFrameCount
        return piece
    }

    /// Returns the frames at the end of the segment that the skew leaves without samples; at most
    /// `limit` frames.
    mutating func nextTailPiece(frameCount: Int, limit: Int) -> SignalBlock.Piece {
        let frames = min(limit, frameCount - emittedFrameCount)
        let piece = SignalBlock.Piece(
            firstSample: emittedFrameCount * line.samplesPerFrame,
            samples: [Double](repeating: .nan, count: frames * line.samplesPerFrame))
        emittedFrameCount += frames
        return piece
    }

    private mutating func convert(
        _ source: WFDBSampleFile, frames: Int, skipping skippedFrameCount: Int
    ) -> [Double] {
        guard frames > 0 else { return [] }
        let scale = Scale(
            missing: source.missingCode, baseline: Double(line.baseline), gain: line.gain,
            factor: VoltageUnit.millivolts(per: line.unit) ?? 1)
        let (width, stride) = (line.samplesPerFrame, source.samplesPerFrame)
        return source.samples.withUnsafeBufferPointer { stored in
            for index in 0..<width {
                let column = stored[(sampleOffset + index)...]
                sampleSum &+= Self.sampleSum(UnsafeBufferPointer(rebasing: column), stride, frames)
            }
            return [Double](unsafeUninitializedCapacity: (frames - skippedFrameCount) * width) {
                values, n in
                n = (frames - skippedFrameCount) * width
                guard n > 0 else { return }
                for index in 0..<width {
                    scale.convert(
                        UnsafeBufferPointer(
                            rebasing: stored[(skippedFrameCount * stride + sampleOffset + index)...]
                        ),
                        stride, UnsafeMutableBufferPointer(rebasing: values[index...]), width,
                        count: frames - skippedFrameCount)
                }
            }
        }
    }

    private static func sampleSum(
        _ stored: UnsafeBufferPointer<Int32>, _ stride: Int, _ count: Int
    ) -> UInt32 {
        var sum: UInt32 = 0
        var index = 0
        for _ in 0..<count {
            sum &+= UInt32(bitPattern: stored[index])
            index &+= stride
        }
        return sum
    }
}

/// The conversion from stored integers to physical values: (stored - baseline) / gain, in the
/// reader's unit.
private struct Scale {
    let missing: Int32
    let baseline: Double
    let gain: Double
    let factor: Double

    func convert(
        _ stored: UnsafeBufferPointer<Int32>, _ stride: Int,
        _ values: UnsafeMutableBufferPointer<Double>, _ step: Int, count: Int
    ) {
        var sourceIndex = 0
        var targetIndex = 0
        for _ in 0..<count {
            let value = (Double(stored[sourceIndex]) - baseline) / gain * factor
            values[targetIndex] = stored[sourceIndex] == missing ? .nan : value
            sourceIndex &+= stride
            targetIndex &+= step
        }
    }
}
