import PhysioTypes

/// Determines where the records of an EDF+ recording lie in time, and remembers what lies between.
///
/// The clock of a recorder is not that of its samples: the time from one record to the next may be a
/// little more or less than their samples last. No sample is missing there, so what differs by less than
/// one from a record to the next is drift: samples follow one another at the header's rate, and the drift
/// adds up. A record behind a gap lies where its own time says, and the drift is counted anew from there.
struct EDFClock {
    /// The position in time that the time of a record gives its samples.
    struct Position: Equatable {
        /// The time from the first record's start; s.
        var startSeconds: Double
        /// Nothing was recorded right before it.
        var isAfterGap: Bool
    }

    /// Rate of the fastest signal; positions in time are whole steps of it, as its samples are.
    private let stepsPerSecond: Double
    private let stepsPerRecord: Double
    private let isDiscontinuous: Bool
    /// Time of the first record on the scale of the annotations; s.
    private(set) var originSeconds: Double?
    /// The position after the samples so far; steps.
    private var endSteps = 0.0
    /// The end of the records so far by their own times; steps.
    private var statedEndSteps = 0.0
    private var recordIndex = 0
    private var gaps = GapList()
    private var overlapNotices = LimitedNoticeList()
    private var contradictionCount = 0
    /// The drift that was furthest from 0, and where; steps.
    private var maxDrift = (steps: 0.0, atSteps: 0.0)

    /// A difference, in samples, that is no drift and no rounding: one of them, but for what decimals
    /// and sums of them leave of it.
    static let minDifferenceSamples = 0.999

    init(_ header: EDFHeader) {
        isDiscontinuous = header.isDiscontinuous
        stepsPerSecond = header.channels.map(\.description.sampleRateHz).max() ?? 1
        stepsPerRecord = (header.recordSeconds * stepsPerSecond).rounded()
    }

    /// The next record's position.
    ///
    /// - Parameter onsetSeconds: when it begins, as it states itself; nil where it states nothing.
    mutating func position(onsetSeconds: Double?) -> Position {
        if originSeconds == nil { originSeconds = onsetSeconds ?? 0 }
        var statedSteps = statedEndSteps
        if let onsetSeconds { statedSteps = (onsetSeconds - (originSeconds ?? 0)) * stepsPerSecond }
        var difference = statedSteps - statedEndSteps
        if abs(difference) >= Self.minDifferenceSamples,
            !isDiscontinuous || abs(seconds(statedSteps)) > RecordingLimits.maxDurationSeconds
        {
            contradictionCount += 1
            statedSteps = statedEndSteps
            difference = 0
        }
        let first = firstStep(statedSteps, difference)
        let position = Position(startSeconds: seconds(first), isAfterGap: first > endSteps)
        recordIndex += 1
        endSteps = max(endSteps, first + stepsPerRecord)
        statedEndSteps = max(statedEndSteps, statedSteps + stepsPerRecord)
        return position
    }

    /// Returns the step at which the samples of a record begin.
    ///
    /// - Parameter difference: from the stated end of the records before it; steps.
    private mutating func firstStep(_ statedSteps: Double, _ difference: Double) -> Double {
        if difference >= Self.minDifferenceSamples {
            gaps.add(seconds: seconds(difference.rounded()), atSeconds: seconds(endSteps))
            // Where drift is longer than the gap, one step still shows that there is one.
            return max(statedSteps.rounded(), endSteps + 1)
        }
        if difference <= -Self.minDifferenceSamples {
            addOverlapNotice(seconds(-difference.rounded()))
            return endSteps + difference.rounded()
        }
        let drift = statedSteps - endSteps
        if abs(drift) > abs(maxDrift.steps) { maxDrift = (drift, endSteps) }
        return endSteps
    }

    private func seconds(_ steps: Double) -> Double { steps / stepsPerSecond }

    private mutating func addOverlapNotice(_ seconds: Double) {
        overlapNotices.add(
            Notice(
                .warning, code: "edf_overlap",
                "record \(recordIndex) begins \(GapList.shown(seconds)) s before the end of those "
                    + "before it: its samples take the place of theirs"))
    }

    var notices: [Notice] {
        var notices = overlapNotices.list { "further records that overlap: \($0)" }
        if let gaps = gaps.notice("gaps between records") { notices.append(gaps) }
        if let clockDriftNotice = driftNotice { notices.append(clockDriftNotice) }
        if contradictionCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "edf_times",
                    "records whose time fits neither the one before nor the header, placed one "
                        + "after the other: \(contradictionCount)"))
        }
        return notices
    }

    /// nil where the drift is less than a sample.
    private var driftNotice: Notice? {
        let (steps, position) = maxDrift
        guard abs(steps) >= Self.minDifferenceSamples else { return nil }
        return Notice(
            .note, code: "clock_drift",
            "the times of records run \(GapList.shown(seconds(abs(steps)))) s "
                + "\(steps > 0 ? "ahead of" : "behind") their samples at "
                + "\(GapList.shown(seconds(position))) s: the samples follow one another at the "
                + "header's rate")
    }
}
