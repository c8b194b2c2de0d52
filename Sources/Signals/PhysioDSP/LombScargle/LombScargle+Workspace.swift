import CSignalKernels

extension LombScargle {
    /// The scratch memory of ``LombScargle``: kept between runs, so that a run of a size that was
    /// seen before allocates nothing. One run at a time; threads bring one each.
    public final class Workspace {
        private var rawWeights = AlignedMemory<Double>()
        private var weights = AlignedMemory<Double>()
        private var weightedDeviations = AlignedMemory<Double>()
        private var data = AlignedMemory<ComplexNumber>()
        private var baseFrequencySums = AlignedMemory<ComplexNumber>()
        private var doubleFrequencySums = AlignedMemory<ComplexNumber>()
        private var ones = AlignedMemory<Double>()
        private let transforms = LombTransforms()

        public init() {}

        /// Weights and products of a series, with its moments.
        func samples(
            _ times: UnsafeBufferPointer<Double>, _ values: UnsafeBufferPointer<Double>,
            rawWeights: UnsafePointer<Double>?
        ) -> WeightedSamples {
            let weights = weights.reserve(values.count)
            let weightedDeviations = weightedDeviations.reserve(values.count)
            // Of no samples nothing is read.
            let moments = ck_lomb_weigh(
                InstructionSet.inUse.level, times.baseAddress ?? UnsafePointer(weights),
                values.baseAddress ?? UnsafePointer(weights), rawWeights, values.count, weights,
                weightedDeviations)
            return WeightedSamples(
                times: times, weights: weights, weightedDeviations: weightedDeviations,
                moments: moments)
        }

        /// The weights times the taper's; nil where all are equal.
        func taperedWeights(
            _ weights: [Double]?, by taper: Taper, _ times: UnsafeBufferPointer<Double>,
            over range: ClosedRange<Double>?
        ) -> UnsafePointer<Double>? {
            if taper == .none && weights == nil { return nil }
            let rawWeights = rawWeights.reserve(times.count)
            let low = range?.lowerBound ?? times.min() ?? 0
            let high = range?.upperBound ?? times.max() ?? 0
            // Over an empty range there is no taper: no weight, and so no power.
            let scale = high > low ? 1 / (high - low) : 0
            for index in times.indices {
                let weight = weights?[index] ?? 1
                rawWeights[index] =
                    taper == .none
                    ? weight
                    : scale > 0 ? weight * taper.weight(at: (times[index] - low) * scale) : 0
            }
            return UnsafePointer(rawWeights)
        }

        /// The sums at any frequencies.
        func sums(of samples: WeightedSamples, at frequenciesHz: [Double]) -> TrigonometricSums {
            let sums = directSumMemory(frequenciesHz.count)
            ck_lomb_sums(
                samples.base, samples.weights, samples.weightedDeviations, samples.count,
                samples.origin,
                frequenciesHz, frequenciesHz.count, sums.data, sums.baseFrequencySums,
                sums.doubleFrequencySums)
            return sums
        }

        /// The sums on a grid, by an engine that is not `automatic`.
        func sums(
            of samples: WeightedSamples, on grid: FrequencyGrid, by engine: Engine,
            accuracy: Accuracy
        ) -> TrigonometricSums {
            if engine == .nonuniformTransform {
                return transforms.sums(of: samples, on: grid, accuracy: accuracy)
            }
            let sums = directSumMemory(grid.count)
            if engine == .directSum {
                ck_lomb_plain_grid_sums(
                    samples.base, samples.weights, samples.weightedDeviations, samples.count,
                    samples.origin, grid.firstHz, grid.stepHz, grid.count, sums.data,
                    sums.baseFrequencySums,
                    sums.doubleFrequencySums)
            } else {
                ck_lomb_grid_sums(
                    InstructionSet.inUse.level, samples.base, samples.weights,
                    samples.weightedDeviations,
                    samples.count, samples.origin, grid.firstHz, grid.stepHz, grid.count,
                    sums.data, sums.baseFrequencySums, sums.doubleFrequencySums)
            }
            return sums
        }

        private func directSumMemory(_ count: Int) -> TrigonometricSums {
            let ones = ones.reserve(count)
            ones.update(repeating: 1, count: count)
            return TrigonometricSums(
                data: data.reserve(count), baseFrequencySums: baseFrequencySums.reserve(count),
                doubleFrequencySums: doubleFrequencySums.reserve(count),
                factors: ones)
        }
    }
}

/// Samples with weights that add up to 1.
struct WeightedSamples {
    let times: UnsafeBufferPointer<Double>
    let weights: UnsafeMutablePointer<Double>
    /// Weight times (value - weighted mean).
    let weightedDeviations: UnsafeMutablePointer<Double>
    let moments: ck_lomb_moments

    var count: Int { times.count }
    /// Phases are taken from here; s.
    var origin: Double { moments.origin_s }

    /// True if every number is usable.
    var isValid: Bool { moments.is_valid != 0 && moments.variance.isFinite }

    /// True if there is variation to explain, and more than one time to explain it by.
    var hasVariation: Bool {
        count >= 3 && moments.is_constant == 0 && moments.variance > 0 && moments.reach_s > 0
    }

    /// Returns the part of the variance that the fit at one frequency explains, by the samples
    /// themselves.
    func fit(firstHz: Double, stepHz: Double, index: Int) -> Double {
        ck_lomb_fit(
            InstructionSet.inUse.level, base, weights, weightedDeviations, count, origin, firstHz,
            stepHz,
            index, moments.variance)
    }

    /// - Precondition: there are samples.
    var base: UnsafePointer<Double> {
        guard let base = times.baseAddress else { preconditionFailure("there are samples") }
        return base
    }
}

/// The three complex sums a frequency that decide how much a fit explains, each still to be
/// multiplied by its factor; in turns of real and imaginary parts.
struct TrigonometricSums {
    let data: UnsafeMutablePointer<Double>
    let baseFrequencySums: UnsafeMutablePointer<Double>
    let doubleFrequencySums: UnsafeMutablePointer<Double>
    let factors: UnsafePointer<Double>

    init(
        data: UnsafeMutablePointer<ComplexNumber>,
        baseFrequencySums: UnsafeMutablePointer<ComplexNumber>,
        doubleFrequencySums: UnsafeMutablePointer<ComplexNumber>, factors: UnsafePointer<Double>
    ) {
        func flat(_ pointer: UnsafeMutablePointer<ComplexNumber>) -> UnsafeMutablePointer<Double> {
            UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Double.self)
        }
        self.data = flat(data)
        self.baseFrequencySums = flat(baseFrequencySums)
        self.doubleFrequencySums = flat(doubleFrequencySums)
        self.factors = factors
    }
}
