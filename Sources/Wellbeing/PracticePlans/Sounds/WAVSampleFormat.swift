/// The format in which a WAV file stores one sample of one channel.
package enum WAVSampleFormat: Sendable, Equatable {
    /// Unsigned samples of 1 byte; 128 is silence.
    case unsigned8
    /// Signed samples of 2, 3 or 4 bytes.
    case signed(byteCount: Int)
    case float32
    case float64

    package init(_ header: WAVHeader) throws(WAVError) {
        switch (header.coding, header.bitCount) {
        case (.pcm, 8): self = .unsigned8
        case (.pcm, 16), (.pcm, 24), (.pcm, 32):
            self = .signed(byteCount: header.bitCount / 8)
        case (.float, 32): self = .float32
        case (.float, 64): self = .float64
        case (.other(let number), _): throw .coding(number)
        default: throw .bits(header.bitCount)
        }
    }

    package var byteCount: Int {
        switch self {
        case .unsigned8: 1
        case .signed(let byteCount): byteCount
        case .float32: 4
        case .float64: 8
        }
    }

    /// The sample at a byte; full scale is -1 ... 1.
    ///
    /// - Precondition: `byteCount` bytes follow from `index` on.
    package func value(in bytes: [UInt8], at index: Int) -> Double {
        var bits: UInt64 = 0
        for position in (0..<byteCount).reversed() {
            bits = bits << 8 | UInt64(bytes[index + position])
        }
        switch self {
        case .unsigned8: return (Double(bits) - 128) / 128
        case .signed:
            // At the top of 32 bits the sign is the number's own.
            let number = Int32(truncatingIfNeeded: bits << UInt64(32 - 8 * byteCount))
            return Double(number) / 2_147_483_648
        case .float32: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .float64: return Double(bitPattern: bits)
        }
    }
}
