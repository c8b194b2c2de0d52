import BeatDetection
import PhysioTypes
import SensorProtocol

/// The beats of an ECG that comes in blocks, with their times.
///
/// Intervals are measured by the sensor's own clock, where blocks have a stamp, else by the rate that is
/// named; so a rate that is a little off is followed. The session's time is that clock plus the least delay of
/// the last minutes. A beat is known 0.3 to 0.4 s after its R peak, or when the next one is overdue;
/// the first two seconds are learned from.
struct ECGBeatDetector: ~Copyable {
    /// An interval between two R peaks.
    struct Beat: Sendable, Equatable {
        let intervalMs: Double
        /// The time of the R peak that ends it; s of the session.
        let endSeconds: Double
        let isAfterGap: Bool
        /// True if both beats are normal.
        let isNormal: Bool
    }

    /// The times of a block of samples on the sensor's clock.
    private struct Block {
        let lastSample: Int
        /// The time of the last sample, from the first stamp on; s.
        let lastSeconds: Double
        let stepSeconds: Double
        /// The time by which the session's clock is ahead; s.
        let offsetSeconds: Double

        func seconds(of sample: Double) -> Double {
            lastSeconds - (Double(lastSample) - sample) * stepSeconds
        }
    }

    let sampleRateHz: Double
    private var detector: RPeakDetector
    private var clock: PolarFrameClock
    private var delay = MinimumDelayFilter()
    private var firstStamp: UInt64?
    /// The arrival of the newest block; us of the session.
    private var lastArrivalMicroseconds: Int?
    private static let maxDelayMicroseconds = 2_000_000
    /// The duration of all blocks without a stamp.
    private var unstampedNanoseconds: UInt64 = 0
    private var blocks: [Block] = []
    private var previous: (seconds: Double, isNormal: Bool)?
    private var isAfterGap = true
    /// The qualities of the newest beats: 0 ... 1.
    private var qualities: [Double] = []

    /// Beats of 12 dB and more have 0.8 and more; of noise without a heart 0.3, and of 0 dB too.
    static let minQuality = 0.4
    static let qualityBeatCount = 8

    /// True if the beats found cannot be relied on: no electrode touches, or noise is as large as
    /// the heart's signal.
    var hasPoorSignal: Bool {
        qualities.count == Self.qualityBeatCount
            && qualities.reduce(0, +) / Double(qualities.count) < Self.minQuality
    }

    /// A beat that is found late lies back so far at most; s.
    private static let historySeconds = 12.0
    /// Blocks of a sensor whose clock hardly moves; others have some 20 in that time.
    private static let maxBlocks = 4096

