/// The digest SHA-256 of bytes that come in pieces, by which records, files and songs are named.
///
/// It guards no secret, and a library for it would cost every build more than a minute. Cost: about 64 rounds a
/// block of 64 bytes; nothing is allocated once the value is made.
///
/// - SeeAlso: FIPS 180-4, section 6.2.
package struct SHA256: Sendable {
    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
        0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var schedule = [UInt32](repeating: 0, count: 64)
    /// Bytes that do not fill a block yet.
    private var pendingBytes: [UInt8] = []
    private var byteCount: UInt64 = 0

    package init() {}

    /// Adds bytes to those so far.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        byteCount += UInt64(bytes.count)
        var start = 0
        if !pendingBytes.isEmpty {
            start = min(64 - pendingBytes.count, bytes.count)
            pendingBytes.append(contentsOf: bytes[..<start])
            guard pendingBytes.count == 64 else { return }
            let block = pendingBytes
            pendingBytes.removeAll(keepingCapacity: true)
            block.withUnsafeBytes { compress($0, at: 0) }
        }
        while bytes.count - start >= 64 {
            compress(bytes, at: start)
            start += 64
        }
        pendingBytes.append(contentsOf: bytes[start...])
    }

    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    /// The digest of all bytes so far: 64 hexadecimal digits in lower case.
    package func hex() -> String {
        let bitCount = byteCount * 8
        let usedByteCount = (pendingBytes.count + 1) % 64
        var padding: [UInt8] = [0x80]
        padding += [UInt8](repeating: 0, count: (usedByteCount <= 56 ? 56 : 120) - usedByteCount)
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            padding.append(UInt8(truncatingIfNeeded: bitCount >> shift))
        }
        var finished = self
        finished.add(padding)
        return finished.state.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    /// The digest of a text in UTF-8, as 64 hexadecimal digits in lower case.
    package static func hex(of text: String) -> String {
        var digest = SHA256()
        digest.add(Array(text.utf8))
        return digest.hex()
    }

    /// Section 6.2.2 of the standard.
    private mutating func compress(_ bytes: UnsafeRawBufferPointer, at start: Int) {
        schedule.withUnsafeMutableBufferPointer { words in
            for index in 0..<16 {
                let word = bytes.loadUnaligned(fromByteOffset: start + 4 * index, as: UInt32.self)
                words[index] = UInt32(bigEndian: word)
            }
            for index in 16..<64 {
                let recentWord = words[index - 2]
                let olderWord = words[index - 15]
                let smallSigma1 =
                    Self.rotateRight(recentWord, 17) ^ Self.rotateRight(recentWord, 19) ^ recentWord
                    >> 10
                let smallSigma0 =
                    Self.rotateRight(olderWord, 7) ^ Self.rotateRight(olderWord, 18) ^ olderWord
                    >> 3
                words[index] = smallSigma1 &+ words[index - 7] &+ smallSigma0 &+ words[index - 16]
            }
            var (a, b, c, d) = (state[0], state[1], state[2], state[3])
            var (e, f, g, h) = (state[4], state[5], state[6], state[7])
            Self.roundConstants.withUnsafeBufferPointer { constants in
                for index in 0..<64 {
                    let bigSigma1 =
                        Self.rotateRight(e, 6) ^ Self.rotateRight(e, 11) ^ Self.rotateRight(e, 25)
                    let choice = (e & f) ^ (~e & g)
                    let first = h &+ bigSigma1 &+ choice &+ constants[index] &+ words[index]
                    let bigSigma0 =
                        Self.rotateRight(a, 2) ^ Self.rotateRight(a, 13) ^ Self.rotateRight(a, 22)
                    let majority = (a & b) ^ (a & c) ^ (b & c)
                    (h, g, f, e) = (g, f, e, d &+ first)
                    (d, c, b, a) = (c, b, a, first &+ bigSigma0 &+ majority)
                }
            }
            for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
        }
    }

    @inline(__always)
    private static func rotateRight(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// Section 4.2.2: the first 32 bits of the fractions of the cube roots of the first 64 primes.
    private static let roundConstants: [UInt32] = [
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
}
