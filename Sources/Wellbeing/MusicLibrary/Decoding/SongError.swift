/// The reason that a file gives no song. A scan stores it with the file, and continues.
package enum SongError: String, Error, Sendable, CaseIterable {
    /// Neither the decoder nor the reader of WAV finds sound in it.
    case undecodable
    /// A file with more sound than ``DecoderLimits/maxSeconds``.
    case tooLong = "too_long"
    /// The decoder gave nothing for as long as it is waited for, and was ended.
    case timedOut = "decoder_hung"
    /// The decoder was ended by a signal: a crash, or a limit of the system.
    case crashed = "decoder_died"
    /// The decoder wrote more than such a file can hold, and was ended.
    case outputTooLarge = "decoder_flooded"
    /// A pipe, a device, or something else that is no file.
    case notAFile = "not_a_file"
    /// The system does not let it be read.
    case unreadable = "cannot_read"
    /// A file that was written to while it was read; the next scan looks at it again.
    case changed
    /// A file that needs the decoder, which is not installed; the next scan looks at it again.
    case noDecoder = "no_decoder"
    /// The person ended the scan.
    case cancelled

    /// True if the next scan tries again, though the file is the same.
    package var isTransient: Bool { [.changed, .noDecoder, .cancelled].contains(self) }

    /// The text of the error that a person reads.
    package var text: String {
        switch self {
        case .undecodable: "no sound can be decoded from it"
        case .tooLong: "it has more than 2 h of sound"
        case .timedOut: "the decoder did not go on, and was ended"
        case .crashed: "the decoder crashed, or went beyond its limits of time and memory"
        case .outputTooLarge: "the decoder wrote more than the file can hold, and was ended"
        case .notAFile: "it is no regular file"
        case .unreadable: "it cannot be read"
        case .changed: "it was written to while it was read; the next scan looks at it again"
        case .noDecoder:
            "ffmpeg and ffprobe are needed for it: install the package ffmpeg"
        case .cancelled: "the scan was ended"
        }
    }
}
