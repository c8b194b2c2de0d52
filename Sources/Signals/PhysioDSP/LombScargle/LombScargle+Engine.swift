import CSignalKernels

extension LombScargle {
    /// The method by which the sums over the samples are formed. All give the same numbers, within
    /// ``Accuracy``. Where the samples see little but one phase (below a sixth of a period, or
    /// close to half the rate of nearly even samples), every engine turns to the samples
    /// themselves: O(n) a frequency.
    public enum Engine: String, Sendable, CaseIterable {
        /// Whichever is quickest for the sizes at hand.
        case automatic
        /// One sine and one cosine a sample and frequency: O(n F). The plain version, by which the
        /// others are tested.
        case directSum
        /// One turn of a phasor a sample and frequency, started afresh every 1,024 frequencies:
        /// O(n F), some fifty times quicker.
        case rotation
        /// The transform of ``NonuniformFFT``: O(n + F log F). Beyond 2^49 grid points from the
        /// middle of the times, where no series in seconds comes, `rotation` is used instead.
        case nonuniformTransform

        func resolvedEngine(_ samples: WeightedSamples, _ grid: FrequencyGrid, _ accuracy: Accuracy)
            -> Engine
        {
            guard LombTransforms.canLocate(samples, on: grid) else {
                return self == .directSum ? .directSum : .rotation
            }
            guard self == .automatic else { return self }
            let model = CostModel(InstructionSet.inUse)
            let layout = LombTransforms.Layout(grid, maxDistanceSeconds: samples.moments.reach_s)
            return model.rotationCost(samples.count, grid.count)
                <= model.transformCost(samples.count, layout) ? .rotation : .nonuniformTransform
        }
    }
}

/// The costs of the engines, in ns, as measured on one x86-64 core with each instruction set.
///
/// Fixed figures rather than a measurement at first use: the engines agree to 1e-12 and not to the
/// last bit, and the same input should give the same output on every run.
private struct CostModel {
    /// A sample at one frequency.
    private let rotationNs: Double
    /// A sample's fresh phasors, every 1,024 frequencies.
    private static let seedNs = 45.0
    /// A sample laid on the three grids.
    private let spreadNs: Double
    /// A grid point of the three transforms, by the logarithm of their number.
    private let transformNs: Double
    /// Three transforms whatever their length.
    private static let fixedTransformNs = 800.0

    init(_ set: InstructionSet) {
        switch set {
        case .plain: (rotationNs, spreadNs, transformNs) = (1.3, 65, 0.45)
        case .avx2: (rotationNs, spreadNs, transformNs) = (0.55, 22, 0.35)
        case .avx512: (rotationNs, spreadNs, transformNs) = (0.27, 11, 0.22)
        }
    }

    func rotationCost(_ count: Int, _ frequencyCount: Int) -> Double {
        let seedCount = (frequencyCount + Int(CK_LOMB_RESEED) - 1) / Int(CK_LOMB_RESEED)
        return Double(count)
            * (rotationNs * Double(frequencyCount) + Self.seedNs * Double(seedCount))
    }

    func transformCost(_ count: Int, _ layout: LombTransforms.Layout) -> Double {
        let gridCount = 4 * Double(layout.modeCount)
        let unshiftedCost =
            Self.fixedTransformNs + spreadNs * Double(count) + transformNs * gridCount
            * PlatformMath.log(gridCount)
        // Twice as many transforms, and the samples turned by sines and cosines.
        return layout.isShifted ? 2 * unshiftedCost + 60 * Double(count) : unshiftedCost
    }
}
