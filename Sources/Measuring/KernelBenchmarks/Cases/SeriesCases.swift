import PhysioDSP

/// The operations on whole series: each at the two lengths that growth is taken from.
enum SeriesCases {
    private static let sizes = [10_000, 100_000]
    private static let sampleRateHz = 4.0

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        [smoothnessPriors, sectionCascade, multitaper, bandLimitedResampling].flatMap { make in
            sizes.map { make(scale.length($0)) }
        }
    }

    private static func input(_ count: Int) -> [Double] {
        BenchmarkInputs.evenlySampledIntervals(count: count, rateHz: sampleRateHz)
    }

    /// A spread of positions over `count`.
    private static func positions(_ count: Int) -> [Int] {
        (0..<100).map { $0 * (count - 1) / 99 }
    }

    // MARK: Smoothness priors

    private static func smoothnessPriors(_ count: Int) -> BenchmarkCase {
        let lambda = SmoothnessPriors.defaultLambda
        // The trend z is put back into (I + lambda^2 D'D) z, which must be the series: the sum of
        // the row's sizes is 16 lambda^2, and each term is rounded by an ulp of z.
        return BenchmarkCase(
            "PhysioDSP/smoothness-priors", workload: "n=\(count)", items: count, of: "sample",
            growthSize: count, tolerance: 16 * lambda * lambda * Double.ulpOfOne
        ) {
            let samples = input(count)
            let indices = positions(count)
            let shippedVariant = BenchmarkVariant("as shipped") {
                let priors = SmoothnessPriors(lambda: lambda)
                return BenchmarkRun {
                    priors.trend(of: samples)
                } numbers: { trend in
                    indices.map { normalEquation($0, trend, lambda) }
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) { indices.map { samples[$0] } }
        }
    }

    /// Row i of (I + lambda^2 D'D) z, from the second differences that i takes part in.
    private static func normalEquation(_ i: Int, _ z: [Double], _ lambda: Double) -> Double {
        var sum = 0.0
        for (offset, weight) in [(-2, 1.0), (-1, -2.0), (0, 1.0)] {
            let first = i + offset
            guard first >= 0, first + 2 < z.count else { continue }
            sum += weight * (z[first] - 2 * z[first + 1] + z[first + 2])
        }
        return z[i] + lambda * lambda * sum
    }

    // MARK: Section cascade

    private static func sectionCascade(_ count: Int) -> BenchmarkCase {
        // Poles at 0.95 of the unit circle keep an error for some twenty samples a section.
        BenchmarkCase(
            "PhysioDSP/section-cascade", workload: "n=\(count) band-pass, order 2", items: count,
            of: "sample", growthSize: count, tolerance: 1e-12
        ) {
            let samples = input(count)
            let indices = positions(count)
            let cascade = SectionCascade.butterworth(
                .bandPass(lowHz: 0.04, highHz: 0.15), order: 2, sampleRateHz: sampleRateHz)
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    var state = cascade.state()
                    return cascade.filtered(samples, state: &state)
                } numbers: { output in
                    indices.map { output[$0] }
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                let output = cascade.sections.reduce(samples, sectionOutput)
                return indices.map { output[$0] }
            }
        }
    }

    /// A section's difference equation as it is written down.
    private static func sectionOutput(
        _ x: [Double], _ section: SectionCascade.Section
    ) -> [Double] {
        var y = [Double](repeating: 0, count: x.count)
        for n in x.indices {
            y[n] = section.b0 * x[n]
            if n >= 1 { y[n] += section.b1 * x[n - 1] - section.a1 * y[n - 1] }
            if n >= 2 { y[n] += section.b2 * x[n - 2] - section.a2 * y[n - 2] }
        }
        return y
    }

    // MARK: Multitaper

    private static func multitaper(_ count: Int) -> BenchmarkCase {
        // The tapers take part in the comparison; transforms and weights are what is checked.
        BenchmarkCase(
            "PhysioDSP/multitaper", workload: "n=\(count) K=4, equal weights", items: count,
            of: "sample", growthSize: count, tolerance: 1e-12
        ) {
            let samples = input(count)
            let length = RealFFT.efficientCount(atLeast: 2 * count)
            let toneBin = Int(
                (BenchmarkInputs.slowToneHz / sampleRateHz * Double(length)).rounded())
            let bins = [0, 1, toneBin - 1, toneBin, toneBin + 1, length / 4, length / 2]
            let shippedVariant = BenchmarkVariant("as shipped") {
                let estimator = MultitaperPSD(weights: .fixed)
                return BenchmarkRun {
                    estimator.density(samples: samples, sampleRateHz: sampleRateHz)
                } numbers: { result in
                    result.map { found in bins.map { found.spectrum.density[$0] } } ?? []
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                let mean = ExactSums.mean(samples)
                let tapered = SlepianTapers(count: count).tapers.map { taper in
                    zip(taper, samples).map { $0 * ($1 - mean) }
                }
                return bins.map { bin in
                    let powers = tapered.map {
                        ExactSums.bin(bin, of: $0, length: length).squaredMagnitude
                    }
                    let oneSidedFactor = bin == 0 || 2 * bin == length ? 1.0 : 2.0
                    return oneSidedFactor * ExactSums.mean(powers) / sampleRateHz
                }
            }
        }
    }

    // MARK: Band-limited resampling

    private static func bandLimitedResampling(_ count: Int) -> BenchmarkCase {
        // A rhythm without noise is rebuilt to about a thousandth: what the ridge and the ends
        // leave; not rounding.
        BenchmarkCase(
            "PhysioDSP/band-limited-resampling", workload: "n=\(count) to 4 Hz", items: count,
            of: "beat", growthSize: count, tolerance: 2e-3
        ) {
            let times = BenchmarkInputs.beats(count: count).times
            let values = times.map(BenchmarkInputs.rhythmMs)
            let span = (times.last ?? 0) - (times.first ?? 0)
            // The outer tenths see the free segment behind the ends.
            let innerIndices = (10...90).map { $0 * Int(span * sampleRateHz) / 100 }
            let shippedVariant = BenchmarkVariant("as shipped") {
                BenchmarkRun {
                    BandLimitedResampling.resample(
                        times: times, values: values, rateHz: sampleRateHz)
                } numbers: { series in
                    innerIndices.map { series[$0] }
                }
            }
            return BenchmarkWork(variants: [shippedVariant]) {
                innerIndices.map { index in
                    BenchmarkInputs.rhythmMs(at: times[0] + Double(index) / sampleRateHz)
                }
            }
        }
    }
}
