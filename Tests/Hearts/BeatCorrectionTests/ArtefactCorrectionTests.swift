import BeatCorrection
import PhysioTypes
import TestSupport
import Testing

@Suite struct ArtefactCorrectionTests {
    typealias Kind = CorrectionEvent.Kind
    private static let clean = CorrectionSeries.oscillating(200, rsaAmplitudeMs: 40, seed: 8)

    private static func corrected(
        _ intervals: [Double], _ rule: any BeatRule = LipponenRule(),
        _ repair: BeatRepair = .timeKeeping
    ) -> CorrectedSeries {
        ArtefactCorrection(rule: rule, repair: repair).correct(RRSeries(intervalsMs: intervals))
    }

    private static func only(_ kind: Kind, at index: Int, of count: Int) -> KnownArtefacts {
        KnownArtefacts(kinds: (0..<count).map { $0 == index ? kind : nil })
    }

    @Test func aMissedBeatIsPutIn() throws {
        let (faulty, _) = CorrectionSeries.with(.missed, at: 100, in: Self.clean)
        let result = Self.corrected(faulty)
        #expect(result.nn.count == 200)
        #expect(result.nn.isCorrected.indices.filter { result.nn.isCorrected[$0] } == [100, 101])
        let event = try #require(result.events.first)
        #expect(result.events.count == 1)
        #expect(event.kind == .missed && event.beatIndex == 100 && event.rule == "lipponen")
        #expect(event.oldIntervalsMs == [faulty[100]])
        #expect(event.newIntervalsMs == Array(result.nn.intervalsMs[100...101]))
        #expect(abs(event.newIntervalsMs.reduce(0, +) - faulty[100]) < 1e-9)
        // Both parts end in the one raw interval.
        #expect(Array(result.rawIndices[99...102]) == [99, 100, 100, 101])
    }

    @Test func anExtraBeatIsDeleted() throws {
        let (faulty, _) = CorrectionSeries.with(.extra, at: 100, in: Self.clean)
        let result = Self.corrected(faulty)
        #expect(result.nn.count == 200)
        #expect(abs(result.nn.intervalsMs[100] - Self.clean[100]) < 1e-9)
        #expect(result.counts == [.extra: 1])
        #expect(Array(result.rawIndices[99...101]) == [99, 101, 102])
    }

    @Test func anEctopicBeatIsMovedAndNothingElse() throws {
        for artefact in [CorrectionSeries.Artefact.early, .late] {
            let (faulty, _) = CorrectionSeries.with(artefact, at: 100, in: Self.clean)
            let result = Self.corrected(faulty)
            #expect(result.counts == [.ectopic: 1], "\(artefact)")
            #expect(result.events.map(\.beatIndex) == [100])
            let changed = result.nn.intervalsMs.indices.filter {
                result.nn.intervalsMs[$0] != faulty[$0]
            }
            #expect(changed == [100, 101])
            #expect(abs(result.nn.intervalsMs[100] - Self.clean[100]) < 40)
            let sum = result.nn.intervalsMs[100] + result.nn.intervalsMs[101]
            #expect(abs(sum - faulty[100] - faulty[101]) < 1e-9)
        }
    }

    /// Every beat that no repair moved keeps its time, to the last digit.
    @Test func timeIsPreserved() {
        let (faulty, _) = CorrectionSeries.withArtefacts(
            CorrectionSeries.Artefact.allCases,
            in: CorrectionSeries.oscillating(2000, rsaAmplitudeMs: 80, seed: 1),
            distance: 20, seed: 2)
        let raw = RRSeries(intervalsMs: faulty)
        for rule in BeatRules.all where rule.name != "range" && rule.name != "physionet" {
            let nn = ArtefactCorrection(rule: rule).correct(raw).nn
            #expect(abs(nn.coveredSeconds - raw.durationSeconds) < 1e-9, "\(rule.name)")
            #expect(nn.endTimesSeconds.last == raw.endTimesSeconds.last, "\(rule.name)")
            let times = Set(raw.endTimesSeconds)
            for index in 0..<nn.count where !nn.isCorrected[index] {
                #expect(times.contains(nn.endTimesSeconds[index]), "\(rule.name)")
            }
            for index in 1..<nn.count {
                let step = 1000 * (nn.endTimesSeconds[index] - nn.endTimesSeconds[index - 1])
                #expect(abs(step - nn.intervalsMs[index]) < 1e-6, "\(rule.name)")
            }
        }
    }

    /// Wherever detection is right, so is RMSSD; an ideal cubic through four points of a sine of 10
    /// s sampled every 0.9 s is off by 1 % of its amplitude, and noise adds its own.
    @Test func rmssdOfRepairedSeriesIsThatOfTheTruth() {
        for amplitude in [40.0, 150, 250] {
            for artefact in CorrectionSeries.Artefact.allCases {
                let clean = CorrectionSeries.oscillating(
                    3000, rsaAmplitudeMs: amplitude, seed: UInt64(amplitude))
                let truth = CorrectionSeries.rmssd(clean)
                let (faulty, kinds) = CorrectionSeries.withArtefacts(
                    [artefact], in: clean, distance: 38, seed: 3)
                let result = Self.corrected(faulty, KnownArtefacts(kinds: kinds))
                let error = abs(CorrectionSeries.rmssd(result.nn.intervalsMs) / truth - 1)
                #expect(error < 0.02, "\(amplitude) ms, \(artefact): \(error)")
                #expect(CorrectionSeries.rmssd(faulty) > 1.2 * truth)
            }
        }
    }

