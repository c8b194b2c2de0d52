import BeatDetection

/// Evidence that values whose rate nobody states are an ECG: at usual rates a detector finds QRS
/// complexes in them, alike and at the distances of a heart.
///
/// The bounds were set on 3,578 R-R series of public databases and seeded generators (rest, days,
/// exercise, atrial fibrillation, ectopy, apnoea, paced breathing, each raw and smoothed), none of
/// which shows complexes, and on pieces of public ECGs from 5 to 600 s, of which 67 % (10 s) to 84 %
/// (60 s) do.
enum QRSEvidence {
    /// Rates that are tried; Hz. A detector finds an ECG at neighbours of its rate too.
    private static let ratesHz = [100.0, 128, 200, 250, 360, 500, 1000]
    private static let shortestSeconds = 4.0
    private static let longestSeconds = 30.0

    /// Whether the values are those of an ECG.
    ///
    /// One rate at which the complexes are very clear suffices; else it takes two.
    ///
    /// - Complexity: O(n), of which 30 s at each rate count.
    static func isECG(_ values: [Double]) -> Bool {
        var clearCount = 0
        for rateHz in ratesHz where Double(values.count) >= shortestSeconds * rateHz {
            let samples = values.prefix(Int(longestSeconds * rateHz))
            let seconds = Double(samples.count) / rateHz
            let look = QRSLook(samples, sampleRateHz: rateHz)
            if veryClear.fits(look, seconds: seconds, rateHz: rateHz) { return true }
            if clear.fits(look, seconds: seconds, rateHz: rateHz) { clearCount += 1 }
            if clearCount == 2 { return true }
        }
        return false
    }

    private struct Bounds {
        var minQuality: Double
        var minSteepness: Double
        var minNormalShare: Double
        /// Low and high distances between complexes over the middle one, at the tenth and ninetieth
        /// of a hundred.
        var minLow: Double
        var maxHigh: Double
        /// High less low: what repeats without any change is a program of training.
        var minSpread: Double
        /// Steepness over the rate: what rises within a single value is an odd interval.
        var maxSteepnessPerSample: Double

        private static let minCount = 6
        /// Complexes at least every so many seconds.
        private static let maxSecondsPerComplex = 6.0
        private static let maxStepShare = 0.5
        private static let middleSeconds = 0.27...1.8

        func fits(_ look: QRSLook, seconds: Double, rateHz: Double) -> Bool {
            let distances = look.distancesSeconds
            guard look.count >= Self.minCount,
                Double(look.count) >= seconds / Self.maxSecondsPerComplex,
                look.quality >= minQuality, look.steepness >= minSteepness,
                look.normalShare >= minNormalShare, look.stepShare <= Self.maxStepShare,
                look.steepness <= maxSteepnessPerSample * rateHz
            else { return false }
            let middle = distances[distances.count / 2]
            let low = distances[distances.count / 10] / middle
            let high = distances[distances.count * 9 / 10] / middle
            return Self.middleSeconds.contains(middle) && low >= minLow && high <= maxHigh
                && high - low >= minSpread
        }
    }

    private static let veryClear = Bounds(
        minQuality: 0.95, minSteepness: 25, minNormalShare: 0.85, minLow: 0.82, maxHigh: 1.22,
        minSpread: 0.03, maxSteepnessPerSample: 0.6)
    private static let clear = Bounds(
        minQuality: 0.8, minSteepness: 22, minNormalShare: 0.65, minLow: 0.75, maxHigh: 1.35,
        minSpread: 0.03, maxSteepnessPerSample: 0.5)
}
