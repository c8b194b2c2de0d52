import Foundation

/// A file as `ffprobe` and `ffmpeg` see it.
struct FFmpegSong {
    let programs: DecoderPrograms
    let path: SongPath
    let limits: DecoderLimits
    let isCancelled: @Sendable () -> Bool

    /// Lists of other files (HLS, concat) and everything that reaches a network are not among these.
    static let demuxers = [
        "aac", "ac3", "aiff", "ape", "asf", "au", "caf", "dsf", "eac3", "flac", "matroska,webm",
        "mov,mp4,m4a,3gp,3g2,mj2", "mp3", "mpc", "mpc8", "ogg", "tak", "tta", "w64", "wav", "wv",
    ]

    /// Options before the input, the same for both programs.
    private var input: [[UInt8]] {
        [
            "-v", "error", "-protocol_whitelist", "file,pipe", "-format_whitelist",
            Self.demuxers.joined(separator: ","),
        ].map { Array($0.utf8) }
    }

    /// `file:` keeps the decoder from taking a name for an option or an address.
    private var name: [UInt8] { Array("file:".utf8) + path.bytes }

    /// Returns the data that the file states of itself.
    func probe() throws(SongError) -> ProbedSong {
        let words =
            [Array(programs.proberPath.utf8)] + input
            + [
                "-select_streams", "a:0", "-print_format", "json", "-show_entries",
                "format=duration:format_tags:stream=codec_name,sample_rate,channels,duration"
                    + ":stream_tags",
            ].map { Array($0.utf8) } + [name]
        var bytes: [UInt8] = []
        try run(words) { piece in
            bytes.append(contentsOf: piece)
            return bytes.count <= limits.maxProbeByteCount
        }
        guard let song = ProbedSong(json: bytes) else { throw .undecodable }
        return song
    }

    /// SHA-256 of the coded packets, which stays the same when tags and pictures change.
    func audioKey() throws(SongError) -> String {
        let words =
            decoderArguments
            + ["-map", "0:a:0", "-c", "copy", "-f", "hash", "-hash", "sha256", "-"].map {
                Array($0.utf8)
            }
        var bytes: [UInt8] = []
        try run(words) { piece in
            bytes.append(contentsOf: piece)
            return bytes.count <= 1_024
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("SHA256="), text.utf8.count == 72 else { throw .undecodable }
        return String(text.dropFirst(7).prefix(64))
    }

    /// Gives the samples, interleaved, from the excerpt or all of them.
    ///
    /// - Returns: how many bytes of samples there were.
    @discardableResult
    func decode(
        _ song: ProbedSong, excerpt: Range<Double>?, receive: (UnsafeBufferPointer<Float>) -> Void
    ) throws(SongError) -> Int {
        let frameByteCount = 4 * song.channelCount
        let maxByteCount = Int(limits.maxSeconds * song.sampleRateHz) * frameByteCount
        var words = [Array(programs.decoderPath.utf8), Array("-nostdin".utf8)]
        if let excerpt { words += ["-ss", "\(excerpt.lowerBound)"].map { Array($0.utf8) } }
        words += input + [Array("-i".utf8), name]
        let seconds = excerpt.map { $0.upperBound - $0.lowerBound }
        words += [
            "-map", "0:a:0", "-t", "\(seconds ?? limits.maxSeconds + 1)", "-ac",
            "\(song.channelCount)", "-ar", "\(Int(song.sampleRateHz))", "-c:a", "pcm_f32le", "-f",
            "f32le", "-",
        ].map { Array($0.utf8) }
        var frames = FrameAssembler(frameByteCount: frameByteCount)
        var isTooLong = false
        do throws(SongError) {
            try run(words) { piece in
                isTooLong = frames.byteCount + piece.count > maxByteCount
                guard !isTooLong else { return false }
                frames.push(piece, receive)
                return true
            }
        } catch {
            throw isTooLong ? .tooLong : error
        }
        guard frames.byteCount >= frameByteCount else { throw .undecodable }
        return frames.byteCount
    }

    /// The first picture of the file, as its bytes are.
    ///
    /// - Throws: `undecodable` where there is none; `outputTooLarge` where it is larger.
    func picture(atMost maxByteCount: Int) throws(SongError) -> [UInt8] {
        let words =
            decoderArguments
            + ["-map", "0:v:0", "-c:v", "copy", "-frames:v", "1", "-f", "image2pipe", "-"].map {
                Array($0.utf8)
            }
        var bytes: [UInt8] = []
        try run(words) { piece in
            bytes.append(contentsOf: piece)
            return bytes.count <= maxByteCount
        }
        return bytes
    }

    private var decoderArguments: [[UInt8]] {
        [Array(programs.decoderPath.utf8), Array("-nostdin".utf8)] + input + [
            Array("-i".utf8), name,
        ]
    }

    private func run(
        _ words: [[UInt8]], receive: (UnsafeRawBufferPointer) -> Bool
    ) throws(SongError) {
        let child = DecoderProcess(words: words, limits: limits)
        switch child.run(isCancelled: isCancelled, receive: receive) {
        case .exited(status: 0): return
        case .exited: throw .undecodable
        case .crashed: throw .crashed
        case .timedOut: throw .timedOut
        case .stopped: throw .outputTooLarge
        case .cancelled: throw .cancelled
        case .notStarted: throw .noDecoder
        }
    }
}

/// Pieces of bytes that end anywhere, handed on as whole frames of samples.
struct FrameAssembler {
    let frameByteCount: Int
    /// Bytes of whole frames that were handed on.
    private(set) var byteCount = 0
    private var samples: [Float] = []
    private var remainder: [UInt8] = []

    init(frameByteCount: Int) { self.frameByteCount = frameByteCount }

    mutating func push(
        _ piece: UnsafeRawBufferPointer, _ receive: (UnsafeBufferPointer<Float>) -> Void
    ) {
        let joinedByteCount = remainder.count + piece.count
        let wholeByteCount = joinedByteCount / frameByteCount * frameByteCount
        guard wholeByteCount > 0 else {
            remainder.append(contentsOf: piece)
            return
        }
        samples.removeAll(keepingCapacity: true)
        let used = wholeByteCount - remainder.count
        let remainderByteCount = remainder.count
        samples.append(contentsOf: repeatElement(0, count: wholeByteCount / 4))
        samples.withUnsafeMutableBytes { target in
            target.copyBytes(from: remainder)
            UnsafeMutableRawBufferPointer(rebasing: target[remainderByteCount...])
                .copyBytes(from: piece[..<used])
        }
        remainder.removeAll(keepingCapacity: true)
        remainder.append(contentsOf: piece[used...])
        byteCount += wholeByteCount
        samples.withUnsafeBufferPointer(receive)
    }
}
