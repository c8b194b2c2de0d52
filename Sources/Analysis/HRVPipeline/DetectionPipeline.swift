public import BeatDetection
public import PhysioTypes

/// Finds the beats of an ECG in its samples, the quality of the signal, and breathing.
///
/// ```swift
/// var pipeline = DetectionPipeline(signal: description)
/// pipeline.push(samples, firstSample: 0)
/// let found = pipeline.finish()
/// found.record.rr  // RRSeries
/// ```
///
/// Memory: 32 bytes a beat, 40 each ten seconds, and a minute of beats looked at closely; of the
/// samples ten seconds, but with a published detector all of a segment without a gap.
public struct DetectionPipeline: ~Copyable {
    /// The result of the detection, and the way it was made.
    public struct Output: Sendable {
        public let record: DetectionRecord
        public let recipe: Recipe
        public let notices: [Notice]
    }

    private let signal: SignalDescription
    private let secondLead: SignalDescription?
    private var published: SegmentedDetector?
    private var detector: RPeakDetector
    private var beats: [DetectedBeat] = []
    private var queue = BeatQueue()
    private var qualityWindows: QualityWindows
    private var breathing: BreathingEpochBuilder
    private var classifier: BeatClassifier?
    private var secondLeadSampleCount = 0

    /// - Parameter classifiesBeats: whether beats are classed (N, S, V, Q); the
    ///   signal is then stored at 125 Hz, 43 MB a lead for 24 hours.
    /// - Parameter secondLead: another lead, which takes part in the classes alone.
    /// - Parameter published: a published detector instead of ours; it gets the whole signal, or what
    ///   lies between gaps of more than 3 s.
    /// - Precondition: the rates are within ``DetectionLimits/sampleRatesHz``.
    public init(
        signal: SignalDescription, published: PublishedDetector? = nil,
        classifiesBeats: Bool = false, secondLead: SignalDescription? = nil
    ) {
        self.signal = signal
        self.secondLead = secondLead
        self.published = published.map {
            SegmentedDetector($0, sampleRateHz: signal.sampleRateHz)
        }
        detector = RPeakDetector(sampleRateHz: signal.sampleRateHz)
        qualityWindows = QualityWindows(sampleRateHz: signal.sampleRateHz)
        breathing = BreathingEpochBuilder(sampleRateHz: signal.sampleRateHz)
        if classifiesBeats, published == nil {
            classifier = BeatClassifier(
                sampleRatesHz: [signal, secondLead].compactMap { $0?.sampleRateHz })
        }
    }

    /// Takes the next samples; NaN for those that are missing.
    ///
    /// - Parameter firstSample: index of the first one; what lies between it and those before was not
    ///   recorded.
    /// - Precondition: `firstSample` is not before the end of the samples pushed so far.
    public mutating func push(_ samples: [Double], firstSample: Int) {
        let missingCount = firstSample - detector.sampleCount
        precondition(missingCount >= 0, "samples come in the order of their time")
        var batch = BeatBatch()
        detector.skip(missingCount) { batch.add($0, $1) }
        detector.push(samples) { batch.add($0, $1) }
        add(batch)
        qualityWindows.skip(missingCount)
        qualityWindows.add(samples)
        classifier?.skip(missingCount, lead: 0)
        classifier?.push(samples, lead: 0)
        published?.skip(missingCount)
        published?.add(samples)
        let settlingSampleCount = BeatQueue.releaseDelaySeconds * signal.sampleRateHz
        measureBeats(before: Double(detector.sampleCount) - settlingSampleCount)
    }

    /// Takes the next samples of the second lead; NaN for those that are missing.
    ///
    /// - Parameter firstSample: index of the first one at the lead's own rate.
    /// - Precondition: there is a second lead; `firstSample` is not before the end of its samples so far.
    package mutating func pushSecondLead(_ samples: [Double], firstSample: Int) {
        precondition(secondLead != nil, "there is a second lead")
        let missingCount = firstSample - secondLeadSampleCount
        precondition(missingCount >= 0, "samples come in the order of their time")
        classifier?.skip(missingCount, lead: 1)
        classifier?.push(samples, lead: 1)
        secondLeadSampleCount = firstSample + samples.count
    }

    /// Fills up a second lead that ends before the first one.
    private mutating func padSecondLead() {
        guard let secondLead else { return }
        let seconds = Double(detector.sampleCount) / signal.sampleRateHz
        let count = Int((seconds * secondLead.sampleRateHz).rounded(.up)) + 1
        classifier?.skip(max(0, count - secondLeadSampleCount), lead: 1)
    }

