import BeatDetection

/// Evidence that values without a stated rate are an ECG: at usual rates a detector finds QRS
/// complexes in them, alike and at the distances of a heart.
///
/// The bounds were set on 3,578 R-R series of public databases and seeded generators (rest, days,
/// exercise, atrial fibrillation, ectopy, apnoea, paced breathing, each raw and smoothed) and tried on
/// 3,300 of another generator, none of which shows complexes; of pieces of public ECGs half of those of
/// 10 s and 61 % of those of 60 s do.
enum QRSEvidence {
    /// Rates that are tried; Hz. A detector finds an ECG at neighbours of its rate too.
    private static let ratesHz = [100.0, 128, 200, 250, 360, 500, 1000]
    private static let minSeconds = 4.0
    private static let maxSeconds = 30.0

    /// Middle distances between complexes at two rates, in values, over one another.
    private static let sameDistanceRatios = 0.8...1.25

    /// Returns true if the values are those of an ECG.
    ///
    /// One rate at which the complexes are very clear suffices; else two rates must show clear ones, and
    /// the same: as many values from one to the next.
    ///
    /// - Complexity: O(n), of which 30 s at each rate count.
    static func isECG(_ values: [Double]) -> Bool {
        var distances: [Double] = []
        for rateHz in ratesHz where Double(values.count) >= minSeconds * rateHz {
            let samples = values.prefix(Int(maxSeconds * rateHz))
            let seconds = Double(samples.count) / rateHz
            let inspection = QRSInspection(samples, sampleRateHz: rateHz)
            if veryClearBounds.fits(inspection, seconds: seconds, rateHz: rateHz) { return true }
            guard clearBounds.fits(inspection, seconds: seconds, rateHz: rateHz) else { continue }
            let distance = inspection.sortedRRSeconds[inspection.sortedRRSeconds.count / 2] * rateHz
            if distances.contains(where: { sameDistanceRatios.contains($0 / distance) }) {
                return true
            }
            distances.append(distance)
        }
        return false
    }

    private struct Bounds {
        var minQuality: Double
        var minSteepness: Double
        var minNormalShare: Double
        /// Low and high distances between complexes over the middle one, at the tenth and ninetieth
        /// of a hundred.
        var minLowDistanceRatio: Double
        var maxHighDistanceRatio: Double
        /// High less low: what repeats without any change is a program of training.
        var minDistanceSpread: Double
        /// Steepness over the rate: what rises within a single value is an odd interval.
        var maxSteepnessPerSample: Double

        private static let minCount = 8
        /// Complexes at least every so many seconds.
        private static let maxSecondsPerComplex = 6.0
        private static let maxLevelStepRatio = 0.5
        private static let medianRRRangeSeconds = 0.27...1.8

        func fits(_ inspection: QRSInspection, seconds: Double, rateHz: Double) -> Bool {
            let distances = inspection.sortedRRSeconds
            guard inspection.count >= Self.minCount,
                Double(inspection.count) >= seconds / Self.maxSecondsPerComplex,
                inspection.quality >= minQuality, inspection.steepness >= minSteepness,
                inspection.normalComplexShare >= minNormalShare,
                inspection.levelStepRatio <= Self.maxLevelStepRatio,
                inspection.steepness <= maxSteepnessPerSample * rateHz
            else { return false }
            let middle = distances[distances.count / 2]
            let low = distances[distances.count / 10] / middle
            let high = distances[distances.count * 9 / 10] / middle
            return Self.medianRRRangeSeconds.contains(middle) && low >= minLowDistanceRatio
                && high <= maxHighDistanceRatio
                && high - low >= minDistanceSpread
        }
    }

    private static let veryClearBounds = Bounds(
        minQuality: 0.95, minSteepness: 25, minNormalShare: 0.85, minLowDistanceRatio: 0.82,
        maxHighDistanceRatio: 1.22,
        minDistanceSpread: 0.03, maxSteepnessPerSample: 0.6)
    private static let clearBounds = Bounds(
        minQuality: 0.8, minSteepness: 22, minNormalShare: 0.65, minLowDistanceRatio: 0.75,
        maxHighDistanceRatio: 1.35,
        minDistanceSpread: 0.03, maxSteepnessPerSample: 0.5)
}
