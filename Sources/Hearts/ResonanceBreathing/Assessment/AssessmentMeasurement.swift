import HRVFeatures
import PhysioDSP
import PhysioTypes

/// Computes the criteria of one segment.
struct AssessmentMeasurement {
    private let nn: NNSeries
    private let breathing: CommandedBreathing
    private let spectrum: PowerSpectrum?
    /// Beats that cover less of their time have no spectrum: it would be that of the gap.
    static let minCoverage = 0.5
    private static let lfBand = HRVBands.taskForce.lf

    init(_ nn: NNSeries, breathing: CommandedBreathing) {
        self.nn = nn
        self.breathing = breathing
        let isLongEnough =
            nn.durationSeconds >= AssessmentRow.minimumSpectrumSeconds
            && nn.coverage >= Self.minCoverage
        spectrum = isLongEnough ? FrequencyDomain(nn).spectrum : nil
    }

    func value(_ criterion: AssessmentCriterion) throws(MissingReason) -> Double {
        switch criterion {
        case .phaseSynchrony:
            return try PhaseSynchrony(nn, breathing: breathing).unbiasedSquaredResultant
        case .amplitude: return try amplitudeBpm()
        case .lfPower:
            return try density().power(fromHz: Self.lfBand.lowHz, toHz: Self.lfBand.highHz)
        case .lfPeakHeight: return try peaks()[0]
        case .smoothness: return try HarmonicCoherence(nn, breathing: breathing).fit.rSquared
        case .lfPeakCount:
            let peaks = try peaks()
            return Double(peaks.count { $0 > AssessmentRow.minPeakShare * peaks[0] })
        }
    }

    private func amplitudeBpm() throws(MissingReason) -> Double {
        let amplitudes = breathing.breaths.filter {
            $0.startSeconds >= nn.startSeconds && $0.endSeconds <= nn.endSeconds
        }.compactMap { RSAAmplitude.amplitudeBpm(nn, in: $0) }
        guard amplitudes.count >= AssessmentRow.minimumBreathCount else {
            throw .tooFew(
                needed: Double(AssessmentRow.minimumBreathCount), found: Double(amplitudes.count),
                .breaths)
        }
        return amplitudes.reduce(0, +) / Double(amplitudes.count)
    }

    private func density() throws(MissingReason) -> PowerSpectrum {
        guard let spectrum else {
            guard nn.coverage >= Self.minCoverage else {
                throw .coverage(needed: Self.minCoverage, found: nn.coverage)
            }
            throw .tooFew(
                needed: AssessmentRow.minimumSpectrumSeconds, found: nn.durationSeconds, .seconds)
        }
        return spectrum
    }

    /// Densities of the local maxima inside the band, the highest first; at least one.
    private func peaks() throws(MissingReason) -> [Double] {
        let spectrum = try density()
        let values = spectrum.density
        let indices = 1..<max(1, values.count - 1)
        let peaks = indices.filter { index in
            (Self.lfBand.lowHz..<Self.lfBand.highHz).contains(spectrum.frequencyHz(index))
                && values[index] > values[index - 1] && values[index] >= values[index + 1]
        }.map { values[$0] }
        guard !peaks.isEmpty else { throw .noPeak }
        return peaks.sorted(by: >)
    }
}

/// RSA amplitude: the range of the heart rate in one breath.
enum RSAAmplitude {
    /// Accepted intervals in a breath: fewer miss its top or its bottom.
    static let minimumBeatCount = 4
    /// Largest share of a breath without one.
    static let maxGapShare = 0.5

    /// Highest minus lowest heart rate of the accepted intervals whose middle lies in the breath;
    /// beats/min.
    ///
    /// - Returns: nil with fewer than ``minimumBeatCount`` of them, or none in half of the breath.
    static func amplitudeBpm(_ nn: NNSeries, in breath: BreathCycle) -> Double? {
        var (lowest, highest) = (Double.infinity, -Double.infinity)
        var (count, lastShare) = (0, 0.0)
        for index in 0..<nn.count where !nn.isCorrected[index] {
            let middle = nn.endTimesSeconds[index] - nn.intervalsMs[index] / 2000
            let share = breath.share(atSeconds: middle)
            guard share >= 0, share < 1 else { continue }
            guard share - lastShare <= maxGapShare else { return nil }
            lastShare = share
            count += 1
            lowest = min(lowest, 60_000 / nn.intervalsMs[index])
            highest = max(highest, 60_000 / nn.intervalsMs[index])
        }
        guard count >= minimumBeatCount, 1 - lastShare <= maxGapShare else { return nil }
        return highest - lowest
    }
}
