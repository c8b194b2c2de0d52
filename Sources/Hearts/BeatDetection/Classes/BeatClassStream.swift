public import PhysioTypes

/// Classes beats while a recording is in progress, each at most ``maxDelaySeconds`` after its R peak.
///
/// Every three seconds of signal the method of ``BeatClassifier`` is applied to a window of the last
/// minutes, and the beats that have enough signal after them get their class. A class is final, and
/// may differ from that of the whole recording, in which later beats count too.
///
/// ```swift
/// var stream = BeatClassStream(sampleRatesHz: [250])
/// stream.push(samples, lead: 0)
/// for beat in stream.add(peaks, completeUpTo: seconds - 2.5) { print(beat.seconds, beat.estimate) }
/// ```
///
/// The classes do not depend on how samples and beats are cut into calls. Memory: 0.5 KiB a second of
/// the window and lead, 1 KiB a beat in it while it is classed, and what is pushed between two calls of
/// ``add(_:completeUpTo:)``; however long the recording is.
public struct BeatClassStream: Sendable {
    /// A beat and its class.
    public struct Beat: Sendable, Equatable {
        /// Time of the R peak from the first sample on; s.
        public let seconds: Double
        public let estimate: BeatClassEstimate
    }

    /// Largest time from an R peak to the signal's end when its class is known; s.
    ///
    /// It holds where beats are complete up to ``beatDelaySeconds`` before the end of the signal.
    public static let maxDelaySeconds = 10.0
    /// Time before the signal's end from which on beats may be missing; s.
    public static let beatDelaySeconds = 2.5
    /// Length of the window; s: runs last two minutes at most, and atrial fibrillation counts for three.
    private static let defaultWindowSeconds = 300.0
    /// Time between two windows' ends; s.
    private static let stepSeconds = 3.0
    /// Signal after a beat that is classed; s.
    private static let settlingSeconds = 6.5

    private struct PendingBeat {
        let seconds: Double
        let quality: Double?
        var isClassified = false
    }

    private var leads: [ClassificationLead]
    /// Beats of the window, and those after it; ascending.
    private var beats: [PendingBeat] = []
    private var knownBeatsEndSeconds = 0.0
    /// Number of the window that is due next: it ends ``stepSeconds`` times as late.
    private var stepIndex = 1
    private let windowSeconds: Double

    /// - Parameter sampleRatesHz: one a lead; at least one.
    /// - Precondition: the rates are within ``DetectionLimits/sampleRatesHz``.
    public init(sampleRatesHz: [Double]) {
        self.init(sampleRatesHz: sampleRatesHz, windowSeconds: Self.defaultWindowSeconds)
    }

    /// - Parameter windowSeconds: length of the window; s.
    package init(sampleRatesHz: [Double], windowSeconds: Double) {
        precondition(!sampleRatesHz.isEmpty, "beats are classed in at least one lead")
        precondition(windowSeconds >= 30, "a window of less than 30 s has too few beats")
        leads = sampleRatesHz.map(ClassificationLead.init)
        self.windowSeconds = windowSeconds
    }

    /// Number of samples and beats that are stored.
    package var storedCount: Int { leads.reduce(beats.count) { $0 + $1.storedCount } }

    /// Appends samples of a lead; NaN for those that are missing.
    public mutating func push(_ samples: [Double], lead: Int) { leads[lead].push(samples) }

    /// Passes over samples of a lead that were not recorded.
    public mutating func skip(_ sampleCount: Int, lead: Int) { leads[lead].skip(sampleCount) }

