/// Thomson's multitaper spectrum of an even series.
///
/// The series, its mean removed, is multiplied by each of K Slepian tapers and transformed; the K
/// spectra are averaged. With adaptive weights each counts, at each frequency, as far as what leaks
/// into it from outside its band is small against what is there: d = sqrt(l) S / (l S + (1 - l)
/// s2), l the taper's concentration and s2 the variance over half the rate; S is found by
/// iteration. Fixed weights are 1/K: then the integral is exactly the mean tapered square.
///
/// - SeeAlso: Thomson 1982, Proc. IEEE 70:1055, sections IV and V; Percival and Walden 1993,
///   chapter 7.
public struct MultitaperPSD: Sendable {
    public enum Weighting: String, Sendable, CaseIterable {
        case adaptive
        case fixed
    }

    /// A spectrum with what only several tapers can show of it.
    public struct Result: Sendable, Equatable {
        /// One-sided density; unit^2/Hz.
        public let spectrum: PowerSpectrum
        /// Degrees of freedom at each frequency: 2 K where all tapers count alike, fewer elsewhere.
        public let degreesOfFreedom: [Double]
        /// Thomson's F for a line at each frequency, F(2, 2 K - 2) distributed without one.
        public let lineFStatistic: [Double]
        /// Number of tapers, K.
        public let taperCount: Int

        /// The probability of so large an F at a bin where there is no line; small where there is
        /// one. n samples have about n / 2 independent bins, so a search over all of them asks for
        /// less than 1 / n.
        public func lineFalseAlarmProbability(bin: Int) -> Double {
            MultitaperPSD.lineProbability(f: lineFStatistic[bin], taperCount: taperCount)
        }

        /// Returns the factors of ``PowerSpectrum/confidenceFactors(level:)``, with the degrees of
        /// freedom at the bin.
        public func confidenceFactors(bin: Int, level: Double = 0.95) -> ClosedRange<Double> {
            ChiSquare(degreesOfFreedom: degreesOfFreedom[bin]).confidenceFactors(level: level)
        }
    }

    /// Time-bandwidth product: half the width of the main lobe in units of 1 / length.
    public let timeBandwidth: Double
    public let taperCount: Int
    public let weights: Weighting

    /// - Precondition: `timeBandwidth` >= 1; `taperCount` between 1 and 2 `timeBandwidth`.
    public init(timeBandwidth: Double = 2.5, taperCount: Int = 4, weights: Weighting = .adaptive) {
        precondition(timeBandwidth >= 1, "a time-bandwidth product is at least 1")
        precondition(
            taperCount >= 1 && Double(taperCount) <= 2 * timeBandwidth,
            "tapers beyond twice the time-bandwidth product leak")
        self.timeBandwidth = timeBandwidth
        self.taperCount = taperCount
        self.weights = weights
    }

    /// - Parameter samples: n numbers of some unit u; padded with zeros to at least twice n.
    /// - Parameter sampleRateHz: above 0.
    /// - Returns: nil below 2 NW + 2 samples. A constant series has density 0 and F 0. NaN or
    ///   infinity makes every density and F NaN; the degrees of freedom are then 2 K.
    /// - Complexity: O(K n log n), and O(n) passes for the tapers; allocates.
    public func density(samples: [Double], sampleRateHz: Double) -> Result? {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        guard Double(samples.count) >= 2 * timeBandwidth + 2 else { return nil }
        let tapers = SlepianTapers.shared(
            count: samples.count, timeBandwidth: timeBandwidth, taperCount: taperCount)
        return density(samples: samples, sampleRateHz: sampleRateHz, tapers: tapers)
    }

    /// Returns the result of ``density(samples:sampleRateHz:)``, with tapers made before: many
    /// series of one length share them.
    ///
    /// - Precondition: the tapers have the series' length, and this estimator's time-bandwidth
    ///   product and number.
    public func density(
        samples: [Double], sampleRateHz: Double, tapers slepian: SlepianTapers
    ) -> Result {
        precondition(sampleRateHz > 0, "a sample rate is above 0 Hz")
        let n = samples.count
        precondition(
            slepian.timeBandwidth == timeBandwidth && slepian.tapers.count == taperCount
                && slepian.tapers[0].count == n, "these tapers belong to another estimator")
        let mean = Statistics.meanAboutFirstValue(samples[...])
        let transform = RealFFT(count: RealFFT.efficientCount(atLeast: 2 * n))
        let padding = [Double](repeating: 0, count: transform.count - n)
        let centred = samples.map { $0 - mean }
        let transforms = slepian.tapers.map { taper in
            transform.forward(zip(taper, centred).map { $0 * $1 } + padding)
        }
        let variance = centred.reduce(0) { $0 + $1 * $1 } / Double(n)
        var average = TaperAverage(
            slepian, weights: weights, noise: 2 * variance / sampleRateHz)
        var density: [Double] = []
        var degreesOfFreedom: [Double] = []
        var lineFStatistic: [Double] = []
        for bin in 0..<transform.spectrumCount {
            let countsOnce = bin == 0 || 2 * bin == transform.count
            average.compute(transforms, bin: bin, scale: (countsOnce ? 1 : 2) / sampleRateHz)
            density.append(average.density)
            degreesOfFreedom.append(average.degreesOfFreedom)
            lineFStatistic.append(average.lineFStatistic)
        }
        let sortedDegrees = degreesOfFreedom.sorted()
        return Result(
            spectrum: PowerSpectrum(
                firstHz: 0, stepHz: sampleRateHz / Double(transform.count), density: density,
                degreesOfFreedom: sortedDegrees[sortedDegrees.count / 2]),
            degreesOfFreedom: degreesOfFreedom, lineFStatistic: lineFStatistic,
            taperCount: taperCount)
    }

    /// The probability that a line's F exceeds `f` where there is no line: (1 + 2 f / m)^(-m / 2),
    /// the tail of F(2, m) with m = 2 K - 2; 1 for one taper.
    public func lineFalseAlarmProbability(f: Double) -> Double {
        Self.lineProbability(f: f, taperCount: taperCount)
    }

    private static func lineProbability(f: Double, taperCount: Int) -> Double {
        // Written so that NaN stays NaN.
        guard taperCount > 1, !(f <= 0) else { return 1 }
        let halfDegrees = Double(taperCount - 1)
        return PlatformMath.exp(-halfDegrees * PlatformMath.logOnePlus(f / halfDegrees))
    }
}
