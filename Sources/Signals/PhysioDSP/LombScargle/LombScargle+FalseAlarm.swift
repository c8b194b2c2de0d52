extension LombScargle {
    /// The probability that white noise alone reaches a peak somewhere in a band.
    ///
    /// For the untapered periodogram with equal weights on the `standard` scale. Of noise, the
    /// share p at one frequency exceeds z with probability (1 - z)^((n - 3) / 2). Over a band that
    /// holds many independent frequencies the chance of any peak above z is bounded by
    /// 1 - (1 - that) exp(-tau), tau(z) = g W (1 - z)^((n - 4) / 2) sqrt((n - 1) z / 2), W = highest
    /// frequency times sqrt(4 pi variance of the times), g = sqrt(2 / (n - 1)) Gamma((n - 1) / 2) /
    /// Gamma((n - 2) / 2): close where the chance is small, and never too low as far as uneven
    /// times do not repeat each other.
    ///
    /// A taper or uneven weights leave fewer independent samples; noise that is not white has its
    /// own peaks. Neither is covered.
    ///
    /// - SeeAlso: Baluev 2008, Mon. Not. R. Astron. Soc. 385:1279, doi
    ///   10.1111/j.1365-2966.2008.12689.x.
    public struct FalseAlarmModel: Sendable, Equatable {
        private let count: Double
        /// g W sqrt((n - 1) / 2)
        private let width: Double

        /// - Parameter times: the samples' times; n >= 5; s.
        /// - Parameter highestHz: the band's upper end, beginning at 0; Hz; not negative.
        public init(times: [Double], highestHz: Double) {
            precondition(times.count >= 5, "a level needs at least five samples")
            precondition(highestHz >= 0, "a band ends at 0 Hz or above")
            count = Double(times.count)
            let mean = times.reduce(0, +) / count
            let variance = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
            let band = highestHz * (4 * .pi * variance).squareRoot()
            width = Self.gammaRatio(0.5 * (count - 2)) * band
        }

        /// The probability that noise has a peak of at least the share `peak`.
        ///
        /// - Parameter peak: 0 ... 1.
        public func probability(ofPeak peak: Double) -> Double {
            let complement = max(0, 1 - peak)
            guard complement > 0 else { return 0 }
            let singleFrequencyProbability = PlatformMath.exp(
                0.5 * (count - 3) * PlatformMath.log(complement))
            let crossings =
                width * PlatformMath.exp(0.5 * (count - 4) * PlatformMath.log(complement))
                * peak.squareRoot()
            // 1 - (1 - single) exp(-crossings), without losing the digits of a small chance.
            let crossingProbability =
                crossings > 1e-5
                ? 1 - PlatformMath.exp(-crossings) : crossings - 0.5 * crossings * crossings
            return singleFrequencyProbability + (1 - singleFrequencyProbability)
                * crossingProbability
        }

        /// The share that noise exceeds with the given probability: the false-alarm level.
        ///
        /// - Parameter probability: above 0, below 1.
        /// - Returns: 0 ... 1, to the last digit or so.
        /// - Complexity: O(1): about fifty halvings.
        public func level(probability: Double) -> Double {
            precondition(probability > 0 && probability < 1, "a probability lies between 0 and 1")
            // Above the share with the most crossings the bound falls as the peak rises. Below it a
            // narrow band falls too, from 1 at 0.
            let turningPoint = 1 / (count - 3)
            let isPeakAboveTurningPoint = self.probability(ofPeak: turningPoint) > probability
            var low = isPeakAboveTurningPoint ? turningPoint : 0
            var high = isPeakAboveTurningPoint ? 1 : turningPoint
            while true {
                let middle = 0.5 * (low + high)
                guard middle > low, middle < high else { return high }
                if self.probability(ofPeak: middle) > probability {
                    low = middle
                } else {
                    high = middle
                }
            }
        }

        /// Gamma(x + 1/2) / Gamma(x), by recursion up to where the asymptotic series is exact.
        private static func gammaRatio(_ x: Double) -> Double {
            var factor = 1.0
            var x = x
            while x < 20 {
                factor *= x / (x + 0.5)
                x += 1
            }
            let u = 1 / x
            let series =
                1 + u * (-1.0 / 8 + u * (1.0 / 128 + u * (5.0 / 1024 + u * (-21.0 / 32768))))
            return factor * x.squareRoot() * series
        }
    }
}
