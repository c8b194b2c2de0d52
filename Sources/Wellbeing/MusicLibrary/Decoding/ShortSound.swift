/// A short sound of a file that the decoder of songs reads, in one channel.
package struct ShortSound: Sendable {
    /// The mean of the channels; full scale is -1 ... 1.
    package let values: [Float]
    package let sampleRateHz: Int

    /// Decodes a file, on this thread.
    ///
    /// - Parameter maxSeconds: a longer sound is refused.
    /// - Throws: ``SongError``, where nothing can be decoded or a limit is reached.
    package init(
        path: String, programs: DecoderPrograms, maxSeconds: Double
    ) throws(SongError) {
        var limits = DecoderLimits()
        limits.maxSeconds = maxSeconds
        (limits.processorSeconds, limits.idleSeconds, limits.totalSeconds) = (10, 5, 20)
        let song = FFmpegSong(
            programs: programs, path: SongPath(path), limits: limits, isCancelled: { false })
        let probedSong = try song.probe()
        var values: [Float] = []
        try song.decode(probedSong, excerpt: nil) { samples in
            for start in stride(from: 0, to: samples.count, by: probedSong.channelCount) {
                let frame = samples[start..<start + probedSong.channelCount]
                let mean = frame.reduce(0, +) / Float(probedSong.channelCount)
                values.append(mean.isFinite ? min(max(mean, -1), 1) : 0)
            }
        }
        self.values = values
        sampleRateHz = Int(probedSong.sampleRateHz)
    }
}
