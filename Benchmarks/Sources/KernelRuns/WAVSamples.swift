import Foundation

/// The samples of a WAV file of 16-bit PCM, as the scripts of the report on tempo write it.
struct WAVSamples {
    let sampleRateHz: Double
    let channels: Int
    /// Whole frames, the channels interleaved, full scale 1.
    let samples: [Float]

    struct Unreadable: LocalizedError {
        let path: String
        var errorDescription: String? { "\(path) is not a WAV file of 16-bit PCM" }
    }

    /// - Throws: ``Unreadable`` where the file is something else, and what Foundation throws where it
    ///   cannot be read.
    init(path: String) throws {
        let data = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        func number(_ offset: Int, bytes: Int) -> Int {
            (0..<bytes).reduce(0) { $0 | Int(data[offset + $1]) << (8 * $1) }
        }
        guard data.count >= 44, data.starts(with: Array("RIFF".utf8)) else {
            throw Unreadable(path: path)
        }
        var format: (channels: Int, rateHz: Int)?
        var offset = 12
        while offset + 8 <= data.count {
            let name = String(decoding: data[offset..<offset + 4], as: UTF8.self)
            let length = min(number(offset + 4, bytes: 4), data.count - offset - 8)
            let body = offset + 8
            // Of the format: kind of samples (1 is PCM), channels, rate, and at byte 14 the bits.
            if name == "fmt ", length >= 16, number(body, bytes: 2) == 1,
                number(body + 14, bytes: 2) == 16
            {
                format = (number(body + 2, bytes: 2), number(body + 4, bytes: 4))
            } else if name == "data", let format, format.channels > 0 {
                channels = format.channels
                sampleRateHz = Double(format.rateHz)
                let count = length / 2 / format.channels * format.channels
                samples = (0..<count).map { i in
                    let bits = UInt16(data[body + 2 * i]) | UInt16(data[body + 2 * i + 1]) << 8
                    return Float(Int16(bitPattern: bits)) / 32_768
                }
                return
            }
            offset = body + length + length % 2
        }
        throw Unreadable(path: path)
    }
}
