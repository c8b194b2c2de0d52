import Foundation
import PhysioDSP
import TestSupport
import Testing

/// One value in the hands of many threads; `make check-threads` runs these under the thread
/// sanitizer.
@Suite struct SharedPlanTests {
    private static let threadCount = 8

    /// Returns the results of every thread, several times in a row.
    private static func results<Result: Equatable & Sendable>(
        _ work: @Sendable @escaping () -> Result
    ) async -> [Result] {
        await withTaskGroup(of: Result.self) { group in
            for _ in 0..<threadCount { group.addTask { work() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func noise(_ count: Int, seed: UInt64) -> [Double] {
        var generator = SplitMix64(seed: seed)
        return (0..<count).map { _ in generator.gaussian() }
    }

    private static func expectAllSame<Result: Equatable & Sendable>(
        _ work: @Sendable @escaping () -> Result
    ) async {
        let alone = work()
        for result in await results(work) { #expect(result == alone) }
    }

    /// The length is no other test's: the threads also race for the first plan.
    @Test(arguments: [997, 1538, 2722]) func transforms(count: Int) async {
        let samples = Self.noise(count, seed: UInt64(count))
        let transform = RealFFT(count: count)
        let together = await Self.results { transform.inverse(transform.forward(samples)) }
        for result in together {
            #expect(result == together[0])
            for (a, b) in zip(result, samples) { #expect(abs(a / Double(count) - b) < 1e-13) }
        }
    }

    @Test(arguments: [300, 3000]) func nonuniformTransforms(modeCount: Int) async {
        let transform = NonuniformFFT(modeCount: modeCount)
        let positions = Self.noise(500, seed: 1)
        let values = Self.noise(500, seed: 2)
        await Self.expectAllSame { transform(positions: positions, values: values) }
    }

    @Test(arguments: LombScargle.Engine.allCases) func periodograms(
        engine: LombScargle.Engine
    ) async {
        let times = (0..<400).map { Double($0) + 0.3 * sin(Double($0)) }
        let values = Self.noise(400, seed: 3)
        let periodogram = LombScargle(engine: engine)
        await Self.expectAllSame {
            periodogram.density(
                times: times, values: values, coveredSeconds: 400, stepHz: 1 / 1600, count: 700)
        }
    }

    @Test func estimatesOnAnEvenGrid() async {
        let samples = Self.noise(3000, seed: 4)
        let welch = WelchPSD(segmentSeconds: 100)
        let multitaper = MultitaperPSD()
        await Self.expectAllSame { welch.density(samples: samples, sampleRateHz: 4) }
        await Self.expectAllSame { multitaper.density(samples: samples, sampleRateHz: 4) }
        await Self.expectAllSame { AnalyticSignal(samples) }
        await Self.expectAllSame {
            Resampling.bandLimited.resample(
                times: (0..<3000).map { 0.9 * Double($0) }, values: samples, rateHz: 4)
        }
    }

    @Test func oneWelchPlan() async throws {
        let samples = Self.noise(5000, seed: 5)
        let plan = try #require(
            WelchPSD(segmentSeconds: 64).plan(sampleCount: 5000, sampleRateHz: 4))
        await Self.expectAllSame {
            var workspace = WelchWorkspace(for: plan)
            var density = [Double](repeating: 0, count: plan.densityCount)
            var span = density.mutableSpan
            plan.density(samples.span, into: &span, using: &workspace)
            return density
        }
    }
}
