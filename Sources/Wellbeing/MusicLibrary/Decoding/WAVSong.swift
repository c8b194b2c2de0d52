import Foundation
import PracticePlans
import RecordingFiles

/// The samples of a WAV file, read by ourselves: PCM of 8, 16, 24 and 32 bits, floating point of 32 and 64.
///
/// The header is that of ``WAVHeader``; what is here reads a long file in pieces.
package struct WAVSong {
    package let sampleRateHz: Double
    package let channelCount: Int
    package let frameCount: Int
    /// True if the file has parts that may hold tags, before or after its samples.
    package let mayHaveTags: Bool
    private let header: WAVHeader
    private let format: WAVSampleFormat

    package var seconds: Double { Double(frameCount) / sampleRateHz }

    /// Gives the bytes of a range within the file; fewer where it has been cut meanwhile.
    package typealias Source = (Range<Int>) -> [UInt8]

    private static let framesPerPiece = 8_192
    package static let rateRangeHz = 8_000...192_000
    package static let channelCountRange = 1...8

    /// - Returns: nil where the bytes are no WAV file, or one whose coding only the decoder knows.
    /// - Throws: `undecodable` for a WAV file that contradicts itself or is cut; `tooLong`.
    package init?(
        fileByteCount: Int, maxSeconds: Double, read: Source
    ) throws(SongError) {
        do throws(WAVError) {
            header = try WAVHeader(fileByteCount: fileByteCount, read: read)
            format = try WAVSampleFormat(header)
        } catch {
            switch error {
            case .notWAV, .coding: return nil
            default: throw .undecodable
            }
        }
        guard Self.rateRangeHz.contains(header.sampleRateHz),
            Self.channelCountRange.contains(header.channelCount),
            header.frameByteCount == header.channelCount * format.byteCount
        else { throw .undecodable }
        sampleRateHz = Double(header.sampleRateHz)
        channelCount = header.channelCount
        frameCount = header.dataByteRange.count / header.frameByteCount
        guard frameCount > 0 else { throw .undecodable }
        let plainHeaderByteCount = 44
        mayHaveTags =
            header.dataByteRange.lowerBound > plainHeaderByteCount
            || header.dataByteRange.upperBound + 1 < fileByteCount
        guard seconds <= maxSeconds else { throw .tooLong }
    }

    /// SHA-256 of the whole frames: what the decoder gives for the coded packets of such a file.
    package func audioKey(
        read: Source, isCancelled: () -> Bool = { false }
    ) throws(SongError) -> String {
        var hash = SHA256()
        try forEachPiece(0..<frameCount, read, isCancelled) { bytes in
            bytes.withUnsafeBytes { hash.add($0) }
        }
        return hash.hex()
    }

    /// Gives the samples of some frames, interleaved, full scale 1.
    package func decode(
        _ frames: Range<Int>, read: Source, isCancelled: () -> Bool = { false },
        receive: (UnsafeBufferPointer<Float>) -> Void
    ) throws(SongError) {
        var samples: [Float] = []
        try forEachPiece(frames.clamped(to: 0..<frameCount), read, isCancelled) { bytes in
            samples.removeAll(keepingCapacity: true)
            bytes.withUnsafeBytes { append($0, to: &samples) }
            samples.withUnsafeBufferPointer(receive)
        }
    }

    private func forEachPiece(
        _ frames: Range<Int>, _ read: Source, _ isCancelled: () -> Bool,
        _ receive: ([UInt8]) -> Void
    ) throws(SongError) {
        var frame = frames.lowerBound
        while frame < frames.upperBound {
            if isCancelled() { throw .cancelled }
            let end = min(frame + Self.framesPerPiece, frames.upperBound)
            let start = header.dataByteRange.lowerBound + frame * header.frameByteCount
            let count = (end - frame) * header.frameByteCount
            let bytes = read(start..<start + count)
            guard bytes.count == count else { throw .changed }
            receive(bytes)
            frame = end
        }
    }

    private func append(_ bytes: UnsafeRawBufferPointer, to samples: inout [Float]) {
        let count = bytes.count / format.byteCount
        switch format {
        case .unsigned8:
            for byte in bytes { samples.append((Float(byte) - 128) / 128) }
        case .signed(byteCount: 2):
            for index in 0..<count {
                let value = bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self)
                samples.append(Float(Int16(littleEndian: value)) / 32_768)
            }
        case .signed(byteCount: 3):
            for index in 0..<count {
                let (low, middle) = (bytes[3 * index], bytes[3 * index + 1])
                let high = Int32(Int8(bitPattern: bytes[3 * index + 2]))
                samples.append(
                    Float(high << 16 | Int32(middle) << 8 | Int32(low)) / 8_388_608)
            }
        case .signed:
            for index in 0..<count {
                let value = bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self)
                samples.append(Float(Int32(littleEndian: value)) / 2_147_483_648)
            }
        case .float32:
            for index in 0..<count {
                let bits = bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
                samples.append(Float(bitPattern: UInt32(littleEndian: bits)))
            }
        case .float64:
            for index in 0..<count {
                let bits = bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self)
                samples.append(Float(Double(bitPattern: UInt64(littleEndian: bits))))
            }
        }
    }
}
