/// The digest SHA-256 of bytes as they come, by which records and files are named.
///
/// - SeeAlso: FIPS 180-4, section 6.2.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
        0x5be0_cd19,
    ]
    private var block: [UInt8] = []
    private var byteCount: UInt64 = 0

    private static let blockSize = 64
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
        0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
        0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
        0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
        0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
        0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
        0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
        0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
        0xc671_78f2,
    ]

    package init() {}

    /// Adds bytes to those so far.
    package mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            block.append(byte)
            if block.count == Self.blockSize { processBlock() }
        }
    }

    /// The digest of all bytes so far: 64 hexadecimal digits in lower case.
    package func hex() -> String {
        var last = self
        last.byteCount += UInt64(block.count)
        let bitCount = last.byteCount * 8
        last.byteCount = 0
        last.add([0x80])
        while last.block.count != Self.blockSize - 8 { last.add([0]) }
        last.add((0..<8).reversed().map { UInt8(truncatingIfNeeded: bitCount >> (8 * $0)) })
        return last.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// The digest of a text in UTF-8, as 64 hexadecimal digits in lower case.
    package static func hex(of text: String) -> String {
        var digest = SHA256()
        digest.add(text.utf8)
        return digest.hex()
    }

    private mutating func processBlock() {
        var words = (0..<16).map { place in
            block[(4 * place)..<(4 * place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for place in 16..<64 {
            let early = words[place - 15]
            let late = words[place - 2]
            let first = Self.rotated(early, 7) ^ Self.rotated(early, 18) ^ early >> 3
            let second = Self.rotated(late, 17) ^ Self.rotated(late, 19) ^ late >> 10
            words.append(words[place - 16] &+ first &+ words[place - 7] &+ second)
        }
        // The letters of the standard, a to h.
        var v = state
        for place in 0..<64 {
            let sum1 = Self.rotated(v[4], 6) ^ Self.rotated(v[4], 11) ^ Self.rotated(v[4], 25)
            let choice = v[4] & v[5] ^ ~v[4] & v[6]
            let first = v[7] &+ sum1 &+ choice &+ Self.constants[place] &+ words[place]
            let sum0 = Self.rotated(v[0], 2) ^ Self.rotated(v[0], 13) ^ Self.rotated(v[0], 22)
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
            v = [first &+ sum0 &+ majority, v[0], v[1], v[2], v[3] &+ first, v[4], v[5], v[6]]
        }
        for place in 0..<8 { state[place] &+= v[place] }
        byteCount += UInt64(Self.blockSize)
        block.removeAll(keepingCapacity: true)
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }
}
