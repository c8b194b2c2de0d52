/// One signal file of a WFDB record: frames of integers, a block at a time.
///
/// The samples of its signals follow one another frame by frame. Memory: one block.
struct WFDBSampleFile {
    /// The position of a signal's samples in each frame, and the value from which format 8 counts.
    struct SignalLayout {
        let sampleOffset: Int
        let samplesPerFrame: Int
        var lastValue: Int32
    }

    /// More samples a frame than any recorder writes; bounds what a header can make us hold.
    static let frameSizeLimit = 1 << 16

    /// Stands for a sample that was not taken.
    let missingCode: Int32
    let samplesPerFrame: Int
    private var packed: (format: WFDBSampleFormat, source: ByteSource)?
    private var compressed: WFDBCompressedSamples?
    private var signalLayouts: [SignalLayout]
    /// The frames of the last block.
    private(set) var samples: [Int32] = []

    /// The source of the integers.
    enum Content {
        /// A source at the first sample.
        case packed(WFDBSampleFormat, ByteSource)
        case compressed(WFDBCompressedSamples)
    }

    init(_ content: Content, signalLayouts: [SignalLayout]) {
        self.signalLayouts = signalLayouts
        switch content {
        case .packed(let format, let source):
            packed = (format, source)
            missingCode = format.missingCode
        case .compressed(let samples):
            compressed = samples
            missingCode = samples.format.missingCode
        }
        samplesPerFrame = signalLayouts.reduce(0) { $0 + $1.samplesPerFrame }
    }

    /// Takes the next frames.
    ///
    /// - Parameter count: frames wanted; a multiple of 6 (so that no group of samples is cut) but
    ///   for the last block.
    /// - Returns: how many whole frames there were; fewer only where the file ends before.
    mutating func read(frames count: Int) throws(RecordingError) -> Int {
        let requestedCount = count * samplesPerFrame
        if compressed != nil {
            reserve(requestedCount)
            return try compressed?.read(frames: count, into: &samples) ?? 0
        }
        guard let format = packed?.format,
            let bytes = try packed?.source.read(format.byteCount(samples: requestedCount))
        else { return 0 }
        let readFrameCount =
            min(requestedCount, format.sampleCount(bytes: bytes.count)) / samplesPerFrame
        let decodedCount = readFrameCount * samplesPerFrame
        reserve(decodedCount)
        bytes.withUnsafeBytes { bytes in
            samples.withUnsafeMutableBufferPointer { samples in
                format.decode(
                    bytes, into: UnsafeMutableBufferPointer(rebasing: samples[..<decodedCount]))
            }
        }
        if format == .steps8 { addSteps(readFrameCount) }
        return readFrameCount
    }

    /// Makes ``samples`` at least `count` long.
    private mutating func reserve(_ count: Int) {
        guard samples.count < count else { return }
        samples += [Int32](repeating: 0, count: count - samples.count)
    }

    /// The running sum of each signal's steps.
    private mutating func addSteps(_ frames: Int) {
        for member in signalLayouts.indices {
            var value = signalLayouts[member].lastValue
            for frame in 0..<frames {
                let first = frame * samplesPerFrame + signalLayouts[member].sampleOffset
                for index in first..<(first + signalLayouts[member].samplesPerFrame) {
                    value &+= samples[index]
                    samples[index] = value
                }
            }
            signalLayouts[member].lastValue = value
        }
    }
}
