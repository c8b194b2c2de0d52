import TestSupport

/// Copies of a file with a few bytes changed, as of a disk or a link that fails.
enum ChangedBytes {
    /// - Returns: `count` copies, each with one to four bytes changed, the same for a seed.
    /// - Precondition: there is a byte.
    static func copies(of bytes: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { _ in
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 0..<changed.count, using: &random)
                changed[index] = UInt8.random(in: 0...255, using: &random)
            }
            return changed
        }
    }
}
