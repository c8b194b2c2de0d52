import HealthRecords
import PhysioTypes

/// Makes one sleep of the samples of a block.
///
/// The leading source counts wholly. A sleep or awake sample of another source counts only in pieces:
/// the union of that source's sleep and awake samples is taken, the time of every sample of the leader
/// (in-bed ones too) is taken out, and what stays connected for 30 min or more counts. So the short
/// stages of a second watch count together. Where the pieces of two such sources overlap, the better
/// ranked one counts. Samples without length count for nothing.
struct NightBuilder {
    /// Shortest piece of a source that does not lead; ms.
    static let minPieceMs: Int64 = 30 * 60_000

    let block: SleepBlock
    /// The leading source first.
    let sources: [Int]
    let clock: WallClock

    init(_ block: SleepBlock, ranking: SourceRanking, clock: WallClock) {
        self.block = block
        sources = block.rankedSources(ranking)
        self.clock = clock
    }

    /// - Returns: nil where no sample of the block has a length.
    func entry() -> SleepEntry? {
        let sleepSegments = countedSegments()
        let inBed = block.spans { $0.stage == .inBed }
        let segments = sleepSegments.isEmpty ? Self.segments(inBed, sources[0]) : sleepSegments
        guard let first = segments.first, let last = segments.last else { return nil }
        let bedSpans = TimeSpans(inBed.spans + sleepSegments.map { $0.startMs..<$0.endMs })
        return entry(
            segments, inBedSeconds: Double(bedSpans.totalMs) / 1000,
            isInBedOnly: sleepSegments.isEmpty,
            first, last)
    }

    private func entry(
        _ segments: [SleepSegment], inBedSeconds: Double, isInBedOnly: Bool, _ first: SleepSegment,
        _ last: SleepSegment
    ) -> SleepEntry {
        func seconds(_ stage: SleepStage) -> Double {
            Double(segments.reduce(0) { $0 + ($1.stage == stage ? $1.endMs - $1.startMs : 0) })
                / 1000
        }
        let rem = seconds(.rem)
        let core = seconds(.core)
        let deep = seconds(.deep)
        let unspecified = seconds(.unspecified)
        return SleepEntry(
            start: civilInstant(first.startMs, first.sourceIndex),
            end: civilInstant(last.endMs, last.sourceIndex),
            totalSeconds: isInBedOnly ? nil : rem + core + deep + unspecified,
            awakeSeconds: seconds(.awake), remSeconds: rem, coreSeconds: core, deepSeconds: deep,
            unspecifiedSeconds: unspecified, inBedSeconds: inBedSeconds, segments: segments,
            sourceIndex: sources[0])
    }

    /// The offset that the file writes is that of the sample nearest to the moment.
    private func civilInstant(_ timeMs: Int64, _ source: Int) -> CivilInstant {
        let nearest = block.samples.min {
            distance($0, timeMs, source) < distance($1, timeMs, source)
        }
        let written = nearest?.start.writtenOffsetMinutes ?? 0
        return clock.civilInstant(
            HealthInstant(unixMs: timeMs, writtenOffsetMinutes: written), zone: nil, source: source)
    }

    private func distance(_ sample: SleepSample, _ timeMs: Int64, _ source: Int) -> (Int64, Int) {
        let distance = max(0, sample.start.unixMs - timeMs, timeMs - sample.end.unixMs)
        return (distance, sample.sourceIndex == source ? 0 : 1)
    }

    /// Pieces of one stage and one source that count, ascending, except in bed.
    private func countedSegments() -> [SleepSegment] {
        let leader = sources[0]
        let leaderSpans = block.spans { $0.sourceIndex == leader }
        var coveredSpans = TimeSpans()
        var segments: [SleepSegment] = []
        for source in sources {
            let reportedSpans = block.spans { $0.sourceIndex == source && $0.stage != .inBed }
            let pieces =
                source == leader
                ? reportedSpans
                : reportedSpans.subtracting(leaderSpans).withMinLength(Self.minPieceMs)
            let uncoveredSpans = pieces.subtracting(coveredSpans)
            segments += Self.segments(of: block.samples, source: source, within: uncoveredSpans)
            coveredSpans = TimeSpans(coveredSpans.spans + uncoveredSpans.spans)
        }
        return segments.sorted { $0.startMs < $1.startMs }
    }

    /// Returns the stage that one source states for each instant of some spans; where it states
    /// several, the order of the stages decides.
    static func segments(
        of samples: [SleepSample], source: Int, within spans: TimeSpans
    ) -> [SleepSegment] {
        var coveredSpans = TimeSpans()
        var segments: [SleepSegment] = []
        for stage in SleepStage.allCases.sorted(by: { $0.priority < $1.priority })
        where stage != .inBed {
            let reportedSpans = TimeSpans(
                samples.lazy.filter { $0.sourceIndex == source && $0.stage == stage }.map(\.range))
            let countedSpans = reportedSpans.intersecting(spans).subtracting(coveredSpans)
            segments += countedSpans.spans.map {
                SleepSegment(
                    stage: stage, startMs: $0.lowerBound, endMs: $0.upperBound, sourceIndex: source)
            }
            coveredSpans = TimeSpans(coveredSpans.spans + countedSpans.spans)
        }
        return segments.sorted { $0.startMs < $1.startMs }
    }

    private static func segments(_ inBed: TimeSpans, _ source: Int) -> [SleepSegment] {
        inBed.spans.map {
            SleepSegment(
                stage: .inBed, startMs: $0.lowerBound, endMs: $0.upperBound, sourceIndex: source)
        }
    }
}