    /// - Precondition: the rate lies within ``DetectionLimits/sampleRatesHz``.
    init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        detector = RPeakDetector(sampleRateHz: sampleRateHz)
        clock = PolarFrameClock(sampleRateHz: sampleRateHz)
    }

    /// The results of a block.
    struct Update {
        /// Intervals that are known now.
        var beats: [Beat] = []
        /// True if the sensor's clock began anew.
        var hasRestarted = false
        /// The duration of the samples that never came; s.
        var missingSeconds = 0.0
    }

    /// Takes the next block.
    ///
    /// - Parameter now: when its last sample arrived; us of the session.
    mutating func push(_ ecg: SensorECG, atMicroseconds now: Int) -> Update {
        var update = Update()
        guard !ecg.samples.isEmpty else { return update }
        let isLate = ecg.stampNanoseconds == nil && isLate(ecg, now)
        if isLate { update.beats += interrupt() }
        let stamp = ecg.stampNanoseconds ?? makeEstimatedStamp(ecg.samples.count)
        let blockTiming = clock.locate(stampNanoseconds: stamp, sampleCount: ecg.samples.count)
        if isLate {
            update.missingSeconds = Double(now - (lastArrivalMicroseconds ?? now)) / 1e6
        } else if blockTiming.isDiscontinuous, firstStamp != nil {
            update.hasRestarted = true
            update.beats += restartDetection()
        }
        lastArrivalMicroseconds = now
        var foundBeats: [DetectedBeat] = []
        let missing = min(blockTiming.missingSampleCount, Self.maxMissingCount)
        detector.skip(missing) { beat, _ in foundBeats.append(beat) }
        if missing > 0 { update.missingSeconds = Double(missing) / sampleRateHz }
        let first = firstStamp ?? stamp
        firstStamp = first
        let seconds = Double(stamp - min(first, stamp)) / 1e9
        let sentMicroseconds = Int(seconds * 1e6)
        blocks.append(
            Block(
                lastSample: detector.sampleCount + ecg.samples.count - 1, lastSeconds: seconds,
                stepSeconds: blockTiming.stepNanoseconds / 1e9,
                offsetSeconds: Double(
                    delay.undelayedArrival(sent: sentMicroseconds, arrived: now) - sentMicroseconds)
                    / 1e6))
        detector.push(ecg.samples) { beat, _ in foundBeats.append(beat) }
        removeBlocks(before: seconds - Self.historySeconds)
        qualities += foundBeats.compactMap(\.quality)
        qualities = Array(qualities.suffix(Self.qualityBeatCount))
        update.beats += foundBeats.compactMap { interval(endingAt: $0) }
        return update
    }

    /// Returns true if samples without stamps, which are counted, come much later than expected:
    /// they do not follow the ones before.
    private func isLate(_ ecg: SensorECG, _ now: Int) -> Bool {
        guard let lastArrivalMicroseconds else { return false }
        let expected = lastArrivalMicroseconds + Int(1e6 * Double(ecg.samples.count) / sampleRateHz)
        return now - expected > Self.maxDelayMicroseconds
    }

    /// Samples are missing: no interval crosses what follows.
    ///
    /// - Returns: the last beats before.
    mutating func interrupt() -> [Beat] {
        clock.restart()
        return restartDetection()
    }

    private mutating func restartDetection() -> [Beat] {
        var foundBeats: [DetectedBeat] = []
        detector.finish { beat, _ in foundBeats.append(beat) }
        let beats = foundBeats.compactMap { interval(endingAt: $0) }
        qualities.removeAll()
        detector = RPeakDetector(sampleRateHz: sampleRateHz)
        delay = MinimumDelayFilter()
        firstStamp = nil
        blocks.removeAll()
        previous = nil
        isAfterGap = true
        return beats
    }

    /// More than a day was not recorded by anybody.
    private static let maxMissingCount = 100_000_000

    private mutating func makeEstimatedStamp(_ count: Int) -> UInt64 {
        unstampedNanoseconds += UInt64((Double(count) / sampleRateHz * 1e9).rounded())
        return unstampedNanoseconds
    }

    private mutating func removeBlocks(before seconds: Double) {
        let old = blocks.firstIndex { $0.lastSeconds >= seconds } ?? blocks.count
        blocks.removeFirst(max(0, max(old - 1, blocks.count - Self.maxBlocks)))
    }

    /// nil at the first beat, after a gap, and for one that is found behind the one before.
    private mutating func interval(endingAt beat: DetectedBeat) -> Beat? {
        guard
            let block = blocks.first(where: { Double($0.lastSample) >= beat.sample })
                ?? blocks.last
        else { return nil }
        let seconds = block.seconds(of: beat.sample)
        guard let previousBeat = previous else {
            previous = (seconds, beat.canBoundNN)
            return nil
        }
        guard seconds > previousBeat.seconds else { return nil }
        previous = (seconds, beat.canBoundNN)
        let ms = 1000 * (seconds - previousBeat.seconds)
        guard !beat.isAfterGap, ms <= RRSeries.plausibleRangeMs.upperBound else {
            isAfterGap = true
            return nil
        }
        defer { isAfterGap = false }
        return Beat(
            intervalMs: ms, endSeconds: seconds + block.offsetSeconds, isAfterGap: isAfterGap,
            isNormal: previousBeat.isNormal && beat.canBoundNN)
    }
}
