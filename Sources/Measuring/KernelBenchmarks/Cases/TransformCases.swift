import PhysioDSP

/// The real transform, at lengths in daily use and at the two that growth is taken from.
enum TransformCases {
    private static let comparedCounts = [120, 256, 1_024]
    private static let growthCounts = [10_000, 100_000]

    static func cases(_ scale: BenchmarkScale) -> [BenchmarkCase] {
        comparedCounts.map { forward(count: $0, isGrowth: false) }
            + growthCounts.map { forward(count: scale.length($0), isGrowth: true) }
    }

    private static func forward(count n: Int, isGrowth: Bool) -> BenchmarkCase {
        BenchmarkCase(
            "PhysioDSP/real-fft", workload: "n=\(n)", items: n, of: "sample",
            growthSize: isGrowth ? n : nil, tolerance: 1e-13
        ) {
            let samples = BenchmarkInputs.evenlySampledIntervals(count: n, rateHz: 4).map {
                $0 - 900
            }
            let binCount = n / 2 + 1
            let bins = (0..<min(binCount, 40)).map { $0 * (binCount - 1) / min(binCount - 1, 39) }
            func parts(_ values: [ComplexNumber]) -> [Double] {
                values.flatMap { [$0.real, $0.imaginary] }
            }
            let shippedVariant = BenchmarkVariant("as shipped") {
                let transform = RealFFT(count: n)
                var spectrum = [ComplexNumber](repeating: ComplexNumber(0), count: binCount)
                return BenchmarkRun {
                    var span = spectrum.mutableSpan
                    transform.forward(samples.span, into: &span)
                } numbers: {
                    parts(bins.map { spectrum[$0] })
                }
            }
            let naive = BenchmarkVariant("naive DFT") {
                BenchmarkRun {
                    (0..<binCount).map {
                        NaiveTransform.sum(samples[...], turnsPerSample: Double($0) / Double(n))
                    }
                } numbers: { spectrum in
                    parts(bins.map { spectrum[$0] })
                }
            }
            return BenchmarkWork(variants: isGrowth ? [shippedVariant] : [shippedVariant, naive]) {
                parts(bins.map { ExactSums.bin($0, of: samples, length: n) })
            }
        }
    }
}
