import HRVFeatures
import HRVPipeline
import PhysioSimulation
import PhysioTypes
import Testing

@Suite struct MetricIntervalTests {
    private static let recording: Recording = {
        var simulation = RRSimulation(seed: 8)
        simulation.durationSeconds = 320
        simulation.whiteVarianceMsSquared = 400
        simulation.lines = [.init(frequencyHz: 0.1, powerMsSquared: 200)]
        return Recording(format: "test", rr: RRSeries(intervalsMs: simulation.run().intervalsMs))
    }()

    private static func result(
        seed: UInt64 = 1, _ change: (inout AnalysisSettings) -> Void = { _ in }
    ) -> AnalysisResult {
        var settings = AnalysisSettings()
        settings.uncertainty = UncertaintySettings(seed: seed)
        change(&settings)
        return AnalysisPipeline(settings: settings).analyze(recording)
    }

    @Test func everyValueHasAnIntervalOrAReason() throws {
        let row = Self.result().rows[0]
        let uncertainty = try #require(row.uncertainty)
        for metric in row.metrics {
            let interval = uncertainty.intervals[metric.key]
            let reason = uncertainty.reasons[metric.key]
            #expect((interval == nil) != (reason == nil) || metric.value == nil, "\(metric.key)")
            guard let interval else { continue }
            let value = try #require(metric.value)
            #expect(interval.lowerBound.isFinite && interval.upperBound.isFinite)
            #expect(interval.lowerBound < interval.upperBound, "\(metric.key)")
            // A bias-corrected interval may leave out the number itself; none of these does.
            #expect(interval.contains(value), "\(metric.key) \(value) \(interval)")
        }
        #expect(uncertainty.intervals["HRV_RMSSD"] != nil && uncertainty.intervals["HRV_LF"] != nil)
        #expect(uncertainty.reasons["HRV_MinNN"] == .extreme)
        #expect(uncertainty.reasons["HRV_DFA_alpha1"] == .order)
        #expect(uncertainty.reasons["HRV_LF_peak_Hz"] == .extreme)
        #expect(uncertainty.resampleCount == 999)
    }

    @Test func functionsOfANumberHaveThatFunctionsInterval() throws {
        let row = Self.result().rows[0]
        let intervals = try #require(row.uncertainty).intervals
        let ratio = try #require(intervals["HRV_LFHF"])
        let low = try #require(intervals["HRV_LFn"])
        let high = try #require(intervals["HRV_HFn"])
        #expect(abs(low.lowerBound - 100 * ratio.lowerBound / (1 + ratio.lowerBound)) < 1e-9)
        #expect(abs(low.lowerBound + high.upperBound - 100) < 1e-9)
        #expect(abs(low.upperBound + high.lowerBound - 100) < 1e-9)
        let share = try #require(intervals["HRV_pNN50"])
        let count = try #require(intervals["HRV_NN50"])
        let differences = Double(row.beatCount - 1)
        #expect(abs(count.upperBound - share.upperBound * differences / 100) < 1e-9)
        #expect(intervals["HRV_LF"] == intervals["HRV_LF_ms2"])
    }

    @Test func theRecipeStatesTheMethod() {
        let recipe = Self.result(seed: 77).recipe
        #expect(recipe["ci_seed"] == .text("77"))
        #expect(recipe["ci_level"] == .number(0.95))
        #expect(recipe["ci_resamples"] == .number(999))
        #expect(recipe["ci_block_beats"] != nil && recipe["ci_method"] != nil)
        let without = AnalysisPipeline().analyze(Self.recording)
        #expect(without.recipe["ci_seed"] == nil && without.rows[0].uncertainty == nil)
        #expect(Self.result().rows == Self.result().rows)
        #expect(Self.result(seed: 1).rows != Self.result(seed: 2).rows)
    }

    @Test func anAutoregressiveSpectrumHasNoIntervals() throws {
        let row = Self.result { $0.spectrum.estimator = .burg }.rows[0]
        let uncertainty = try #require(row.uncertainty)
        #expect(row["HRV_LF"]?.value != nil)
        #expect(uncertainty.reasons["HRV_LF"]?.code == "not_measured")
        #expect(uncertainty.reasons["HRV_LFHF"]?.code == "not_measured")
        #expect(uncertainty.intervals["HRV_RMSSD"] != nil)
    }

    @Test func tooFewBlocksAreAReason() throws {
        var settings = AnalysisSettings()
        settings.uncertainty = UncertaintySettings()
        let ramp = Recording(
            format: "test", rr: RRSeries(intervalsMs: (0..<100).map { 800 + Double($0) }))
        let row = AnalysisPipeline(settings: settings).analyze(ramp).rows[0]
        let uncertainty = try #require(row.uncertainty)
        #expect(uncertainty.reasons["HRV_MeanNN"]?.code == "too_few")
        #expect(uncertainty.blockBeatCount == nil)
    }

    @Test func addedBandsHaveIntervals() throws {
        let band = try #require(FrequencyBand(lowHz: 0.08, highHz: 0.12))
        let row = Self.result { $0.spectrum.bands.set("slow", to: band) }.rows[0]
        let interval = try #require(row.uncertainty?.intervals["HRV_slow_ms2"])
        #expect(interval.contains(try #require(row["HRV_slow_ms2"]?.value)))
    }
}