    /// The beats of the whole signal.
    ///
    /// - Complexity: O(n) for n beats, but for what a published detector does.
    public consuming func finish() -> Output {
        var batch = BeatBatch()
        detector.finish { batch.add($0, $1) }
        add(batch)
        qualityWindows.closeLastWindow()
        measureBeats(before: .infinity)
        if let published { beats = published.finish() }
        let count = detector.sampleCount
        let rateHz = signal.sampleRateHz
        padSecondLead()
        let classification = classifier?.finishWithSignal(seconds: beats.map { $0.sample / rateHz })
        let classes = BeatClassifier.checked(
            classification?.classes ?? [], qualities: beats.map(\.quality))
        var record = DetectionRecord(
            signal: signal, beats: beats, sampleCount: count, quality: qualityWindows.finish(),
            breathing: breathing.finish(durationSeconds: Double(count) / signal.sampleRateHz),
            classes: classes)
        let samples = classification?.signal ?? []
        record.nonPauseIntervals = record.steepIntervals(
            samples, sampleRateHz: BeatClassifier.signalRateHz)
        record.ecgStrips = record.strips(samples, sampleRateHz: BeatClassifier.signalRateHz)
        return Output(record: record, recipe: recipe, notices: Self.notices(on: record))
    }

    /// The beats that one call of the detector found.
    private struct BeatBatch {
        var beats: [DetectedBeat] = []
        var shapes: [BeatShape] = []

        mutating func add(_ beat: DetectedBeat, _ shape: BeatShape) {
            beats.append(beat)
            shapes.append(shape)
        }
    }

    private mutating func add(_ batch: BeatBatch) {
        batch.shapes.forEach { queue.add($0) }
        guard published == nil else { return }
        for beat in batch.beats {
            let before = beats.lastIndex { $0.sample <= beat.sample }
            beats.insert(beat, at: before.map { $0 + 1 } ?? 0)
        }
    }

    /// Measures what the beats before a position in the signal show.
    private mutating func measureBeats(before sample: Double) {
        for beat in queue.release(before: sample) {
            qualityWindows.add(beat)
            breathing.add(beat)
        }
    }

    /// A published detector says where beats are and no more; ours looks at the signal beside it.
    private var recipe: Recipe {
        var recipe = Recipe()
        recipe.set(.detector, .text(published?.detector.rawValue ?? "resonant"))
        recipe.set(.inputSignal, .text(signal.name))
        recipe.set(.inputRateHz, .number(signal.sampleRateHz))
        if classifier != nil {
            let leads = [signal, secondLead].compactMap { $0?.name }.joined(separator: ", ")
            recipe.set(
                .nnSelection,
                .text("between beats of normal kind and of class N (classes by \(leads))"))
        }
        if published != nil {
            recipe.set(
                .nnSelection, .text("every interval, as the detector tells no kinds of beats"))
            recipe.set(.qualitySource, .text("resonant"))
            recipe.set(.breathingSource, .text("resonant"))
        }
        return recipe
    }

    /// Share of windows below half quality from which the person is warned; %.
    private static let maxPoorWindowPercent = 20.0

    private static func notices(on record: DetectionRecord) -> [Notice] {
        guard !record.beats.isEmpty else {
            return [
                Notice(
                    .warning, code: "no_beats",
                    "no beat was found in the signal \(record.signal.name): is it an ECG?")
            ]
        }
        let poorWindowCount = record.quality.count { $0.value < 0.5 }
        let percent = 100 * Double(poorWindowCount) / Double(max(1, record.quality.count))
        let classNotices = classNotice(on: record).map { [$0] } ?? []
        guard percent > maxPoorWindowPercent else { return classNotices }
        return classNotices + [
            Notice(
                .warning, code: "poor_signal",
                "\(percent.rounded()) % of the signal \(record.signal.name) carries its beats badly: "
                    + "look at the quality (hrv detect --json)")
        ]
    }

    /// Returns a note on the beats that bound no NN interval by their class; nil where none is V, S, F or Q.
    private static func classNotice(on record: DetectionRecord) -> Notice? {
        let parts = [
            BeatClass.ventricular, .supraventricular, .fusion, .unclassifiable,
        ].compactMap { label -> String? in
            let probabilities = record.classes.filter { $0.label == label }.map {
                ($0.probability * 100).rounded() / 100
            }.sorted()
            guard let lowest = probabilities.first else { return nil }
            return
                "\(probabilities.count) of class \(label.letter) (probability \(lowest) and more, "
                + "median \(probabilities[probabilities.count / 2]))"
        }
        guard !parts.isEmpty else { return nil }
        let excludedNormalCount = record.classes.indices.count {
            record.classes[$0].label == .normal && !record.beats[$0].canBoundNN
        }
        return Notice(
            .note, code: "beat_classes",
            "no NN interval is bounded by beats of the classes V, S, F and Q: "
                + parts.joined(separator: ", ")
                + (excludedNormalCount > 0
                    ? "; nor by \(excludedNormalCount) of class N that are early, of another shape, or noise"
                    : "") + " (each beat: hrv detect)")
    }
}
