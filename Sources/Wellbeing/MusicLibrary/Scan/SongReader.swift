import Foundation
import SongFeatures

/// Reads a file: its tags, the hash of its sound, and what it is like.
struct SongReader: Sendable {
    /// nil where they are not installed; WAV files are read all the same.
    let programs: DecoderPrograms?
    let limits: DecoderLimits
    /// Length of the part in the middle that is measured; nil for all; s.
    let excerptSeconds: Double?
    let isCancelled: @Sendable () -> Bool

    /// - Parameter isKnown: whether the sound with this hash need not be measured.
    func read(
        _ path: SongPath, isKnown: (String) throws(MusicStoreError) -> Bool
    ) throws -> ScannedSong {
        // Opening a pipe must not wait for its other end.
        let descriptor = path.withCString {
            open($0, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw SongError.unreadable }
        defer { close(descriptor) }
        let before = try Self.file(path, descriptor)
        guard before.size > 0 else { throw SongError.undecodable }
        let source: WAVSong.Source = { Self.bytes(descriptor, $0) }
        let read: ScannedSong
        if let wav = try WAVSong(
            fileByteCount: Int(before.size), maxSeconds: limits.maxSeconds, read: source)
        {
            read = try self.read(wav, before, source, isKnown)
        } else {
            read = try decode(before, isKnown)
        }
        guard try Self.file(path, descriptor) == before else { throw SongError.changed }
        return read
    }

    private func read(
        _ wav: WAVSong, _ file: FolderWalk.File, _ source: WAVSong.Source,
        _ isKnown: (String) throws(MusicStoreError) -> Bool
    ) throws -> ScannedSong {
        var tags = SongTags()
        if wav.mayHaveTags, let programs {
            do throws(SongError) {
                tags = try song(file.path, programs).probe().tags
            } catch {
                // The sound is there all the same.
                if error == .cancelled { throw error }
            }
        }
        let key = try wav.audioKey(read: source, isCancelled: isCancelled)
        var result = ScannedSong(file: file, audioKey: key, tags: tags)
        if try isKnown(key) { return result }
        let excerpt = excerptRange(of: wav.seconds)
        let frames =
            excerpt.map {
                Int($0.lowerBound * wav.sampleRateHz)..<Int($0.upperBound * wav.sampleRateHz)
            } ?? 0..<wav.frameCount
        result.measurement = try measure(
            wav.sampleRateHz, wav.channelCount, codec: "wav", seconds: wav.seconds, excerpt
        ) { receive throws(SongError) in
            try wav.decode(frames, read: source, isCancelled: isCancelled, receive: receive)
        }
        return result
    }

    private func decode(
        _ file: FolderWalk.File, _ isKnown: (String) throws(MusicStoreError) -> Bool
    ) throws -> ScannedSong {
        guard let programs else { throw SongError.noDecoder }
        let song = song(file.path, programs)
        let probed = try song.probe()
        if let seconds = probed.seconds, seconds > limits.maxSeconds { throw SongError.tooLong }
        let key = try song.audioKey()
        var result = ScannedSong(file: file, audioKey: key, tags: probed.tags)
        if try isKnown(key) { return result }
        let excerpt = probed.seconds.flatMap { self.excerptRange(of: $0) }
        result.measurement = try measure(
            probed.sampleRateHz, probed.channelCount, codec: probed.codec,
            seconds: excerpt == nil ? nil : probed.seconds, excerpt
        ) { receive throws(SongError) in
            try song.decode(probed, excerpt: excerpt, receive: receive)
        }
        return result
    }

    private func song(_ path: SongPath, _ programs: DecoderPrograms) -> FFmpegSong {
        FFmpegSong(programs: programs, path: path, limits: limits, isCancelled: isCancelled)
    }

    /// - Parameter seconds: length of the whole song; nil where it is that of the samples.
    private func measure(
        _ sampleRateHz: Double, _ channelCount: Int, codec: String, seconds: Double?,
        _ excerpt: Range<Double>?,
        samples: ((UnsafeBufferPointer<Float>) -> Void) throws(SongError) -> Void
    ) throws(SongError) -> SongMeasurement {
        guard var analyzer = SongAnalyzer(sampleRateHz: sampleRateHz, channelCount: channelCount)
        else {
            throw .undecodable
        }
        try samples { analyzer.push($0) }
        let features = analyzer.finish()
        return SongMeasurement(
            features: features, durationSeconds: seconds ?? features.seconds, codec: codec,
            sampleRateHz: sampleRateHz, channelCount: channelCount,
            excerptSeconds: excerpt.map { $0.upperBound - $0.lowerBound })
    }

    /// The middle of a song that is longer than what is to be measured.
    private func excerptRange(of seconds: Double) -> Range<Double>? {
        guard let excerptSeconds, seconds > excerptSeconds else { return nil }
        let start = (seconds - excerptSeconds) / 2
        return start..<start + excerptSeconds
    }

    private static func file(
        _ path: SongPath, _ descriptor: Int32
    ) throws(SongError) -> FolderWalk.File {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
        return FolderWalk.File(
            path: path, size: Int64(status.st_size), modifiedNs: status.modifiedNs)
    }

    private static func bytes(_ descriptor: Int32, _ range: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            while count < range.count {
                let readCount = pread(
                    descriptor, buffer.baseAddress.map { $0 + count }, range.count - count,
                    off_t(range.lowerBound + count))
                if readCount < 0, errno == EINTR { continue }
                guard readCount > 0 else { return }
                count += readCount
            }
        }
    }
}