    @Test func aCubicInTheBeatNumberIsRestored() {
        let curve = (0..<40).map { (index: Int) -> Double in
            let x = Double(index - 20) / 10
            return 850 + 40 * x - 25 * x * x + 12 * x * x * x
        }
        for artefact in CorrectionSeries.Artefact.allCases {
            let (faulty, beat) = CorrectionSeries.with(artefact, at: 15, in: curve)
            let kind: Kind = artefact == .missed ? .missed : artefact == .extra ? .extra : .ectopic
            let rule = Self.only(kind, at: beat, of: faulty.count)
            for repair in [BeatRepair.timeKeeping, .cubic] {
                let nn = Self.corrected(faulty, rule, repair).nn
                #expect(nn.count == 40)
                for (value, truth) in zip(nn.intervalsMs, curve) {
                    #expect(abs(value - truth) < 1e-9, "\(artefact) \(repair)")
                }
            }
        }
    }

    @Test func interpolationsAreTheirFormulas() {
        let intervals: [Double] = [800, 820, 1700, 850, 900]
        let rule = Self.only(.long, at: 2, of: 5)
        #expect(Self.corrected(intervals, rule, .linear).nn.intervalsMs[2] == 835)
        // Through (0, 800), (1, 820), (3, 850), (4, 900) at 2: weights -1/6, 4/6, 4/6, -1/6.
        let cubic: Double = (4 * (820.0 + 850) - 800.0 - 900) / 6
        #expect(abs(Self.corrected(intervals, rule, .cubic).nn.intervalsMs[2] - cubic) < 1e-9)
        let monotone = Self.corrected(intervals, rule, .monotone).nn.intervalsMs[2]
        #expect(monotone > 820 && monotone < 850)
        // Times of the other beats stay where they were.
        let nn = Self.corrected(intervals, rule, .linear).nn
        #expect(nn.endTimesSeconds == RRSeries(intervalsMs: intervals).endTimesSeconds)
    }

    @Test func interpolationsAtTheEndsRepeatTheNearest() {
        let intervals: [Double] = [1500, 820, 810, 850, 400]
        for repair in [BeatRepair.linear, .cubic, .monotone] {
            let kinds: [Kind?] = [.long, nil, nil, nil, .short]
            let nn = Self.corrected(intervals, KnownArtefacts(kinds: kinds), repair).nn
            #expect(nn.intervalsMs == [820, 820, 810, 850, 850], "\(repair)")
        }
    }

    @Test func removalLeavesOutAndBreaksTheNeighbourhood() {
        let (faulty, _) = CorrectionSeries.with(.early, at: 100, in: Self.clean)
        let result = Self.corrected(faulty, LipponenRule(), .removal)
        #expect(result.nn.intervalsMs == Array(faulty[..<100] + faulty[102...]))
        #expect(!result.nn.isAdjacentToPrevious[100])
        #expect(result.nn.isAdjacentToPrevious.count { !$0 } == 2)
        #expect(!result.nn.isCorrected.contains(true))
        #expect(result.events.map(\.newIntervalsMs) == [[]])
    }

    @Test func markingChangesNothing() {
        let (faulty, _) = CorrectionSeries.with(.missed, at: 100, in: Self.clean)
        let result = Self.corrected(faulty, LipponenRule(), .marking)
        #expect(result.nn == NNSeries(intervalsMs: faulty))
        #expect(result.events.map(\.newIntervalsMs) == [[faulty[100]]])
        #expect(result.artefactShare == 1.0 / 199)
        #expect(result.correctedShare == 0)
    }

    @Test func sharesCountBeats() {
        let (faulty, _) = CorrectionSeries.with(.missed, at: 100, in: Self.clean)
        let result = Self.corrected(faulty)
        #expect(result.artefactShare == 1.0 / 199)
        #expect(result.correctedShare == 2.0 / 200)
    }

    @Test func intervalsOutOfRangeBreakTheNeighbourhood() {
        var intervals = Self.clean
        intervals[100] = 2400
        let retained = Self.corrected(intervals, RangeRule())
        #expect(retained.nn.count == 199 && !retained.nn.isAdjacentToPrevious[100])
        #expect(retained.counts == [.range: 1])
        let filled = Self.corrected(intervals, RangeRule(), .linear).nn
        #expect(abs(filled.intervalsMs[100] - (intervals[99] + intervals[101]) / 2) < 1e-9)
    }

