/// The storage type of a number of a FIT message; the raw values are the low five bits of the
/// type's byte.
enum FITBaseType: UInt8, Sendable {
    case enumeration = 0
    case int8, uint8, int16, uint16, int32, uint32, string, float32, float64, uint8z, uint16z,
        uint32z
    case byte, int64, uint64, uint64z

    private static let mask: UInt8 = 0x1F

    /// The type that a definition states; nil for one that is not known.
    init?(code: UInt8) { self.init(rawValue: code & Self.mask) }

    /// Bytes of one number.
    var width: Int {
        switch self {
        case .enumeration, .int8, .uint8, .string, .uint8z, .byte: 1
        case .int16, .uint16, .uint16z: 2
        case .int32, .uint32, .float32, .uint32z: 4
        case .float64, .int64, .uint64, .uint64z: 8
        }
    }

    /// The number that bits stand for; nil where they are the mark of a missing value, for text, and
    /// for a floating-point number that is infinite or not a number. Integers beyond 2^53 are
    /// rounded.
    ///
    /// - Parameter bits: as many bytes as the type is wide, the others 0.
    func number(_ bits: UInt64) -> Double? {
        let allOnes = width == 8 ? UInt64.max : (UInt64(1) << UInt64(8 * width)) - 1
        switch self {
        case .enumeration, .uint8, .uint16, .uint32, .uint64, .byte:
            return bits == allOnes ? nil : Double(bits)
        case .uint8z, .uint16z, .uint32z, .uint64z: return bits == 0 ? nil : Double(bits)
        case .int8, .int16, .int32, .int64:
            guard bits != allOnes >> 1 else { return nil }
            let shift = UInt64(64 - 8 * width)
            return Double(Int64(bitPattern: bits << shift) >> Int64(shift))
        case .float32:
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
            return value.isFinite ? Double(value) : nil
        case .float64:
            let value = Double(bitPattern: bits)
            return value.isFinite ? value : nil
        case .string: return nil
        }
    }
}
