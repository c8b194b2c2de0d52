/// Types in which files store numbers.
enum NumberType {
    case int8, uint8, int16, uint16, int32, uint32, int64, uint64
    case float32, float64

    var byteCount: Int {
        switch self {
        case .int8, .uint8: 1
        case .int16, .uint16: 2
        case .int32, .uint32, .float32: 4
        case .int64, .uint64, .float64: 8
        }
    }

    /// The number that begins at an index.
    ///
    /// - Precondition: its bytes do not reach beyond the end.
    func value(
        _ bytes: ArraySlice<UInt8>, at start: Int, isBigEndian: Bool = false
    ) -> Double {
        var bits: UInt64 = 0
        if isBigEndian {
            for offset in start..<(start + byteCount) { bits = bits << 8 | UInt64(bytes[offset]) }
        } else {
            for offset in (start..<(start + byteCount)).reversed() {
                bits = bits << 8 | UInt64(bytes[offset])
            }
        }
        return switch self {
        case .int8: Double(Int8(truncatingIfNeeded: bits))
        case .int16: Double(Int16(truncatingIfNeeded: bits))
        case .int32: Double(Int32(truncatingIfNeeded: bits))
        case .int64: Double(Int64(bitPattern: bits))
        case .uint8, .uint16, .uint32, .uint64: Double(bits)
        case .float32: Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        case .float64: Double(bitPattern: bits)
        }
    }

    /// A value as the shortest decimal number that stands for it in this type.
    func text(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return "\(whole)" }
        return self == .float32 ? "\(Float(value))" : "\(value)"
    }
}
