import Foundation

/// Short songs of one tone, as WAV files.
package enum TestSong {
    /// Writes one of 8,000 samples a second, with one channel.
    ///
    /// - Parameter hertz: whole, so that the tone goes on from second to second.
    /// - Returns: path of the file.
    @discardableResult
    package static func write(
        _ name: String, seconds: Double, hertz: Int = 300, in folder: String
    ) throws -> String {
        let count = Int(seconds * 8_000)
        var bytes = Array("RIFF".utf8) + word(36 + 2 * count, 4) + Array("WAVEfmt ".utf8)
        bytes += word(16, 4) + word(1, 2) + word(1, 2) + word(8_000, 4) + word(16_000, 4)
        bytes += word(2, 2) + word(16, 2) + Array("data".utf8) + word(2 * count, 4)
        // A tone of whole hertz is the same in every second.
        let second = (0..<8_000).flatMap { index in
            word(Int(8_000 * sin(2 * Double.pi * Double(hertz) * Double(index) / 8_000)), 2)
        }
        while bytes.count < 44 + 2 * count {
            bytes += second.prefix(44 + 2 * count - bytes.count)
        }
        let path = folder + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Little-endian.
    private static func word(_ value: Int, _ byteCount: Int) -> [UInt8] {
        (0..<byteCount).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
