import PhysioTypes

/// The newest beats and commanded breaths of a protocol, for the rows that are made of them.
///
/// Memory is bounded: ``maxSeconds`` of beats, and as many breaths.
struct AssessmentRecorder: Sendable, Codable {
    /// A step of 300 s and its settling; a bin of the slide takes as long. Older ones are forgotten.
    static let maxSeconds = 360.0
    /// A correction takes its last word on a beat three beats after it.
    static let settlingSeconds = BreathResponseStream.settlingSeconds

    private(set) var breaths: [BreathCycle] = []
    private var beats = BeatBuffer<NNBeat>(seconds: maxSeconds)
    private var valid = ValidBeatFilter()

    /// Takes the next commanded breath.
    ///
    /// - Returns: whether it was taken: one that does not begin after the last is passed over.
    @discardableResult
    mutating func begin(_ breath: BreathCycle) -> Bool {
        guard breath.startSeconds > breaths.last?.startSeconds ?? -.infinity else { return false }
        breaths.append(breath)
        breaths.removeAll { $0.endSeconds < breath.startSeconds - Self.maxSeconds }
        return true
    }

    mutating func revise(_ revision: NNRevision) {
        let validRevision = self.valid.filterRevision(revision)
        beats.removeNewest(validRevision.withdrawnCount)
        for beat in validRevision.beats {
            beats.append(beat)
            beats.removeBeats(before: beat.endSeconds - Self.maxSeconds)
        }
    }

    /// The beats of a segment of time.
    func series(fromSeconds start: Double, toSeconds end: Double) -> NNSeries {
        beats.series.window(startSeconds: start, endSeconds: end)
    }

    func row(
        fromSeconds start: Double, toSeconds end: Double, breathsPerMinute: Double
    ) -> AssessmentRow {
        AssessmentRow(
            series(fromSeconds: start, toSeconds: end), breathing: CommandedBreathing(breaths),
            breathsPerMinute: breathsPerMinute)
    }

    private enum CodingKeys: String, CodingKey {
        case breaths, beats
        case valid = "sound"
    }
}

/// Words for what a protocol reports to a person.
enum AssessmentText {
    /// One decimal.
    static func rate(_ breathsPerMinute: Double) -> String {
        let tenths = Int((10 * breathsPerMinute).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Whole minutes, rounded up.
    static func minutes(_ seconds: Double) -> String {
        "\(Int((max(0, seconds) / 60).rounded(.up))) min"
    }
}
