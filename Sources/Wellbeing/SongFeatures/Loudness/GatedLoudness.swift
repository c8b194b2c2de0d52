import PhysioDSP

/// Loudness of a song and its range, from the mean squares of slots of 100 ms.
///
/// - SeeAlso: ITU-R BS.1770-4, annex 1, equations 2 to 7; EBU Tech 3342 (2023).
struct GatedLoudness {
    /// Blocks below it count for nothing; LUFS.
    private static let absoluteGateLUFS = -70.0
    /// The distance below the mean loudness beyond which blocks count for nothing; LU.
    private static let loudnessGateLU = 10.0
    private static let rangeGateLU = 20.0
    /// Slots of the blocks of the loudness (400 ms) and of its range (3 s).
    private static let blockSlotCount = 4
    private static let rangeSlotCount = 30
    /// The range is from the one of these shares of the blocks to the other.
    private static let rangeQuantiles = 0.10...0.95

    /// Integrated loudness, LUFS; nil where no block passes the gate.
    let loudnessLUFS: Double?
    /// Loudness range, LU; nil where no block of 3 s passes the gate.
    let rangeLU: Double?
    /// Flags: there is a whole block, and one of 3 s.
    let hasBlock: Bool
    let hasRangeBlock: Bool

    init(slots: [Double]) {
        let blocks = Self.means(slots, of: Self.blockSlotCount)
        let rangeBlocks = Self.means(slots, of: Self.rangeSlotCount)
        hasBlock = !blocks.isEmpty
        hasRangeBlock = !rangeBlocks.isEmpty
        let passedBlocks = Self.gated(blocks, below: Self.loudnessGateLU)
        loudnessLUFS = passedBlocks.isEmpty ? nil : Self.lufs(Self.mean(passedBlocks))
        rangeLU = Self.range(of: Self.gated(rangeBlocks, below: Self.rangeGateLU))
    }

    private static func range(of passed: [Double]) -> Double? {
        guard !passed.isEmpty else { return nil }
        let sorted = passed.sorted()
        func value(_ share: Double) -> Double {
            lufs(sorted[Int((share * Double(sorted.count - 1)).rounded())])
        }
        return value(rangeQuantiles.upperBound) - value(rangeQuantiles.lowerBound)
    }

    /// Blocks that begin with every slot and have `count` of them; each is summed anew.
    private static func means(_ slots: [Double], of count: Int) -> [Double] {
        guard slots.count >= count else { return [] }
        return (0...(slots.count - count)).map { start in
            slots[start..<start + count].reduce(0, +) / Double(count)
        }
    }

    /// Blocks above the absolute gate and no more than `distance` LU below the mean of those.
    private static func gated(_ blocks: [Double], below distance: Double) -> [Double] {
        let blocksAboveGate = blocks.filter { $0 > meanSquare(absoluteGateLUFS) }
        let gate = mean(blocksAboveGate) * PlatformMath.exp(-distance / 10 * PlatformMath.log(10))
        return blocksAboveGate.filter { $0 > gate }
    }

    private static func mean(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }

    private static func lufs(_ meanSquare: Double) -> Double {
        -0.691 + 10 * PlatformMath.log10(meanSquare)
    }

    private static func meanSquare(_ lufs: Double) -> Double {
        PlatformMath.exp((lufs + 0.691) / 10 * PlatformMath.log(10))
    }
}
