/// A whole activity as a WAV file (PCM, 16 bits, one channel) of which any bytes can be had alone.
///
/// A WAV states its length in 32 bits, so it holds 4 GiB: 12.4 h at 48 kHz. A longer activity gets
/// 24 kHz (24.8 h), and one still longer 12 kHz (49.7 h, more than the longest sit of two phases of
/// 24 h). No computed sound loses anything by it: their highest partial is at 1,482 Hz. Words and a
/// person's own sounds keep what lies below 10 and 5 kHz.
package struct WAVTrack: Sendable {
    /// An activity that lasts longer than a WAV can hold at any of the rates.
    package struct TooLongError: Error, Equatable {
        package let seconds: Double
        package var text: String {
            "A track lasts at most 49.7 h, and this one would last \(Int(seconds / 3600)) h."
        }
    }

    package static let headerByteCount = 44
    /// The sample rates in the order in which they are tried; Hz.
    package static let sampleRatesHz = [SoundSamples.defaultRateHz, 24_000, 12_000]
    /// Samples that fit: the length field counts them and the 36 bytes before them.
    static let maxSampleCount = (Int(UInt32.max) - 36) / 2

    package let track: SoundTrack

    package init(_ contents: SoundTrackContents) throws(TooLongError) {
        let end = contents.endSeconds
        // Two samples more, as the beginning and the length of a sound are rounded.
        let rate = Self.sampleRatesHz.first {
            Int((end * Double($0)).rounded(.up)) + 2 <= Self.maxSampleCount
        }
        guard let rate else { throw TooLongError(seconds: end) }
        track = SoundTrack(contents, sampleRateHz: rate)
    }

    package var byteCount: Int { Self.headerByteCount + 2 * track.sampleCount }

    /// The bytes of the file from an offset on; fewer, or none, where the file ends before.
    ///
    /// - Complexity: as the samples of that range; nothing before it is computed.
    package func bytes(from offset: Int, count: Int) -> [UInt8] {
        precondition(offset >= 0 && count >= 0, "bytes are counted from 0")
        let start = min(offset, byteCount)
        let end = start + min(count, byteCount - start)
        let first = max(start - Self.headerByteCount, 0)
        let last = max(end - Self.headerByteCount, first)
        let samples = track.pcm16(in: first / 2..<(last + 1) / 2)
        var result: [UInt8] = []
        result.reserveCapacity(end - start)
        if start < Self.headerByteCount {
            result += header[start..<min(end, Self.headerByteCount)]
        }
        for byte in first..<last {
            let sample = UInt16(bitPattern: samples[byte / 2 - first / 2])
            result.append(UInt8(truncatingIfNeeded: byte % 2 == 0 ? sample : sample >> 8))
        }
        return result
    }

    private var header: [UInt8] {
        let rate = UInt32(track.sampleRateHz)
        let dataByteCount = UInt32(2 * track.sampleCount)
        return Array("RIFF".utf8) + Self.bytes32(dataByteCount + 36) + Array("WAVEfmt ".utf8)
            + Self.bytes32(16) + Self.bytes16(1) + Self.bytes16(1) + Self.bytes32(rate)
            + Self.bytes32(2 * rate)
            + Self.bytes16(2) + Self.bytes16(16) + Array("data".utf8) + Self.bytes32(dataByteCount)
    }

    private static func bytes16(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private static func bytes32(_ value: UInt32) -> [UInt8] {
        bytes16(UInt16(truncatingIfNeeded: value))
            + bytes16(UInt16(truncatingIfNeeded: value >> 16))
    }
}
