import HRVFeatures
import PhysioTypes

/// The beats of a recording as all rows share them.
struct RecordingBeats {
    let recording: Recording
    /// The NN intervals from which the metrics are computed.
    let nn: NNSeries
    /// The record of how the NN intervals came from the raw beats; nil if no correction was run.
    let record: CorrectionRecord?
    /// True where the NN intervals were made elsewhere, and nothing more is known of them.
    let hasSuppliedNN: Bool
    /// The step of the recording's clock; nil where none shows.
    let timeStep: ClockStep?

    init(recording: Recording, nn: NNSeries, record: CorrectionRecord?, hasSuppliedNN: Bool = false)
    {
        self.recording = recording
        self.nn = nn
        self.record = record
        self.hasSuppliedNN = hasSuppliedNN
        timeStep = ClockStep(of: recording.rr)
    }

    var raw: RRSeries { recording.rr }
}

/// The beats that one row represents.
struct RowBeats {
    let nn: NNSeries
    /// The raw intervals that end in its segments.
    let rawRanges: [Range<Int>]
    /// Time in intervals that were left out because a beat is known not to be normal; s.
    let ectopicSeconds: Double
    /// Share of such beats; 0...1.
    let ectopicShare: Double

    /// The coverage that numbers are reported or withheld by: a beat that is known not to be normal
    /// says what it is, and the beats around it are known, so its time does not count as missing
    /// while no more than a fifth of the beats are such.
    var coverageWithEctopicBeats: Double {
        guard ectopicShare <= CorrectedShares.limit, nn.analysedSeconds > 0 else {
            return nn.coverage
        }
        return min(1, nn.coverage + ectopicSeconds / nn.analysedSeconds)
    }
}

extension RecordingBeats {
    /// Everything.
    var whole: RowBeats { row(nn, [0..<raw.count]) }

    /// The beats of [`start`, `end`).
    func window(startSeconds start: Double, endSeconds end: Double) -> RowBeats {
        row(
            nn.window(startSeconds: start, endSeconds: end),
            [raw.indices(startSeconds: start, endSeconds: end)])
    }

    /// The beats of several segments; the last beat of all belongs to one that ends there.
    func joinedSegments(_ segments: [ClosedRange<Double>]) -> RowBeats {
        let ranges = segments.map { segment in
            let beats = raw.indices(
                startSeconds: segment.lowerBound, endSeconds: segment.upperBound)
            let reachesEnd = segment.upperBound >= nn.endSeconds
            return reachesEnd ? beats.lowerBound..<raw.count : beats
        }
        return row(nn.joinedSegments(segments), ranges)
    }

    private func row(_ nn: NNSeries, _ ranges: [Range<Int>]) -> RowBeats {
        let count = ranges.reduce(0) { $0 + $1.count }
        let ectopic = ranges.reduce(0) { sum, range in
            sum + raw.marks[range].count { $0.contains(.endBeatNotNormal) }
        }
        return RowBeats(
            nn: nn, rawRanges: ranges,
            ectopicSeconds: hasSuppliedNN ? 0 : ranges.reduce(0) { $0 + leftOutSeconds(in: $1) },
            ectopicShare: count > 0 ? Double(ectopic) / Double(count) : 0)
    }

    /// Time in intervals that a beat bounds which is known not to be normal, and that nothing
    /// replaced; s.
    private func leftOutSeconds(in range: Range<Int>) -> Double {
        var retainedIndices = (record?.rawIndices ?? [])[...]
        retainedIndices =
            retainedIndices[retainedIndices.partitioningIndex { $0 >= range.lowerBound }...]
        var sum = 0.0
        for index in range where raw.marks[index].contains(.notNormal) {
            while let next = retainedIndices.first, next < index { retainedIndices.removeFirst() }
            guard retainedIndices.first != index, !raw.marks[index].contains(.outOfRange) else {
                continue
            }
            sum += raw.intervalsMs[index] / 1000
        }
        return sum
    }
}
