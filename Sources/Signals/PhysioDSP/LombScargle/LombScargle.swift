import CSignalKernels

/// The generalised Lomb-Scargle periodogram: the spectrum of samples at uneven times.
///
/// At every frequency the model a cos 2 pi f t + b sin 2 pi f t + c is fitted by weighted least
/// squares. With weights w that add up to 1 (the caller's times the taper's), YY = sum w (y -
/// mean_w)^2, and p the share of YY that the fit explains (0 ... 1), the result is p on one of
/// three scales (``Scaling``). All go through p and never through the amplitude a^2 + b^2, which
/// is not the explained power where sine and cosine are not orthogonal on the samples.
///
/// What comes of difficult input, by every engine:
/// - times in any order, and several samples at one time: as they are, each a term of the sums;
/// - fewer than three samples, a constant series, weights that are all 0, or all samples at one
///   time: 0 throughout; also 0 at a single frequency at which the samples see only one phase of
///   the oscillation (0 Hz; half the rate of even samples);
/// - NaN or infinity in a time, a value or a weight, a negative weight, or values so large that
///   their squares overflow: NaN throughout; phases that overflow: NaN at that frequency;
/// - a frequency above half the mean sampling rate: computed like any other. Uneven samples have
///   no sharp limit; of even ones it is the image of a lower frequency.
///
/// ```swift
/// let times = (0..<300).map { Double($0) * 0.9 }
/// let values = times.map { 20 * PlatformMath.sin(2 * .pi * 0.1 * $0) }
/// let spectrum = LombScargle(taper: .hann).density(
///     times: times, values: values, coveredSeconds: 270, stepHz: 1 / 1080, count: 540)
/// spectrum.power(fromHz: 0.04, toHz: 0.15)  // 200: the variance of that sine
/// ```
///
/// - SeeAlso: Zechmeister and Kuerster 2009, Astron. Astrophys. 496:577, doi
///   10.1051/0004-6361:200811296; Scargle 1982, Astrophys. J. 263:835.
public struct LombScargle: Sendable {
    public let taper: Taper
    public let engine: Engine
    public let accuracy: Accuracy

    public init(
        taper: Taper = .hann, engine: Engine = .automatic, accuracy: Accuracy = .full
    ) {
        self.taper = taper
        self.engine = engine
        self.accuracy = accuracy
    }

    /// The density of `values` at the frequencies `stepHz`, 2 `stepHz` ... `count` `stepHz`.
    ///
    /// The caller removes trends first; the mean is part of the model.
    ///
    /// - Parameter times: n times; s.
    /// - Parameter values: n numbers of some unit u.
    /// - Parameter coveredSeconds: the time the samples stand for: their span less its gaps; s.
    /// - Parameter taperRange: the range over which the taper runs; s; from the earliest to the
    ///   latest time where nil.
    /// - Parameter stepHz: first frequency and distance of two; Hz; 1 / (4 span) resolves every
    ///   feature.
    /// - Parameter count: number of frequencies.
    /// - Returns: a one-sided density in u^2/Hz.
    /// - Precondition: `times` and `values` have one count; `stepHz` > 0; `count` >= 1.
    /// - Complexity: see ``Engine``; allocates.
    public func density(
        times: [Double], values: [Double], coveredSeconds: Double,
        taperRange: ClosedRange<Double>? = nil, stepHz: Double, count: Int
    ) -> PowerSpectrum {
        let density = periodogram(
            times: times, values: values,
            grid: FrequencyGrid(firstHz: stepHz, stepHz: stepHz, count: count),
            scaling: .density(coveredSeconds: coveredSeconds), taperRange: taperRange)
        return PowerSpectrum(firstHz: stepHz, stepHz: stepHz, density: density)
    }

