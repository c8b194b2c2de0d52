public import PhysioTypes

/// Finds the R peaks of an ECG as it comes in: the same for a stream and for a whole recording.
///
/// ``QRSStream`` says that there is a beat, ``BeatShapeAnalyzer`` where exactly its R peak is and what kind
/// of beat it is; where that cannot be distinguished from noise, the odds must be 4.5 to 1. Two complexes
/// whose R peak is the same one are one beat. A beat is reported within 400 ms of its R peak; one
/// that is found by looking back, when the next beat is overdue, within 1.66 R-R intervals and 400 ms
/// after the beat before it, with ``DetectedBeat/isFromSearchBack``. The beats of the first two seconds are
/// reported together at their end, when there was something to learn from. Results do not depend on
/// how a signal is cut into blocks.
///
/// The R peak is the extremum of the largest deflection of the beat's shape, on a curve low-passed at
/// 40 Hz without delay, and between two samples as a rule. Samples may have any linear unit, offset
/// and polarity; what is NaN is missing.
///
/// ```swift
/// var detector = RPeakDetector(sampleRateHz: 250)
/// detector.push(samples) { beat, _ in print(beat.sample / 250) }
/// detector.finish { beat, _ in print(beat.sample / 250) }
/// ```
///
/// Memory: some 100 KiB and ten seconds of samples, however long the signal is.
public struct RPeakDetector: ~Copyable {
    /// Called with each beat, and how it looks.
    public typealias BeatHandler = (DetectedBeat, BeatShape) -> Void

    /// Length of the beginning whose beats are looked at twice; s.
    public static let learningSeconds = 2.0
    /// The longest time by which a beat that is found late lies back; s.
    private static let historySeconds = 10.0
    /// Odds, 4.5 to 1, below which a complex whose shape cannot be distinguished from noise is no beat; log.
    private static let minConfidentLogOdds = 1.5
    /// Two complexes whose R peak is the same to within so much are one beat; s.
    private static let maxDuplicateSeconds = 0.12
    /// The number of samples processed at a time.
    private static let chunkCount = 1 << 15

    private var complexes: QRSStream
    private var shapes: BeatShapeAnalyzer
    private var history: SampleHistory
    /// Complexes that wait for the samples after them, or for the end of the learning.
    private var pending: [QRSStream.Complex] = []
    private var isLearning = true
    private let learningSampleCount: Int
    /// Samples after which the learning is over.
    private var learningEnd: Int { learningSampleCount + 2 * reach }
    private let reach: Int
    private var window: [Double]
    /// Index of the first sample since the last segment that was not recorded.
    private var segmentStartSample = 0
    private var isAfterGap = false
    /// The R peaks reported last: a ring.
    private var recentPeaks = [Double](repeating: -.infinity, count: 8)
    private var recentPeakIndex = 0
    private let sampleRateHz: Double

    /// - Precondition: `sampleRateHz` is within ``DetectionLimits/sampleRatesHz``.
    /// - Complexity: O(rate); nothing is allocated later but for what waits.
    public init(sampleRateHz: Double) {
        self.sampleRateHz = sampleRateHz
        complexes = QRSStream(sampleRateHz: sampleRateHz)
        shapes = BeatShapeAnalyzer(sampleRateHz: sampleRateHz)
        history = SampleHistory(capacity: Int((Self.historySeconds * sampleRateHz).rounded(.up)))
        learningSampleCount = Int(Self.learningSeconds * sampleRateHz)
        reach = Int((BeatShapeAnalyzer.reachSeconds * sampleRateHz).rounded(.up))
        window = [Double](repeating: 0, count: 2 * reach + 1)
    }

    /// Samples since the beginning, those not recorded included.
    public var sampleCount: Int { segmentStartSample + history.count }

    /// Takes the next samples; NaN for those that are missing.
    ///
    /// - Complexity: O(n).
    public mutating func push(_ samples: UnsafeBufferPointer<Double>, _ handler: BeatHandler) {
        var remaining = samples[...]
        while !remaining.isEmpty {
            // The learning ends at one index, however the signal is cut.
            let maxCount = isLearning ? learningEnd - history.count : Self.chunkCount
            let chunk = UnsafeBufferPointer(rebasing: remaining.prefix(maxCount))
            remaining = remaining.dropFirst(chunk.count)
            complexes.push(chunk) { pending.append($0) }
            report(followedBy: chunk, isEnd: false, handler)
            history.append(chunk)
        }
    }

