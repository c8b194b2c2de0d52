import BeatCorrection
import PhysioDSP
import PhysioTypes
import Testing

/// The examples of the doc comments.
@Suite struct DocumentationExamplesTests {
    private struct TooFast: BeatRule {
        let name = "too-fast"
        func artefacts(in intervalsMs: [Double]) -> [CorrectionEvent.Kind?] {
            intervalsMs.map { $0 < 350 ? .short : nil }
        }
    }

    @Test func aMissedBeat() {
        let rr = RRSeries(intervalsMs: [800, 812, 804, 1618, 798, 806, 815, 803])
        let corrected = ArtefactCorrection().correct(rr)
        #expect(corrected.events.map(\.kind) == [.missed])
        #expect(corrected.nn.count == 9)
    }

    @Test func aRuleOfOnesOwn() {
        let rr = RRSeries(intervalsMs: [800, 810, 330, 805, 795])
        let corrected = ArtefactCorrection(rule: TooFast()).correct(rr)
        #expect(corrected.events.map(\.rule) == ["too-fast"])
        #expect(corrected.events.map(\.oldIntervalsMs) == [[330, 805]])
    }

    @Test func mediansOfThree() {
        let medians = RollingQuantiles(window: 3, probabilities: [0.5])
        #expect(medians([5, 1, 4, 2, 9]) == [[3, 4, 2, 4, 5.5]])
    }
}
