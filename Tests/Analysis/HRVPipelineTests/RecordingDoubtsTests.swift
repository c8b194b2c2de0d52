import HRVPipeline
import PhysioTypes
import TestSupport
import Testing

/// Intervals that no heart made, and those of hearts that look like them.
@Suite struct RecordingDoubtsTests {
    private static func codes(_ intervals: [Double]) -> Set<String> {
        let result = AnalysisPipeline().analyze(
            Recording(format: "test", rr: RRSeries(intervalsMs: intervals)))
        let all = result.notices + result.rows.flatMap(\.notices)
        return Set(all.filter { $0.kind == .warning }.map(\.code))
    }

    private static func rates(_ seed: UInt64, count: Int = 400) -> [Double] {
        var random = SplitMix64(seed: seed)
        var rate = 66.0
        return (0..<count).map { _ in
            rate = min(82, max(52, rate + Double(Int.random(in: -1...1, using: &random))))
            return rate
        }
    }

    private static func beats(_ seed: UInt64, deviationMs: Double = 25) -> [Double] {
        var random = SplitMix64(seed: seed)
        return (0..<400).map { _ in (850 + deviationMs * random.gaussian()).rounded() }
    }

    @Test func constantIntervalsAreWarnedOf() {
        #expect(Self.codes([Double](repeating: 800, count: 300)).contains("constant"))
        var held = Self.beats(1)
        for index in 100..<180 { held[index] = 850 }
        #expect(Self.codes(held).contains("constant"))
        // Too few to say so.
        #expect(!Self.codes([Double](repeating: 800, count: 12)).contains("constant"))
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func intervalsFromHeartRatesAreWarnedOf(seed: UInt64) {
        let rates = Self.rates(seed)
        #expect(Self.codes(rates.map { 60_000 / $0 }).contains("from_heart_rates"))
        #expect(Self.codes(rates.map { (60_000 / $0).rounded() }).contains("from_heart_rates"))
        #expect(
            Self.codes(rates.map { (600_000 / $0).rounded() / 10 }).contains("from_heart_rates"))
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func beatsOfHeartsAreNot(seed: UInt64) {
        for deviation in [3.0, 10, 25, 60] {
            let codes = Self.codes(Self.beats(seed, deviationMs: deviation))
            #expect(codes.isDisjoint(with: ["constant", "from_heart_rates"]), "\(deviation)")
        }
    }

    @Test func aCoarseClockIsWarnedOfWhereItMatters() {
        func clock(_ stepMs: Double, deviationMs: Double) -> Set<String> {
            var random = SplitMix64(seed: 9)
            var (time, ticks) = (0.0, [0.0])
            for _ in 0..<400 {
                time += 850 + deviationMs * random.gaussian()
                ticks.append((time / stepMs).rounded())
            }
            return Self.codes(zip(ticks.dropFirst(), ticks).map { ($0 - $1) * stepMs })
        }
        // RMSSD below 3.59 steps: 2 %.
        #expect(clock(7.8125, deviationMs: 16).contains("time_step"))
        #expect(!clock(7.8125, deviationMs: 40).contains("time_step"))
        #expect(!clock(1, deviationMs: 10).contains("time_step"))
    }

    @Test func theStepStandsInTheRecipe() {
        let result = AnalysisPipeline().analyze(
            Recording(format: "test", rr: RRSeries(intervalsMs: Self.beats(2))))
        #expect(result.recipe["time_step_ms"] == .number(1))
        #expect(result.recipe["histogram_bin_ms"] == .number(7.8125))
    }
}
