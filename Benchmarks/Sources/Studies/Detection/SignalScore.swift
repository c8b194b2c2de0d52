public import BeatDetection

/// The scores of several methods on one signal whose beats are annotated.
public struct SignalScore: Sendable {
    /// The scores of one method.
    public struct Method: Sendable, Equatable {
        public let name: String
        /// The scores of the whole signal, and from ``SignalScore/learningSeconds`` on.
        public let whole: BeatScore
        public let settled: BeatScore
    }

    /// A beat that was not found, or a detection that is no beat.
    public struct DetectionError: Sendable, Equatable {
        /// The time from the first sample; s.
        public let seconds: Double
        public let isMissed: Bool

        public init(seconds: Double, isMissed: Bool) {
            self.seconds = seconds
            self.isMissed = isMissed
        }
    }

    /// The time at the beginning that the standard leaves out; s.
    static let learningSeconds = 300.0

    public let name: String
    public let durationSeconds: Double
    /// The methods in the order given.
    public let methods: [Method]
    /// The errors of the first method, in the order of time.
    public let errors: [DetectionError]

    /// - Parameter found: positions in samples at the reference's rate, by method.
    public init(
        name: String, durationSeconds: Double, reference: BeatMarks,
        found: [(method: String, positions: [Double])]
    ) {
        self.name = name
        self.durationSeconds = durationSeconds
        let whole = BeatComparison()
        var settled = whole
        settled.learningPeriodSeconds = Self.learningSeconds
        let rate = reference.sampleRateHz
        methods = found.map { method, positions in
            let marks = BeatMarks(positions: positions, sampleRateHz: rate)
            return Method(
                name: method, whole: whole.score(marks, reference: reference),
                settled: settled.score(marks, reference: reference))
        }
        let marks = BeatMarks(positions: found.first?.positions ?? [], sampleRateHz: rate)
        errors = whole.steps(marks, reference: reference).compactMap { step in
            switch step {
            case .matched: nil
            case .missed(let beat):
                DetectionError(seconds: reference.beats[beat].position / rate, isMissed: true)
            case .surplus(let beat):
                DetectionError(seconds: marks.beats[beat].position / rate, isMissed: false)
            }
        }
    }

    /// The sums over several signals, by method.
    static func gross(_ scores: [SignalScore]) -> [Method] {
        (scores.first?.methods ?? []).map { first in
            let same = scores.flatMap(\.methods).filter { $0.name == first.name }
            return Method(
                name: first.name, whole: same.map(\.whole).reduce(BeatScore(), +),
                settled: same.map(\.settled).reduce(BeatScore(), +))
        }
    }
}
