package import MusicSelection
import PhysioDSP

/// Beats as they come to samples of the heart: a rate every 10 s, an SDNN of the last minute every 30 s, and what a
/// play asks at its start and end. It holds half an hour.
package struct HeartWindow: Sendable {
    /// The time before now whose samples count for medians; s.
    static let lookbackSeconds = 1800.0
    /// The times before the start and the end of a play in which the heart counts; s.
    static let heartRateWindowSeconds = 30.0
    static let sdnnWindowSeconds = 120.0
    /// The length of the window of a heart rate variability, and the time between two of them; s.
    static let hrvWindowSeconds = 60.0
    static let hrvStepSeconds = 30.0

    private var beats: [ReceivedBeat] = []
    package private(set) var heartRates: [HeartRateSample] = []
    package private(set) var hrvSamples: [HRVSample] = []
    /// Ends of the newest windows that were looked at; s since 1970.
    private var rateEndSeconds = -Double.infinity
    private var hrvEndSeconds = -Double.infinity
    private var lastPacedSeconds = -Double.infinity
    private var lastExcludedSeconds = -Double.infinity

    package init() {}

    /// Takes beats in the order of their times; one that is not after the one before, or is no beat, is left out.
    package mutating func add(_ new: [ReceivedBeat]) {
        for beat in new where beat.timeSeconds.isFinite && beat.intervalMs > 0 {
            if let last = beats.last, beat.timeSeconds <= last.timeSeconds { continue }
            beats.append(beat)
            if beat.isPaced { lastPacedSeconds = beat.timeSeconds }
            if beat.isExcluded { lastExcludedSeconds = beat.timeSeconds }
        }
    }

    /// Makes the samples that are due at a time, and forgets what is older than half an hour.
    ///
    /// - Returns: the new ones.
    package mutating func advance(
        toSeconds now: Double
    ) -> (heartRates: [HeartRateSample], hrv: [HRVSample]) {
        let newRates = stepTimes(after: rateEndSeconds, through: now, each: HeartRateSample.seconds)
            .compactMap { heartRate(before: $0, seconds: HeartRateSample.seconds) }
        let newHRV = stepTimes(after: hrvEndSeconds, through: now, each: Self.hrvStepSeconds)
            .compactMap { hrv(before: $0, seconds: Self.hrvWindowSeconds) }
        rateEndSeconds = (now / HeartRateSample.seconds).rounded(.down) * HeartRateSample.seconds
        hrvEndSeconds = (now / Self.hrvStepSeconds).rounded(.down) * Self.hrvStepSeconds
        heartRates += newRates
        hrvSamples += newHRV
        let first = now - Self.lookbackSeconds
        heartRates.removeAll { $0.timeSeconds < first }
        hrvSamples.removeAll { $0.timeSeconds < first }
        beats.removeAll { $0.timeSeconds < now - Self.sdnnWindowSeconds - Self.hrvWindowSeconds }
        return (newRates, newHRV)
    }

    /// Multiples of a step after one time, up to and with another; at most those of the last five minutes.
    private func stepTimes(after: Double, through now: Double, each step: Double) -> [Double] {
        let last = (now / step).rounded(.down)
        let first = max((after / step).rounded(.down) + 1, last - 300 / step)
        guard first <= last else { return [] }
        return stride(from: first, through: last, by: 1).map { $0 * step }
    }

    // MARK: Windows

    private func window(before end: Double, seconds: Double) -> (
        validIntervalsMs: [Double], coverage: Double, correctedShare: Double
    ) {
        var validIntervalsMs: [Double] = []
        var (count, coveredSeconds) = (0, 0.0)
        for beat in beats where beat.timeSeconds > end - seconds && beat.timeSeconds <= end {
            count += 1
            guard beat.isValid else { continue }
            validIntervalsMs.append(beat.intervalMs)
            // Of the first interval only what lies in the window.
            coveredSeconds += min(beat.intervalMs / 1000, beat.timeSeconds - (end - seconds))
        }
        let correctedShare = count == 0 ? 0 : Double(count - validIntervalsMs.count) / Double(count)
        return (validIntervalsMs, min(1, coveredSeconds / seconds), correctedShare)
    }

    private func heartRate(before end: Double, seconds: Double) -> HeartRateSample? {
        let (validIntervalsMs, coverage, correctedShare) = window(before: end, seconds: seconds)
        guard let mean = Statistics.mean(validIntervalsMs), mean > 0 else { return nil }
        return HeartRateSample(
            timeSeconds: end, bpm: 60_000 / mean, quality: coverage * (1 - correctedShare))
    }

    private func hrv(before end: Double, seconds: Double) -> HRVSample? {
        let (validIntervalsMs, coverage, correctedShare) = window(before: end, seconds: seconds)
        guard validIntervalsMs.count >= 2,
            let deviation = Statistics.standardDeviation(validIntervalsMs)
        else {
            return nil
        }
        return HRVSample(
            timeSeconds: end, valueMs: deviation, coverage: coverage,
            correctedShare: correctedShare,
            isPaced: isPaced(at: end, seconds: seconds))
    }

    private func isPaced(at end: Double, seconds: Double) -> Bool {
        lastPacedSeconds > end - seconds - HRVSample.pacingAftereffectSeconds
    }

    // MARK: What a play asks

    /// Mean heart rate of the last 30 s; 1/min. nil without enough sound beats.
    package func bpm(atSeconds now: Double) -> Double? {
        guard let sample = heartRate(before: now, seconds: Self.heartRateWindowSeconds),
            sample.quality >= HRVSample.minCoverage * (1 - HRVSample.maxCorrectedShare)
        else { return nil }
        return sample.bpm
    }

    /// SDNN of the last 120 s; ms. nil without enough sound beats, and while a pacer leads and 2 min after.
    package func sdnnMs(atSeconds now: Double) -> Double? {
        guard let sample = hrv(before: now, seconds: Self.sdnnWindowSeconds), sample.counts else {
            return nil
        }
        return sample.valueMs
    }

    package func isPaced(atSeconds now: Double) -> Bool { isPaced(at: now, seconds: 0) }

    /// Returns true if beats of a simulated or an old heart are in the window, or were in it with
    /// the last samples.
    package func isExcluded(atSeconds now: Double) -> Bool {
        lastExcludedSeconds > now - Self.lookbackSeconds
    }

    /// Median of the heart rates of the last half hour; 1/min.
    package var medianBpm: Double? {
        Statistics.quantile(0.5, ofSorted: heartRates.map(\.bpm).sorted())
    }

    /// Median of the SDNN of the last half hour; ms.
    package var medianSDNNMs: Double? {
        Statistics.quantile(0.5, ofSorted: hrvSamples.filter(\.counts).map(\.valueMs).sorted())
    }
}
