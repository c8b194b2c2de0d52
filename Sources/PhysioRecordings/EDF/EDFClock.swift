import PhysioTypes

/// Tells where the records of an EDF+ recording lie in time, and remembers what lies between them.
struct EDFClock {
    /// What the time of a record means for its samples.
    struct Place: Equatable {
        /// From the first record's start; s.
        var startSeconds: Double
        /// Nothing was recorded right before it.
        var isAfterGap: Bool
    }

    /// Of the fastest signal; places in time are whole steps of it, as its samples are.
    private let stepsPerSecond: Double
    private let recordSteps: Double
    private let isDiscontinuous: Bool
    /// Time of the first record on the scale of the annotations; s.
    private(set) var originSeconds: Double?
    /// Behind the samples so far.
    private var endSteps = 0.0
    private var recordIndex = 0
    private var gaps = GapList()
    private var overlaps = NamedNotices()
    private var contradictionCount = 0

    /// A difference from the place of the samples, in samples, that is no rounding: one of them, but
    /// for what decimals and sums of them leave of it.
    static let leastDifference = 0.999

    init(_ header: EDFHeader) {
        isDiscontinuous = header.isDiscontinuous
        stepsPerSecond = header.channels.map(\.description.sampleRateHz).max() ?? 1
        recordSteps = (header.recordSeconds * stepsPerSecond).rounded()
    }

    /// The next record's place.
    ///
    /// It is compared with that of all samples before it: small differences between records add up
    /// until they are a sample, and then are a gap or an overlap.
    ///
    /// - Parameter onsetSeconds: when it begins, as it states itself; nil where it states nothing.
    mutating func place(onsetSeconds: Double?) -> Place {
        if originSeconds == nil { originSeconds = onsetSeconds ?? 0 }
        let stated = onsetSeconds.map { $0 - (originSeconds ?? 0) } ?? seconds(endSteps)
        let difference = stated * stepsPerSecond - endSteps
        var first = endSteps
        if abs(difference) >= Self.leastDifference {
            if !isDiscontinuous || abs(stated) > RecordingLimits.durationSeconds {
                contradictionCount += 1
            } else {
                first = (stated * stepsPerSecond).rounded()
                note(first - endSteps)
            }
        }
        let place = Place(startSeconds: seconds(first), isAfterGap: first > endSteps)
        recordIndex += 1
        endSteps = max(endSteps, first + recordSteps)
        return place
    }

    private func seconds(_ steps: Double) -> Double { steps / stepsPerSecond }

    /// - Parameter steps: from the end of what is before; below 0 for an overlap.
    private mutating func note(_ steps: Double) {
        if steps > 0 {
            gaps.add(seconds: seconds(steps), atSeconds: seconds(endSteps))
        } else {
            noteOverlap(seconds(-steps))
        }
    }

    private mutating func noteOverlap(_ seconds: Double) {
        overlaps.add(
            Notice(
                .warning, code: "edf_overlap",
                "record \(recordIndex) begins \(GapList.shown(seconds)) s before the end of those "
                    + "before it: its samples take the place of theirs"))
    }

    var notices: [Notice] {
        var notices = overlaps.list { "further records that overlap: \($0)" }
        if let gaps = gaps.notice("gaps between records") { notices.append(gaps) }
        if contradictionCount > 0 {
            notices.append(
                Notice(
                    .warning, code: "edf_times",
                    "records whose time fits neither the one before nor the header, placed one "
                        + "after the other: \(contradictionCount)"))
        }
        return notices
    }
}