    /// Each side of a gap is as if it were alone, and no interval lies across.
    @Test func gapsAreNeverBridged() {
        let first = CorrectionSeries.withArtefacts(
            [.missed, .early], in: Self.clean, distance: 30, seed: 4
        ).intervals
        let second = CorrectionSeries.withArtefacts(
            [.extra, .late], in: CorrectionSeries.oscillating(150, rsaAmplitudeMs: 60, seed: 9),
            distance: 30, seed: 5
        ).intervals
        var raw = RRSeries(intervalsMs: first)
        var seconds = raw.endSeconds + 20
        for (index, interval) in second.enumerated() {
            seconds += interval / 1000
            raw.append(
                intervalMs: interval, endSeconds: seconds, marks: index == 0 ? .afterGap : [])
        }
        for repair in BeatRepair.allCases {
            for rule in [ResonantRule(), LipponenRule()] as [any BeatRule] {
                let both = ArtefactCorrection(rule: rule, repair: repair).correct(raw)
                let alone = [first, second].map { Self.corrected($0, rule, repair) }
                #expect(both.nn.intervalsMs == alone.flatMap(\.nn.intervalsMs), "\(repair)")
                #expect(!both.nn.isAdjacentToPrevious[alone[0].nn.count])
                #expect(both.counts[.gap] == 1)
                #expect(both.events.count == alone[0].events.count + alone[1].events.count + 1)
            }
        }
    }

    @Test func anIntervalTooLongForAnyHeartIsAGap() {
        var intervals = Self.clean
        intervals[100] = 4500
        let result = Self.corrected(intervals)
        #expect(result.nn.intervalsMs == Array(intervals[..<100] + intervals[101...]))
        #expect(!result.nn.isAdjacentToPrevious[100])
        #expect(result.events.map(\.kind) == [.range])
        #expect(result.events.map(\.rule) == ["recording"])
    }

    /// The recording's own word stands where no repair replaced the interval.
    @Test func annotatedBeatsAreNotNN() {
        var raw = RRSeries()
        var seconds = 0.0
        for (index, interval) in Self.clean.enumerated() {
            seconds += interval / 1000
            let marks: RRSeries.Marks = (50...51).contains(index) ? .notNormal : []
            raw.append(intervalMs: interval, endSeconds: seconds, marks: marks)
        }
        let result = ArtefactCorrection().correct(raw)
        #expect(result.nn == NNSeries(raw))
        #expect(result.events.map(\.rule) == ["annotation", "annotation"])
    }

    /// An artefact that the first pass hides: what the log says leads from raw to corrected.
    @Test func laterPassesSeeWhatEarlierOnesRepaired() {
        let (faulty, _) = CorrectionSeries.withArtefacts(
            CorrectionSeries.Artefact.allCases,
            in: CorrectionSeries.oscillating(5000, rsaAmplitudeMs: 60, seed: 13), distance: 8,
            seed: 14)
        let result = Self.corrected(faulty)
        let passes = Set(result.events.map(\.pass))
        #expect(passes.count > 1 && passes.max() ?? 0 <= 10)
        let found = passes.sorted().map { pass in result.events.count { $0.pass == pass } }
        #expect(zip(found.dropFirst(), found).allSatisfy { $0 < $1 })
        let old = result.events.reduce(0) { $0 + $1.oldIntervalsMs.reduce(0, +) }
        let new = result.events.reduce(0) { $0 + $1.newIntervalsMs.reduce(0, +) }
        #expect(abs(old - new) < 1e-6)
    }

    /// Looking only where something changed finds what looking everywhere does.
    @Test func laterPassesMissNothingElsewhere() {
        for distance in [15, 60, 400] {
            for seed in UInt64(0)..<4 {
                let clean = CorrectionSeries.oscillating(
                    6000, rsaAmplitudeMs: 60, seed: seed, noiseMs: 20)
                let (faulty, _) = CorrectionSeries.withArtefacts(
                    CorrectionSeries.Artefact.allCases, in: clean, distance: distance, seed: seed)
                let found = Self.corrected(faulty)
                let expected = Self.corrected(faulty, Everywhere())
                #expect(found == expected, "\(distance), \(seed)")
                #expect(found.events.contains { $0.pass > 2 })
            }
        }
    }

    /// The same rule without its word on how far it reaches.
    private struct Everywhere: BeatRule {
        let name = "lipponen"
        let passLimit = 10

        func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
            LipponenRule().artefacts(in: intervalsMs)
        }
    }

    /// The order of corrections decides between two artefacts that claim one interval.
    @Test func noIntervalIsRepairedTwiceInAPass() {
        let intervals: [Double] = [800, 810, 805, 400, 410, 1600, 790, 805, 815, 800]
        let kinds: [Kind?] = [nil, nil, .ectopic, .extra, .short, .missed, .long, nil, nil, nil]
        let result = Self.corrected(intervals, KnownArtefacts(kinds: kinds))
        #expect(result.counts == [.extra: 1, .missed: 1, .long: 1])
        #expect(abs(result.nn.coveredSeconds - intervals.reduce(0, +) / 1000) < 1e-12)
    }
}
