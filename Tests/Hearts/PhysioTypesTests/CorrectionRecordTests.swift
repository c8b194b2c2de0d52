import PhysioTypes
import Testing

@Suite struct CorrectionRecordTests {
    private static func event(_ kind: CorrectionEvent.Kind, _ beat: Int, pass: Int = 1)
        -> CorrectionEvent
    {
        CorrectionEvent(
            kind: kind, beatIndex: beat, rule: "test", pass: pass, oldIntervalsMs: [800],
            newIntervalsMs: [])
    }

    /// Ten beats of 1 s; the record is made up.
    private static let record = CorrectionRecord(
        raw: RRSeries(intervalsMs: [Double](repeating: 1000, count: 10)),
        nn: NNSeries(intervalsMs: []), rawIndices: [],
        events: [
            event(.missed, 1), event(.missed, 1, pass: 2), event(.gap, 3), event(.ectopic, 4),
            event(.extra, 8),
        ], irregularSegments: [5..<7, 9..<10])

    @Test func aBeatCountsOnceAndEachOfItsArtefactsToo() {
        let tally = Self.record.artefacts
        #expect(tally.rawCount == 10)
        #expect(tally.artefactCount == 3)
        #expect(tally.counts == [.missed: 2, .ectopic: 1, .extra: 1])
        #expect(tally.artefactPercent == 30 && tally.artefactShare == 0.3)
        #expect(tally.irregularCount == 3 && tally.irregularPercent == 30)
        #expect(tally.kinds.map(\.kind) == [.missed, .extra, .ectopic])
    }

    @Test(arguments: 0...10)
    func theCountsOfTwoPartsAddUp(cut: Int) {
        let parts = [
            Self.record.artefacts(in: [0..<cut]), Self.record.artefacts(in: [cut..<10]),
        ]
        let whole = Self.record.artefacts
        #expect(parts.reduce(0) { $0 + $1.artefactCount } == whole.artefactCount)
        #expect(parts.reduce(0) { $0 + $1.irregularCount } == whole.irregularCount)
        for kind in CorrectionEvent.Kind.allCases {
            #expect(
                parts.reduce(0) { $0 + ($1.counts[kind] ?? 0) } == whole.counts[kind] ?? 0)
        }
        #expect(Self.record.artefacts(in: [0..<cut, cut..<10]) == whole)
    }

    @Test func nothingIsNoShare() {
        let tally = Self.record.artefacts(in: [])
        #expect(tally.artefactPercent == 0 && tally.irregularShare == 0 && tally.kinds.isEmpty)
    }

    /// The same beats as a window of NN intervals has, those on its edge by rounding too.
    @Test(arguments: [0.0, 0.5, 1, 2.3, 9.9, 10, 11])
    func rawBeatsBelongToAWindowAsNNDo(start: Double) {
        let intervals = (0..<12).map { _ in 1000.0 / 3 * 2.9999999999999996 }
        let rr = RRSeries(intervalsMs: intervals)
        let nn = NNSeries(rr)
        for length in [0.0, 1, 2.5, 10] {
            let window = nn.window(startSeconds: start, endSeconds: start + length)
            let indices = rr.indices(startSeconds: start, endSeconds: start + length)
            #expect(rr.endTimesSeconds[indices].elementsEqual(window.endTimesSeconds))
        }
    }
}
