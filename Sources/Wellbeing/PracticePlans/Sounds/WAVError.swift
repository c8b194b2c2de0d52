/// The reason that the bytes of a WAV file were rejected.
package enum WAVError: Error, Sendable, Equatable {
    case tooManyBytes(count: Int)
    /// The first bytes are not those of a RIFF file of the kind WAVE.
    case notWAV
    /// A chunk says that it goes on behind the end of the file.
    case truncatedChunk(chunkAtByte: Int)
    case tooManyChunks
    /// A file without a chunk `fmt `, or with one that comes after the samples or is too short.
    case noFormat
    case noSamples
    /// The number of a coding that is neither PCM nor floating point.
    case coding(Int)
    case bits(Int)
    case channels(Int)
    case rate(hz: Int)
    /// A frame does not have the bytes of its channels.
    case frame(byteCount: Int)
    case tooLong(seconds: Double)
    /// A sample is NaN or infinite.
    case nonFiniteSample(frame: Int)

    /// The message for the person.
    package var text: String {
        switch self {
        case .tooManyBytes(let count):
            "The file has \(count) bytes; a sound has at most \(WAVSound.maxByteCount)."
        case .notWAV: "The file is no WAV file."
        case .truncatedChunk(let byte): "The file ends within the part that begins at byte \(byte)."
        case .tooManyChunks:
            "The file has more than \(WAVHeader.maxChunkCount) parts before its samples."
        case .noFormat: "The file does not say before its samples which format they have."
        case .noSamples: "The file has no samples."
        case .coding(let number):
            "The samples have the coding \(number); only PCM and floating point are read."
        case .bits(let count):
            "The samples have \(count) bits; PCM is read with 8, 16, 24 or 32, floating point with 32 or 64."
        case .channels(let count): "The file has \(count) channels; a sound has one or two."
        case .rate(let hertz):
            "The sample rate is \(hertz) Hz; a sound has \(WAVSound.sampleRateRangeHz.lowerBound) to "
                + "\(WAVSound.sampleRateRangeHz.upperBound) Hz."
        case .frame(let count):
            "A sample of all channels has \(count) bytes, which does not fit its format."
        case .tooLong(let seconds):
            "The sound lasts \(Int(seconds.rounded(.up))) s; it may last \(Int(WAVSound.maxSeconds)) s."
        case .nonFiniteSample(let frame): "Sample \(frame) is not a finite number."
        }
    }
}
