/// The format in which a WFDB signal file stores integers; the raw value is the format's number.
///
/// Samples lie in groups: two of 12 bits in 3 bytes (212), three of 10 bits in 4 bytes (310, 311),
/// one in 1 to 4 bytes (all others). All but 61 are little-endian.
///
/// - SeeAlso: "WFDB Applications Guide", signal(5), PhysioNet.
enum WFDBSampleFormat: Int, CaseIterable {
    case steps8 = 8
    case signed16 = 16
    case signed24 = 24
    case signed32 = 32
    case bigEndian16 = 61
    case offset8 = 80
    case offset16 = 160
    case packed12 = 212
    case packed10Words = 310
    case packed10 = 311

    /// - Throws: `unknownFormat` for a format that is not read.
    init(number: Int) throws(RecordingError) {
        guard let format = Self(rawValue: number) else {
            throw .unknownFormat("there is no storage format \(number)", line: nil)
        }
        self = format
    }

    /// Stands for a sample that was not taken. Format 8 has none: no sum of its steps gets to its
    /// value.
    var missingCode: Int32 {
        switch self {
        case .steps8, .signed32: Int32.min
        case .signed16, .bigEndian16, .offset16: -32768
        case .signed24: -8_388_608
        case .offset8: -128
        case .packed12: -2048
        case .packed10Words, .packed10: -512
        }
    }

    private var samplesPerGroup: Int {
        switch self {
        case .packed12: 2
        case .packed10Words, .packed10: 3
        default: 1
        }
    }

    private var bytesPerGroup: Int {
        switch self {
        case .steps8, .offset8: 1
        case .signed16, .bigEndian16, .offset16: 2
        case .signed24, .packed12: 3
        case .signed32, .packed10Words, .packed10: 4
        }
    }

    /// Bytes in which the first sample of a group, or the first two, are complete.
    private var bytesOfPartialGroup: [Int] {
        switch self {
        case .packed12: [2]
        case .packed10Words: [2, 4]
        case .packed10: [2, 3]
        default: []
        }
    }

    /// Bytes of the first `count` samples of a file.
    func byteCount(samples count: Int) -> Int {
        let (groups, rest) = count.quotientAndRemainder(dividingBy: samplesPerGroup)
        return groups * bytesPerGroup + (rest == 0 ? 0 : bytesOfPartialGroup[rest - 1])
    }

    /// Samples that are complete in the first `count` bytes of a file.
    func sampleCount(bytes count: Int) -> Int {
        let (groups, rest) = count.quotientAndRemainder(dividingBy: bytesPerGroup)
        return groups * samplesPerGroup + bytesOfPartialGroup.count { $0 <= rest }
    }

    /// The integers of the first `samples.count` samples; steps in format 8.
    ///
    /// - Parameter bytes: from the beginning of a group on; at least as many as
    ///   ``byteCount(samples:)`` says.
    /// - Complexity: O(n); allocates only for a group that is cut.
    func decode(_ bytes: UnsafeRawBufferPointer, into samples: UnsafeMutableBufferPointer<Int32>) {
        let groups = samples.count / samplesPerGroup
        decode(groups: groups, bytes, samples)
        let rest = samples.count - groups * samplesPerGroup
        guard rest > 0 else { return }
        var partialGroup = [UInt8](bytes[(groups * bytesPerGroup)...].prefix(bytesPerGroup))
        partialGroup += [UInt8](repeating: 0, count: bytesPerGroup - partialGroup.count)
        var decoded = [Int32](repeating: 0, count: samplesPerGroup)
        partialGroup.withUnsafeBytes { partialGroup in
            decoded.withUnsafeMutableBufferPointer { decode(groups: 1, partialGroup, $0) }
        }
        for index in 0..<rest { samples[groups * samplesPerGroup + index] = decoded[index] }
    }

    private func decode(
        groups: Int, _ bytes: UnsafeRawBufferPointer, _ samples: UnsafeMutableBufferPointer<Int32>
    ) {
        switch self {
        case .steps8:
            for i in 0..<groups { samples[i] = Int32(Int8(bitPattern: bytes[i])) }
        case .offset8:
            for i in 0..<groups { samples[i] = Int32(bytes[i]) - 128 }
        case .signed16:
            for i in 0..<groups { samples[i] = Int32(Int16(bitPattern: bytes.word(i))) }
        case .bigEndian16:
            for i in 0..<groups { samples[i] = Int32(Int16(bitPattern: bytes.word(i).byteSwapped)) }
        case .offset16:
            for i in 0..<groups { samples[i] = Int32(bytes.word(i)) - 32768 }
        case .signed24:
            for i in 0..<groups {
                let low = UInt32(bytes[3 * i]) | UInt32(bytes[3 * i + 1]) << 8
                samples[i] = Int32(bitPattern: (low | UInt32(bytes[3 * i + 2]) << 16) << 8) >> 8
            }
        case .signed32:
            for i in 0..<groups { samples[i] = Int32(bitPattern: bytes.doubleWord(i)) }
        case .packed12:
            for i in 0..<groups {
                let high = UInt32(bytes[3 * i + 1])
                samples[2 * i] = signExtended(UInt32(bytes[3 * i]) | high << 8, bits: 12)
                samples[2 * i + 1] = signExtended(
                    UInt32(bytes[3 * i + 2]) | (high & 0xF0) << 4, bits: 12)
            }
        case .packed10Words:
            for i in 0..<groups {
                let pair = bytes.doubleWord(i)
                samples[3 * i] = signExtended(pair >> 1, bits: 10)
                samples[3 * i + 1] = signExtended(pair >> 17, bits: 10)
                samples[3 * i + 2] = signExtended(
                    (pair >> 11) & 0x1F | (pair >> 27) << 5, bits: 10)
            }
        case .packed10:
            for i in 0..<groups {
                let word = bytes.doubleWord(i)
                samples[3 * i] = signExtended(word, bits: 10)
                samples[3 * i + 1] = signExtended(word >> 10, bits: 10)
                samples[3 * i + 2] = signExtended(word >> 20, bits: 10)
            }
        }
    }
}

/// The low `bits` bits as a number in two's complement.
@inline(__always)
private func signExtended(_ value: UInt32, bits: UInt32) -> Int32 {
    Int32(bitPattern: value << (32 - bits)) >> Int32(32 - bits)
}

extension UnsafeRawBufferPointer {
    /// Word `index` of 16 bits, low byte first.
    @inline(__always)
    fileprivate func word(_ index: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
    }

    /// Word `index` of 32 bits, low byte first.
    @inline(__always)
    fileprivate func doubleWord(_ index: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
}
