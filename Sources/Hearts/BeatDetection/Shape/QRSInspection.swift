import PhysioTypes

/// The QRS complexes at the beginning of a signal as a whole: how clear, how steep, how alike.
///
/// Answers what a detector cannot: whether the signal is an ECG at all.
package struct QRSInspection {
    /// The number of complexes.
    package let count: Int
    /// Middle quality of the complexes, 0 to 1.
    package let quality: Double
    /// Middle of the steepest part of each complex over its height; a second. A pulse wave takes five
    /// times as long to rise as an ECG.
    package let steepness: Double
    /// Share of the complexes that are of one shape and in time.
    package let normalComplexShare: Double
    /// Distances between complexes, in order of size; s.
    package let sortedRRSeconds: [Double]

    /// Middle of the distance of the levels before and after a complex, over its height: an ECG
    /// returns, a step does not.
    package let levelStepRatio: Double

    /// Steepness of an ECG, at least; a second.
    package static let minSteepness = 25.0

    /// - Parameters:
    ///   - samples: some 4 to 30 s, in any linear unit, with any offset and polarity.
    ///   - sampleRateHz: one of ``DetectionLimits/sampleRatesHz``.
    /// - Complexity: O(n).
    package init(_ samples: some Collection<Double>, sampleRateHz: Double) {
        var detector = RPeakDetector(sampleRateHz: sampleRateHz)
        var qualities: [Double] = []
        var steepnessValues: [Double] = []
        var positions: [Double] = []
        var ranges: [Double] = []
        var normalCount = 0
        let samples = Array(samples)
        let receive = { (beat: DetectedBeat, shape: BeatShape) in
            positions.append(beat.sample)
            qualities.append(shape.quality)
            ranges.append(shape.rangeMillivolts)
            if shape.kind == .normal { normalCount += 1 }
            if shape.rangeMillivolts > 0 {
                steepnessValues.append(shape.slopeMillivoltsPerSecond / shape.rangeMillivolts)
            }
        }
        detector.push(samples, receive)
        detector.finish(receive)
        count = positions.count
        quality = Self.median(qualities)
        self.steepness = Self.median(steepnessValues)
        levelStepRatio = Self.median(
            zip(positions, ranges).compactMap {
                Self.step(samples, around: $0, range: $1, rateHz: sampleRateHz)
            })
        normalComplexShare = positions.isEmpty ? 0 : Double(normalCount) / Double(positions.count)
        sortedRRSeconds = zip(positions.dropFirst(), positions)
            .map { ($0 - $1) / sampleRateHz }.sorted()
    }

    /// Distance of the levels from 200 to 100 ms before a complex and from 100 to 200 ms after it, over
    /// its height.
    private static func step(
        _ samples: [Double], around position: Double, range: Double, rateHz: Double
    ) -> Double? {
        let centreIndex = Int(position)
        let (near, far) = (Int(0.1 * rateHz), Int(0.2 * rateHz))
        guard range > 0, near < far, centreIndex - far >= 0, centreIndex + far < samples.count
        else {
            return nil
        }
        let before = samples[(centreIndex - far)..<(centreIndex - near)].reduce(0, +)
        let after = samples[(centreIndex + near)..<(centreIndex + far)].reduce(0, +)
        return abs(after - before) / Double(far - near) / range
    }

    private static func median(_ values: [Double]) -> Double {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }
}
