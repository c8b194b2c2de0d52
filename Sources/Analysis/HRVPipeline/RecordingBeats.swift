import PhysioTypes

/// The beats of a recording as all rows share them.
struct RecordingBeats {
    let recording: Recording
    /// What the metrics are computed from.
    let nn: NNSeries
    /// How it came from the raw beats; nil where no correction was run.
    let record: CorrectionRecord?

    var raw: RRSeries { recording.rr }
}

/// What one row stands for.
struct RowBeats {
    let nn: NNSeries
    /// The raw intervals that end in its stretches of time.
    let rawRanges: [Range<Int>]
}

extension RecordingBeats {
    /// Everything.
    var whole: RowBeats { RowBeats(nn: nn, rawRanges: [0..<raw.count]) }

    /// The beats of [`start`, `end`).
    func window(startSeconds start: Double, endSeconds end: Double) -> RowBeats {
        RowBeats(
            nn: nn.window(startSeconds: start, endSeconds: end),
            rawRanges: [raw.indices(startSeconds: start, endSeconds: end)])
    }

    /// The beats of several stretches; the last beat of all belongs to one that ends there.
    func pieces(_ stretches: [ClosedRange<Double>]) -> RowBeats {
        let ranges = stretches.map { stretch in
            let beats = raw.indices(
                startSeconds: stretch.lowerBound, endSeconds: stretch.upperBound)
            let reachesEnd = stretch.upperBound >= nn.endSeconds
            return reachesEnd ? beats.lowerBound..<raw.count : beats
        }
        return RowBeats(nn: nn.pieces(stretches), rawRanges: ranges)
    }
}
