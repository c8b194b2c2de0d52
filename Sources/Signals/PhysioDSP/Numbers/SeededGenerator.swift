/// A random generator that gives the same numbers for the same seed, on every machine.
///
/// xoshiro256** of Blackman and Vigna 2021, ACM Trans. Math. Softw. 47:36, its state filled by
/// SplitMix64. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    public init(seed: UInt64) {
        var seedState = seed
        func next() -> UInt64 {
            seedState &+= 0x9E37_79B9_7F4A_7C15
            var z = seedState
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        state = (next(), next(), next(), next())
    }

    public mutating func next() -> UInt64 {
        func rotated(_ value: UInt64, by count: UInt64) -> UInt64 {
            (value << count) | (value >> (64 - count))
        }
        let result = rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, by: 45)
        return result
    }

    /// Uniform in [0, 1), 53 bits.
    public mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Normal with mean 0 and standard deviation 1, by the method of Box and Muller.
    public mutating func normal() -> Double {
        let radius = (-2 * PlatformMath.log(1 - uniform())).squareRoot()
        return radius * PlatformMath.cos(2 * .pi * uniform())
    }
}
