import BeatCorrection
public import HRVReports
public import PhysioTypes
import ResonanceBreathing
public import SensorProtocol

/// The options of `hrv coherence` as one value: a request for how far the heart follows commanded breaths.
public struct CoherenceRequest: Sendable {
    private var rate: Double?
    private var schedule: BreathSchedule?
    private var offsetSeconds = 0.0
    private var stepSeconds = 5.0
    private var scores = CoherenceTable.columns
    private var analysis = AnalysisRequest()

    /// The options that there are.
    public static let options = AnalysisRequest.arrayOptions.union([
        "rate", "schedule", "offset", "step", "score", "correct", "repair", "jobs",
    ])

    private static let stepLimitsSeconds = 0.25...3600.0
    /// A day at the shortest step.
    private static let maxLines = 345_600.0
    /// Longest time for which breaths are commanded; s; a week.
    private static let maxSeconds = 604_800.0

    /// - Parameter json: one object with the long options of `hrv coherence` as its keys.
    /// - Throws: for options that are wrong, and where none says how breathing was commanded.
    public init(json: String?) throws(OptionError) {
        for (key, value) in try OptionObject.options(json, keys: Self.options) {
            switch key {
            case "rate": rate = try value.number()
            case "schedule":
                schedule = try value.parsed("parts such as 6.5:2,free:1,6:2 or 7-4.5:8") {
                    BreathSchedule($0)
                }
            case "offset": offsetSeconds = try value.number()
            case "step": stepSeconds = try value.number()
            case "score":
                let names = CoherenceTable.columns.map(CoherenceTable.name)
                let score: CoherenceScore = try value.parsed(names.joined(separator: ", ")) {
                    name in
                    CoherenceTable.columns.first { CoherenceTable.name(of: $0) == name }
                }
                scores = [score]
            default: try analysis.set(key, value)
            }
        }
        try analysis.check()
        try check()
    }

    private func check() throws(OptionError) {
        guard (rate == nil) != (schedule == nil) else {
            throw OptionError(
                "say how breathing was commanded: either --rate or --schedule, such as --rate 6")
        }
        if let rate, !BreathSchedule.rates.contains(rate) {
            throw OptionError("--rate is \(BreathSchedule.rates.text()) breaths/min")
        }
        guard Self.stepLimitsSeconds.contains(stepSeconds) else {
            throw OptionError("--step is 0.25 to 3600 s")
        }
        guard abs(offsetSeconds) <= 86_400 else {
            throw OptionError("--offset is a time of up to a day before or after the start; s")
        }
    }

    /// The beats of an array, which holds intervals in ms where nothing is said.
    public func recording(_ array: [Double]) throws(SeriesError) -> Recording {
        try analysis.recording(array)
    }

    /// The number of recordings that are worked on at once; nil if none is given.
    public var jobCount: Int? { analysis.jobCount }

    /// The columns of a line.
    public var scoreNames: [String] { scores.map(CoherenceTable.name) }

    /// The scores of a recording over time.
    ///
    /// - Returns: nil for a recording of more than a week, or of more lines than a day has at the shortest step.
    public func entry(_ recording: Recording, name: String) -> CoherenceEntry? {
        let seconds = recording.rr.durationSeconds
        guard seconds <= Self.maxSeconds, seconds / stepSeconds <= Self.maxLines else {
            return nil
        }
        let beats = CorrectedBeats(recording, analysis.correction)
        let breaths =
            rate.map {
                BreathSchedule.breaths(rate: $0, fromSeconds: offsetSeconds, along: beats.nn)
            } ?? schedule?.breaths(fromSeconds: offsetSeconds) ?? []
        return CoherenceEntry(
            name: name,
            lines: CoherenceTimeline.lines(
                of: beats.nn, breaths: breaths, scores: scores, stepSeconds: stepSeconds),
            notices: beats.notices)
    }
}