    /// The same with an array.
    public mutating func push(_ samples: [Double], _ handler: BeatHandler) {
        samples.withUnsafeBufferPointer { push($0, handler) }
    }

    /// Passes over samples that were not recorded: no interval crosses them.
    public mutating func skip(_ sampleCount: Int, _ handler: BeatHandler) {
        guard sampleCount > 0 else { return }
        flush(handler)
        segmentStartSample += history.count + sampleCount
        history.removeAll()
        complexes.reset()
        isAfterGap = true
    }

    /// Reports what is left at the end of the signal. Nothing may be pushed afterwards.
    public mutating func finish(_ handler: BeatHandler) { flush(handler) }

    // MARK: Beats

    private mutating func flush(_ handler: BeatHandler) {
        complexes.finish { pending.append($0) }
        report(followedBy: UnsafeBufferPointer(start: nil, count: 0), isEnd: true, handler)
    }

    /// Looks at the complexes whose surroundings are there.
    ///
    /// - Parameter block: samples behind those in the history.
    private mutating func report(
        followedBy block: UnsafeBufferPointer<Double>, isEnd: Bool, _ handler: BeatHandler
    ) {
        let availableSampleCount = history.count + block.count
        if isLearning {
            // By then most beats of the beginning are reported and have their surroundings.
            guard isEnd || availableSampleCount >= learningEnd else { return }
            isLearning = false
            for complex in pending
            where !complex.isFromSearchBack && complex.sample < Double(learningSampleCount) {
                _ = shape(of: complex, block, availableSampleCount)
            }
            shapes.rewind()
        }
        // One after the other: what a beat teaches does not depend on how the signal is cut.
        var processedCount = 0
        for complex in pending {
            guard hasSurroundings(complex, availableSampleCount, isEnd) else { break }
            processedCount += 1
            let shape = shape(of: complex, block, availableSampleCount)
            isAfterGap = isAfterGap || complex.followsGap
            // Neither the look at its surroundings nor the look at its shape speaks for it.
            if shape.kind == .unclassified, complex.logOdds < Self.minConfidentLogOdds { continue }
            guard isNew(shape.sample) else { continue }
            handler(
                DetectedBeat(
                    sample: shape.sample, kind: shape.kind, quality: shape.quality,
                    isFromSearchBack: complex.isFromSearchBack, isAfterGap: isAfterGap), shape)
            isAfterGap = false
        }
        pending.removeFirst(processedCount)
    }

    /// Indicates whether no beat was reported next to this position; stores it.
    private mutating func isNew(_ sample: Double) -> Bool {
        let isDuplicate = recentPeaks.contains {
            abs($0 - sample) < Self.maxDuplicateSeconds * sampleRateHz
        }
        if !isDuplicate {
            recentPeaks[recentPeakIndex % recentPeaks.count] = sample
            recentPeakIndex += 1
        }
        return !isDuplicate
    }

    private func hasSurroundings(
        _ complex: QRSStream.Complex, _ availableSampleCount: Int, _ isEnd: Bool
    )
        -> Bool
    {
        isEnd || complex.sample + Double(reach + 1) <= Double(availableSampleCount)
    }

    private mutating func shape(
        of complex: QRSStream.Complex, _ block: UnsafeBufferPointer<Double>,
        _ availableSampleCount: Int
    ) -> BeatShape {
        let center = Int(complex.sample)
        let start = max(0, center - reach)
        let count = max(0, min(availableSampleCount, center + reach + 1) - start)
        let position = complex.sample - Double(start)
        if start >= history.count {
            let blockSamples = block[(start - history.count)..<(start - history.count + count)]
            return shapes.push(
                UnsafeBufferPointer(rebasing: blockSamples), position: position,
                firstSample: segmentStartSample + start)
        }
        history.copy(from: start, followedBy: block, to: &window)
        return window.withUnsafeBufferPointer { window in
            shapes.push(
                UnsafeBufferPointer(rebasing: window[..<min(count, window.count)]),
                position: position, firstSample: segmentStartSample + start)
        }
    }
}
