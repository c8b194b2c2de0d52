import PhysioDSP

/// The share of the power of a band that lies around the breathing rate, from a plain transform of
/// a window of heart rate.
///
/// The band is the bins max(1, floor(0.04 / df)) ... min(n / 2, floor(0.15 / df)), df the rate over
/// n; the target is the bin nearest to the breathing rate and its two neighbours, cut to the band.
struct ReferenceScore {
    private let windowCount: Int
    /// nil where the band has less than two bins.
    private let band: ClosedRange<Int>?
    private let target: ClosedRange<Int>?

    init(count: Int, sampleRateHz: Double, breathHz: Double) {
        windowCount = count
        let resolutionHz = sampleRateHz / Double(count)
        let low = max(1, Int((0.04 / resolutionHz).rounded(.down)))
        let high = min(count / 2, Int((0.15 / resolutionHz).rounded(.down)))
        band = count >= 32 && low < high ? low...high : nil
        let centre = Int((breathHz / resolutionHz).rounded())
        let targetLow = max(low, centre - 1)
        let targetHigh = min(high, centre + 1)
        target = targetLow <= targetHigh ? targetLow...targetHigh : nil
    }

    /// The score of one window.
    ///
    /// - Parameter power: the power at a bin.
    func score(power: (Int) -> Double) -> Double {
        guard let band, let target else { return 0 }
        var bandPower = 0.0
        var targetPower = 0.0
        for bin in band {
            let value = power(bin)
            bandPower += value
            if target.contains(bin) { targetPower += value }
        }
        return bandPower > 0 ? min(max(targetPower / bandPower, 0), 1) : 0
    }

    /// The scores of the windows that end at each sample, from the first whole one on.
    ///
    /// - Parameter transformed: from a window and its mean to the power at a bin.
    func windowScores(
        _ samples: [Double],
        _ transformed: (_ window: ArraySlice<Double>, _ mean: Double) -> (Int) -> Double
    ) -> [Double] {
        guard samples.count >= windowCount else { return [] }
        return (windowCount...samples.count).map { end in
            let window = samples[end - windowCount..<end]
            let mean = window.reduce(0, +) / Double(windowCount)
            return score(power: transformed(window, mean))
        }
    }
    /// Every score by one planned transform of its window; allocates nothing once prepared. The
    /// bins of the band do not see the mean, so it is left in.
    func plannedTransformRun(_ samples: [Double]) -> BenchmarkRun {
        let transform = RealFFT(count: windowCount)
        var spectrum = [ComplexNumber](
            repeating: ComplexNumber(0), count: transform.spectrumCount)
        var scores = [Double](repeating: 0, count: max(0, samples.count - windowCount + 1))
        return BenchmarkRun {
            fill(&scores, samples, transform, &spectrum)
        } numbers: {
            scores
        }
    }

    private func fill(
        _ scores: inout [Double], _ samples: [Double], _ transform: RealFFT,
        _ spectrum: inout [ComplexNumber]
    ) {
        for start in scores.indices {
            var span = spectrum.mutableSpan
            transform.forward(
                samples.span.extracting(start..<start + windowCount), into: &span)
            scores[start] = score { spectrum[$0].squaredMagnitude }
        }
    }
}
