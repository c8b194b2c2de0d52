import CSignalKernels

extension LombScargle {
    /// How the sums over the samples are formed. All give the same numbers, within ``Accuracy``.
    /// Where the samples see little but one phase (below a sixth of a period, or close to half the
    /// rate of nearly even samples), every engine turns to the samples themselves: O(n) a frequency.
    public enum Engine: String, Sendable, CaseIterable {
        /// Whichever is quickest for the sizes at hand.
        case automatic
        /// One sine and one cosine a sample and frequency: O(n F). The plain version, by which the
        /// others are tested.
        case directSum
        /// One turn of a phasor a sample and frequency, started afresh every 1,024 frequencies:
        /// O(n F), some fifty times quicker.
        case rotation
        /// By ``NonuniformFFT``: O(n + F log F). Beyond 2^49 grid points from the middle of the
        /// times, where no series in seconds comes, `rotation` steps in.
        case nonuniformTransform

        func resolved(_ samples: Samples, _ grid: FrequencyGrid, _ accuracy: Accuracy) -> Engine {
            guard Transforms.canLocate(samples, on: grid) else {
                return self == .directSum ? .directSum : .rotation
            }
            guard self == .automatic else { return self }
            let model = CostModel(InstructionSet.inUse)
            let layout = Transforms.Layout(grid, reachSeconds: samples.moments.reach_s)
            return model.rotation(samples.count, grid.count)
                <= model.transforms(samples.count, layout) ? .rotation : .nonuniformTransform
        }
    }
}

/// What the engines cost, in ns, as measured on one x86-64 core with each instruction set.
///
/// Fixed figures rather than a measurement at first use: the engines agree to 1e-12 and not to the
/// last bit, and the same input should give the same output on every run.
private struct CostModel {
    /// A sample at one frequency.
    private let turn: Double
    /// A sample's fresh phasors, every 1,024 frequencies.
    private static let seed = 45.0
    /// A sample laid on the three grids.
    private let spread: Double
    /// A grid point of the three transforms, by the logarithm of their number.
    private let transform: Double
    /// Three transforms whatever their length.
    private static let fixed = 800.0

    init(_ set: InstructionSet) {
        switch set {
        case .plain: (turn, spread, transform) = (1.3, 65, 0.45)
        case .avx2: (turn, spread, transform) = (0.55, 22, 0.35)
        case .avx512: (turn, spread, transform) = (0.27, 11, 0.22)
        }
    }

    func rotation(_ count: Int, _ frequencyCount: Int) -> Double {
        let seeds = (frequencyCount + Int(CK_LOMB_RESEED) - 1) / Int(CK_LOMB_RESEED)
        return Double(count) * (turn * Double(frequencyCount) + Self.seed * Double(seeds))
    }

    func transforms(_ count: Int, _ layout: Transforms.Layout) -> Double {
        let grid = 4 * Double(layout.modeCount)
        let once =
            Self.fixed + spread * Double(count) + transform * grid * PlatformMath.log(grid)
        // Twice as many transforms, and the samples turned by sines and cosines.
        return layout.isShifted ? 2 * once + 60 * Double(count) : once
    }
}