    /// Adds beats, and returns those whose class is known by now.
    ///
    /// A beat that comes after its time was said to be complete is classed with the next window.
    ///
    /// - Parameter seconds: times of R peaks from the first sample on; in any order.
    /// - Parameter qualities: of the signal around each beat, 0 to 1; nil where not measured; none: all are nil.
    ///   Where it is low a beat is of class Q, and none is S.
    /// - Parameter completeSeconds: time before which no beat is missing; s.
    /// - Precondition: no beat is so late that the next window does not reach it; there is a quality for each
    ///   beat, or none.
    /// - Returns: beats by their time; each beat that was added is returned once, here or by ``finish()``.
    public mutating func add(
        _ seconds: [Double], qualities: [Double?] = [], completeUpTo completeSeconds: Double
    ) -> [Beat] {
        precondition(
            qualities.isEmpty || qualities.count == seconds.count, "a quality a beat, or none")
        insert(seconds, qualities)
        self.knownBeatsEndSeconds = max(self.knownBeatsEndSeconds, completeSeconds)
        var classifiedBeats: [Beat] = []
        while hasNextWindow {
            let end = Double(stepIndex) * Self.stepSeconds
            classifiedBeats += classifyDueBeats(
                beatsUpTo: end - Self.beatDelaySeconds, dueUpTo: end - Self.settlingSeconds,
                endIndex: Int((end * ClassificationLead.rateHz).rounded()))
            stepIndex += 1
        }
        return classifiedBeats
    }

    /// Returns the beats that are not classed yet, at the end of the signal; none where there are no samples.
    public consuming func finish() -> [Beat] {
        for index in leads.indices { leads[index].end() }
        // Windows that waited for beats alone come first, so that the last one is no longer than they.
        var classifiedBeats = add([], completeUpTo: .infinity)
        classifiedBeats += classifyDueBeats(
            beatsUpTo: .infinity, dueUpTo: .infinity, endIndex: leads.map(\.count).min() ?? 0)
        return classifiedBeats
    }

    private var hasNextWindow: Bool {
        let end = Double(stepIndex) * Self.stepSeconds
        return knownBeatsEndSeconds >= end - Self.beatDelaySeconds
            && leads.allSatisfy { Double($0.count) >= end * ClassificationLead.rateHz }
    }

    private mutating func insert(_ seconds: [Double], _ qualities: [Double?]) {
        let start = Double(stepIndex) * Self.stepSeconds - windowSeconds
        for (index, time) in seconds.enumerated() {
            precondition(time >= start, "a beat at \(time) s is added after its window has ended")
            let before = beats.lastIndex { $0.seconds <= time }
            let quality = qualities.isEmpty ? nil : qualities[index]
            beats.insert(
                PendingBeat(seconds: time, quality: quality), at: before.map { $0 + 1 } ?? 0)
        }
    }

    /// Classes the beats that are due in the window that ends at an index, and removes what lies before it.
    private mutating func classifyDueBeats(
        beatsUpTo lastSeconds: Double, dueUpTo dueSeconds: Double, endIndex: Int
    ) -> [Beat] {
        let begin = max(0, endIndex - Int((windowSeconds * ClassificationLead.rateHz).rounded()))
        let beginSeconds = Double(begin) / ClassificationLead.rateHz
        let firstDueIndex = beats.firstIndex { !$0.isClassified } ?? beats.count
        var classifiedBeats: [Beat] = []
        if firstDueIndex < beats.count, beats[firstDueIndex].seconds <= dueSeconds, endIndex > begin
        {
            let used = beats.indices.filter {
                beats[$0].seconds >= beginSeconds && beats[$0].seconds <= lastSeconds
            }
            let estimates = BeatClassifier.checked(
                BeatClassifier.classes(
                    leads: leads.map { $0.signal(in: begin..<endIndex) },
                    spikes: leads.map { $0.spikes.seconds.map { $0 - beginSeconds } },
                    seconds: used.map { beats[$0].seconds - beginSeconds }),
                qualities: used.map { beats[$0].quality })
            for (index, estimate) in zip(used, estimates)
            where !beats[index].isClassified && beats[index].seconds <= dueSeconds {
                beats[index].isClassified = true
                classifiedBeats.append(Beat(seconds: beats[index].seconds, estimate: estimate))
            }
        }
        for index in leads.indices { leads[index].removeSamples(before: begin) }
        beats.removeAll { $0.isClassified && $0.seconds < beginSeconds }
        return classifiedBeats
    }
}
