/// A person's own sound, from the bytes of a WAV file.
package enum WAVSound {
    package static let sampleRateRangeHz = 8_000...192_000
    /// s.
    package static let maxSeconds = 60.0
    package static let maxByteCount = 20_000_000

    /// The sound in one channel at 48 kHz; of two channels it is the mean.
    ///
    /// PCM of 8, 16, 24 and 32 bits is read, and floating point, of which what exceeds full scale is
    /// held there. Bytes behind the last whole sample are not read.
    ///
    /// - Throws: ``WAVError``, where the bytes are no WAV file, or one beyond the limits.
    /// - Complexity: O(samples), of which there are at most 11.5 million, times some hundred for
    ///   another rate than 48 kHz.
    package static func samples(of bytes: [UInt8]) throws(WAVError) -> SoundSamples {
        guard bytes.count <= maxByteCount else { throw .tooManyBytes(count: bytes.count) }
        let header = try WAVHeader(fileByteCount: bytes.count) { Array(bytes[$0]) }
        let format = try WAVSampleFormat(header)
        let frameCount = try checkedFrameCount(header, format)
        let channelCount = header.channelCount
        var values = [Float](repeating: 0, count: frameCount)
        for frame in 0..<frameCount {
            var sum = 0.0
            for channel in 0..<channelCount {
                let offset = frame * header.frameByteCount + channel * format.byteCount
                let value = format.value(in: bytes, at: header.dataByteRange.lowerBound + offset)
                guard value.isFinite else { throw .nonFiniteSample(frame: frame) }
                sum += min(max(value, -1), 1)
            }
            values[frame] = Float(sum / Double(channelCount))
        }
        return SoundSamples(values: values, sampleRateHz: header.sampleRateHz)
            .resampled(toHz: SoundSamples.defaultRateHz)
    }

    private static func checkedFrameCount(
        _ header: WAVHeader, _ format: WAVSampleFormat
    ) throws(WAVError) -> Int {
        guard (1...2).contains(header.channelCount) else {
            throw .channels(header.channelCount)
        }
        guard sampleRateRangeHz.contains(header.sampleRateHz) else {
            throw .rate(hz: header.sampleRateHz)
        }
        guard header.frameByteCount == header.channelCount * format.byteCount else {
            throw .frame(byteCount: header.frameByteCount)
        }
        let frameCount = header.dataByteRange.count / header.frameByteCount
        guard frameCount > 0 else { throw .noSamples }
        let seconds = Double(frameCount) / Double(header.sampleRateHz)
        guard seconds <= maxSeconds else { throw .tooLong(seconds: seconds) }
        return frameCount
    }
}
