import BeatCorrection
@testable import Studies
import Testing

@Suite struct NoiseBurstStudyTests {
    @Test(arguments: NoiseBurstSimulation.Form.allCases)
    func burstsKeepTheSum(form: NoiseBurstSimulation.Form) {
        for seed in 1...200 {
            let series = NoiseBurstSimulation(form: form).series(seed: UInt64(seed))
            let sum = series.intervalsMs.reduce(0, +)
            // Each scaled interval is rounded by up to half a ms.
            let slack = form == .sameCount ? 0.5 * Double(series.burst.count) : 0
            #expect(abs(sum - series.trueIntervalsMs.reduce(0, +)) <= slack)
            #expect(
                form == .countOfTime || series.burst == series.replaced, "as many intervals")
            let noise = series.intervalsMs[series.burst]
            #expect(noise.allSatisfy { $0 >= NoiseBurstSimulation.minMs })
            if form == .countOfTime {
                #expect(noise.allSatisfy(NoiseBurstSimulation.noiseMs.contains))
            }
        }
    }

    @Test func onlyTheBurstDiffersFromTheTruth() {
        var counts: Set<Int> = []
        for seed in 1...500 {
            let forms = NoiseBurstSimulation.Form.allCases.map {
                NoiseBurstSimulation(form: $0).series(seed: UInt64(seed))
            }
            #expect(forms[0].trueIntervalsMs == forms[1].trueIntervalsMs)
            for series in forms {
                let truth = series.trueIntervalsMs
                #expect(series.intervalsMs[..<30] == truth[..<30])
                #expect(
                    Array(series.intervalsMs[series.burst.upperBound...])
                        == Array(truth[series.replaced.upperBound...]))
                #expect(series.replaced.upperBound <= 130)
            }
            counts.insert(forms[0].replaced.count)
        }
        #expect(counts == Set(3...40))
    }

    /// A rule that finds nothing leaves the noise and reports every series; that a few intervals of
    /// a short burst are all near the mean may be.
    @Test func scoresOfTheSimplestRuleAreKnown() {
        let scores = NoiseBurstStudy.scores(of: [NoRule()], burstCount: 20)
        #expect(scores.map(\.form) == [.sameCount, .countOfTime])
        for method in scores {
            #expect(method.reported.count == 20)
            for (seed, score) in method.scores.enumerated() {
                let series = NoiseBurstSimulation(form: method.form).series(seed: UInt64(seed + 1))
                let isFar = series.intervalsMs.contains { abs($0 / series.meanMs - 1) > 0.15 }
                #expect(score.isOff == isFar)
            }
            #expect(method.scores.count(where: \.isOff) >= 18)
            #expect(method.reported.allSatisfy { !$0.isRMSSDNear && $0.rmssdRatio > 1 })
            #expect(method.worstRatio == method.scores.map(\.rmssdRatio).max())
        }
    }
}
