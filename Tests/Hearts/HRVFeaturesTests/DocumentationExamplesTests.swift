import HRVFeatures
import PhysioTypes
import TestSupport
import Testing

/// The examples in the doc comments say what happens.
@Suite struct DocumentationExamplesTests {
    @Test func fragmentationTurnsOnceInFourBeats() {
        #expect(Fragmentation(NNSeries(intervalsMs: [800, 810, 820, 790])).pip == 1.0 / 4)
    }

    @Test func asymmetryIsEven() {
        #expect(Asymmetry(NNSeries(intervalsMs: [800, 810, 820, 800])).guzikPercent == 50)
    }

    @Test func oneWordInThreeRises() {
        let words = SymbolicDynamics(NNSeries(intervalsMs: [700, 800, 900, 700, 700]))
        #expect(words.share2LV == 1.0 / 3 && words.share2UV == 1.0 / 3)
        #expect(words.share1V == 1.0 / 3)
    }

    @Test func theRampsCapacityIsItsStep() {
        let ramp = NNSeries(intervalsMs: (0..<40).map { 800 + 5 * Double($0) })
        #expect(PhaseRectifiedAveraging(ramp, anchors: .decelerations).capacityMs == 5)
    }

    @Test func stressOfFourIntervals() {
        let index = StressIndex(NNSeries(intervalsMs: [800, 810, 820, 900]))
        #expect(TestSeries.agree(index.value, 75 / (2 * 0.825 * 0.1)))
    }

    @Test func oneBreathHasAnRSAAmplitude() {
        let breath = RespiratorySinusArrhythmia.Breath(
            inhaleSeconds: 0, exhaleSeconds: 4, endSeconds: 10)
        let nn = NNSeries(intervalsMs: [900, 800, 820, 900, 980, 1000, 990, 950, 900, 850])
        #expect(RespiratorySinusArrhythmia(nn, breaths: [breath]).meanMs == 200)
    }
}
