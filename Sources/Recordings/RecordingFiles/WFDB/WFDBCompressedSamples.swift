import PhysioTypes

/// The largest number of bits of a sample of a FLAC-compressed WFDB file; the raw value is the
/// format's number.
///
/// - SeeAlso: "WFDB Applications Guide", signal(5), PhysioNet.
enum WFDBCompressedFormat: Int {
    case bits8 = 508
    case bits16 = 516
    case bits24 = 524

    var maxBitsPerSample: Int { rawValue - 500 }

    /// Stands for a sample that was not taken.
    var missingCode: Int32 { -(1 << (maxBitsPerSample - 1)) }
}

/// The samples of a FLAC-compressed signal file: one channel a signal, all at the same rate.
struct WFDBCompressedSamples {
    let format: WFDBCompressedFormat
    private let fileName: String
    private let signalCount: Int
    private let samplesPerSignalFrame: Int
    private let decoder: FLACDecoder
    /// Index in the decoder's channels of the next sample.
    private var position = 0
    private var decodedCount = 0
    private var samplesToSkip: Int

    /// - Parameters:
    ///   - source: at the first byte of the file.
    ///   - samplesPerSignalFrame: samples of each signal in a frame of the record.
    ///   - skipping: samples of each signal before the first one of the record.
    /// - Throws: `unknownFormat` where libFLAC is missing or the file is no FLAC stream.
    init(
        _ source: ByteSource, format: WFDBCompressedFormat, fileName: String, signalCount: Int,
        samplesPerSignalFrame: Int, skipping: Int
    ) throws(RecordingError) {
        var source = source
        guard try source.peek(4).elementsEqual("fLaC".utf8) else {
            throw .unknownFormat(
                "\(fileName) is no FLAC file, as format \(format.rawValue) needs it", line: nil)
        }
        self.format = format
        self.fileName = fileName
        self.signalCount = signalCount
        self.samplesPerSignalFrame = samplesPerSignalFrame
        samplesToSkip = skipping
        decoder = try FLACDecoder(source)
    }

    /// Appends the next samples in the order of other signal files: frame by frame, in each frame
    /// signal by signal.
    ///
    /// - Parameter count: frames wanted.
    /// - Returns: how many whole frames there were; fewer only where the stream ends before.
    /// - Throws: `unknownFormat` where the stream is damaged or is not what the header states.
    mutating func read(
        frames count: Int, into samples: inout [Int32]
    ) throws(RecordingError) -> Int {
        let width = samplesPerSignalFrame
        let wanted = count * width
        var found = 0
        while found < wanted {
            guard try fill() else { break }
            let blockCount = min(wanted - found, decodedCount - position)
            for (signal, channel) in decoder.channels.enumerated() {
                for index in 0..<blockCount {
                    let (frame, offset) = (found + index).quotientAndRemainder(dividingBy: width)
                    samples[(frame * signalCount + signal) * width + offset] =
                        channel[position + index]
                }
            }
            position += blockCount
            found += blockCount
        }
        return found / width
    }

    /// Makes sure that a sample is at hand.
    ///
    /// - Returns: false at the end of the stream.
    private mutating func fill() throws(RecordingError) -> Bool {
        while position == decodedCount {
            guard try nextFrame() else { return false }
            decodedCount = decoder.channels.first?.count ?? 0
            position = min(samplesToSkip, decodedCount)
            samplesToSkip -= position
        }
        return true
    }

    private func nextFrame() throws(RecordingError) -> Bool {
        do throws(RecordingError) {
            guard try decoder.nextFrame() else { return false }
        } catch {
            guard case .unknownFormat(let text, _) = error else { throw error }
            throw .unknownFormat("\(fileName): \(text)", line: nil)
        }
        guard decoder.channelCount == signalCount else {
            throw .unknownFormat(
                "\(fileName) holds \(decoder.channelCount) channels, and the header states "
                    + "\(signalCount) signals",
                line: nil)
        }
        guard decoder.bitsPerSample <= format.maxBitsPerSample else {
            throw .unknownFormat(
                "\(fileName) holds samples of \(decoder.bitsPerSample) bits, and format "
                    + "\(format.rawValue) has \(format.maxBitsPerSample) at most",
                line: nil)
        }
        return true
    }
}