    /// The periodogram on an even grid of frequencies.
    ///
    /// - Parameter times: n times; s.
    /// - Parameter values: n numbers of some unit u.
    /// - Parameter weights: n weights of any scale, such as 1 / variance of each sample; equal
    ///   where nil.
    /// - Parameter taperRange: see ``density(times:values:coveredSeconds:taperRange:stepHz:count:)``.
    /// - Returns: `grid.count` numbers on the scale asked for.
    /// - Precondition: the arrays have one count.
    /// - Complexity: see ``Engine``; allocates.
    public func periodogram(
        times: [Double], values: [Double], weights: [Double]? = nil, grid: FrequencyGrid,
        scaling: Scaling, taperRange: ClosedRange<Double>? = nil
    ) -> [Double] {
        var power: [Double] = []
        periodogram(
            times: times, values: values, weights: weights, grid: grid, scaling: scaling,
            taperRange: taperRange, into: &power, workspace: Workspace())
        return power
    }

    /// The same into an array of the caller's: nothing is allocated once both the array and the
    /// workspace have served for as many samples and frequencies.
    ///
    /// - Parameter power: `grid.count` numbers afterwards.
    public func periodogram(
        times: [Double], values: [Double], weights: [Double]? = nil, grid: FrequencyGrid,
        scaling: Scaling, taperRange: ClosedRange<Double>? = nil, into power: inout [Double],
        workspace: Workspace
    ) {
        if power.count != grid.count { power = [Double](repeating: 0, count: grid.count) }
        power.withUnsafeMutableBufferPointer { power in
            estimate(
                times, values, weights, taperRange, scaling, workspace, into: power
            ) { samples in
                workspace.sums(
                    of: samples, on: grid, by: engine.resolvedEngine(samples, grid, accuracy),
                    accuracy: accuracy)
            } fit: { samples, index in
                samples.fit(firstHz: grid.firstHz, stepHz: grid.stepHz, index: index)
            }
        }
    }

    /// The periodogram at any frequencies, each by its own sums.
    ///
    /// - Parameter frequenciesHz: in any order; Hz; a negative one counts as its opposite, NaN or
    ///   infinity gives NaN.
    /// - Returns: a number a frequency.
    /// - Complexity: O(n F) sines and cosines, whatever the engine.
    public func periodogram(
        times: [Double], values: [Double], weights: [Double]? = nil, frequenciesHz: [Double],
        scaling: Scaling, taperRange: ClosedRange<Double>? = nil
    ) -> [Double] {
        var power = [Double](repeating: 0, count: frequenciesHz.count)
        let workspace = Workspace()
        power.withUnsafeMutableBufferPointer { power in
            estimate(
                times, values, weights, taperRange, scaling, workspace, into: power
            ) { samples in
                workspace.sums(of: samples, at: frequenciesHz)
            } fit: { samples, index in
                samples.fit(firstHz: frequenciesHz[index], stepHz: 0, index: 0)
            }
        }
        for (index, frequency) in frequenciesHz.enumerated() where !frequency.isFinite {
            power[index] = .nan
        }
        return power
    }

    private func estimate(
        _ times: [Double], _ values: [Double], _ weights: [Double]?,
        _ taperRange: ClosedRange<Double>?, _ scaling: Scaling, _ workspace: Workspace,
        into power: UnsafeMutableBufferPointer<Double>,
        sums: (WeightedSamples) -> TrigonometricSums,
        fit: (WeightedSamples, Int) -> Double
    ) {
        precondition(times.count == values.count, "every value needs one time")
        precondition(
            weights.map { $0.count == values.count } ?? true, "every value needs one weight")
        times.withUnsafeBufferPointer { times in
            values.withUnsafeBufferPointer { values in
                let samples = workspace.samples(
                    times, values,
                    rawWeights: workspace.taperedWeights(
                        weights, by: taper, times, over: taperRange))
                guard samples.isValid else { return power.update(repeating: .nan) }
                guard samples.hasVariation else { return power.update(repeating: 0) }
                let scale = scaling.factor(samples)
                let sums = sums(samples)
                guard let out = power.baseAddress else { return }
                let refitCount = ck_lomb_power(
                    InstructionSet.inUse.level, sums.data, sums.baseFrequencySums,
                    sums.doubleFrequencySums,
                    sums.factors,
                    power.count, samples.moments.variance, scale, out)
                guard refitCount > 0 else { return }
                for index in power.indices where power[index] < 0 {
                    power[index] = scale * fit(samples, index)
                }
            }
        }
    }
}
