import HRVFeatures
import LivePipeline
import PhysioTypes
import PracticePlans

/// The heart values of each part of a practice.
package struct HeartReport: Sendable, Equatable, Codable {
    /// A number that is missing, and why.
    package struct MissingValue: Sendable, Equatable, Codable {
        package let code: String
        package let text: String

        init(_ reason: MissingReason) { (code, text) = (reason.code, reason.text) }
    }

    /// The heart in one part.
    package struct Part: Sendable, Equatable, Codable {
        /// `phase1`, `phase2`, `breathing`, `work` or `rest`; `prepare` has none.
        package let part: String
        package let round: Int?
        /// Length without pauses; s.
        package let seconds: Double
        /// The lowest of the rates of each second; beats/min; nil where there is none.
        package let lowestBpm: Double?
        package let meanBpm: Double?
        package let highestBpm: Double?
        /// The RMSSD of NN intervals that follow one another; ms.
        package let rmssdMs: Double?
        /// Share of the part that NN intervals cover; 0 ... 1.
        package let coverage: Double
        package let rateMissing: MissingValue?
        package let rmssdMissing: MissingValue?

        private enum CodingKeys: String, CodingKey {
            case part, round, seconds, coverage
            case lowestBpm = "hr_min"
            case meanBpm = "hr_mean"
            case highestBpm = "hr_max"
            case rmssdMs = "rmssd_ms"
            case rateMissing = "hr_reason"
            case rmssdMissing = "rmssd_reason"
        }

        /// Encodes all values; nil is written as null.
        package func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(part, forKey: .part)
            try values.encode(round, forKey: .round)
            try values.encode(seconds, forKey: .seconds)
            try values.encode(lowestBpm, forKey: .lowestBpm)
            try values.encode(meanBpm, forKey: .meanBpm)
            try values.encode(highestBpm, forKey: .highestBpm)
            try values.encode(rmssdMs, forKey: .rmssdMs)
            try values.encode(coverage, forKey: .coverage)
            try values.encode(rateMissing, forKey: .rateMissing)
            try values.encode(rmssdMissing, forKey: .rmssdMissing)
        }

        /// One line for a person, such as `Work 2: 118 to 151/min, 137 on average; RMSSD 8 ms`.
        package var text: String {
            let word = PracticeWords.text("practice.state.\(part)", .en)
            let name = round.map { "\(word) \($0)" } ?? word
            func whole(_ value: Double?) -> String { value.map { "\(Int($0.rounded()))" } ?? "" }
            let rate =
                rateMissing?.text
                ?? "\(whole(lowestBpm)) to \(whole(highestBpm))/min, \(whole(meanBpm)) on average"
            let rmssdText =
                rmssdMissing.map { "no RMSSD: \($0.text)" } ?? "RMSSD \(whole(rmssdMs)) ms"
            return "\(name): \(rate); \(rmssdText)"
        }
    }

    package let parts: [Part]

    /// Fewer differences give no RMSSD.
    static let minDifferenceCount = 10
    /// Less of a part that NN intervals cover gives no RMSSD.
    static let minCoverage = 0.9
    /// Half of the shortest interval: where the time between beats exceeds their interval by more, one was lost; s.
    private static let toleranceSeconds = 0.15

    /// - Parameter parts: of the practice, on its clock.
    init(_ record: HeartRecord, _ parts: [PracticePart]) {
        let origin = record.originSeconds ?? 0
        let nn = Self.series(record.beats, origin)
        self.parts = parts.filter { $0.name != .prepare }.map {
            Part($0, nn, record.rates, origin)
        }
    }

    /// The sound beats as NN intervals on the clock of the practice.
    private static func series(_ beats: [LiveBeat], _ origin: Double) -> NNSeries {
        var validBeats: [LiveBeat] = []
        var isAdjacent: [Bool] = []
        var previous: LiveBeat?
        for beat in beats {
            defer { previous = beat }
            // Times go on; a beat that does not would be of another clock.
            guard beat.artefact == nil,
                validBeats.last.map({ $0.timeSeconds < beat.timeSeconds }) ?? true
            else { continue }
            let begin = beat.timeSeconds - beat.intervalMs / 1000
            isAdjacent.append(
                previous.map {
                    $0.artefact == nil && abs($0.timeSeconds - begin) < toleranceSeconds
                }
                    ?? false)
            validBeats.append(beat)
        }
        let ends = validBeats.map { origin + $0.timeSeconds }
        return NNSeries(
            intervalsMs: validBeats.map(\.intervalMs), endTimesSeconds: ends,
            isAdjacentToPrevious: isAdjacent, startSeconds: ends.first ?? 0,
            endSeconds: ends.last.map { $0.nextUp } ?? 0)
    }
}

extension HeartReport.Part {
    fileprivate init(
        _ part: PracticePart, _ nn: NNSeries, _ rates: [HeartRecord.Rate], _ origin: Double
    ) {
        self.part = part.name.word
        round = part.name.round
        seconds = part.segments.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
        let bpms = rates.filter { rate in
            part.segments.contains {
                $0.lowerBound <= origin + rate.seconds && origin + rate.seconds < $0.upperBound
            }
        }.map(\.bpm)
        lowestBpm = bpms.min()
        highestBpm = bpms.max()
        meanBpm = bpms.isEmpty ? nil : bpms.reduce(0, +) / Double(bpms.count)
        rateMissing =
            bpms.isEmpty ? .init(.notMeasured("the sensor told of no beat in this part")) : nil
        let partBeats = nn.joinedSegments(part.segments)
        coverage = partBeats.coverage
        let differences = partBeats.successiveDifferencesMs.count
        let reason: MissingReason? =
            if coverage < HeartReport.minCoverage {
                .coverage(needed: HeartReport.minCoverage, found: coverage)
            } else if differences < HeartReport.minDifferenceCount {
                .tooFew(
                    needed: Double(HeartReport.minDifferenceCount), found: Double(differences),
                    .differences)
            } else {
                nil
            }
        rmssdMs = reason == nil ? TimeDomain(partBeats).rmssdMs : nil
        rmssdMissing = reason.map { .init($0) }
    }
}
