@testable import KernelBenchmarks
import Testing

extension Measuring {
    @Suite struct BenchmarkSetTests {
        private static let scale = BenchmarkScale(divisor: 50, maxNaivePairCount: 20_000)

        @Test func everyVariantOfEveryCaseGivesTheExpectedNumbers() {
            let harness = BenchmarkHarness(effort: .rounds(1))
            for item in BenchmarkSet.cases(Self.scale) {
                let result = harness.measure(item)
                for variant in result.variants {
                    #expect(
                        variant.isAccurate,
                        "\(item.title), \(variant.name): \(variant.deviation ?? .nan)")
                }
            }
        }

        /// A wrong answer must show: an engine that is off by a millionth is found out.
        @Test func accuracyChecksSeeAMillionth() throws {
            for item in BenchmarkSet.cases(Self.scale) where item.deviationUnit == nil {
                let work = item.prepare()
                let off = BenchmarkVariant("off") {
                    let run = work.variants[0].prepare()
                    return BenchmarkRun(run: run.run) {
                        run.numbers().map { $0.map { 1.000_001 * $0 } }
                    }
                }
                let spoilt = BenchmarkCase(
                    item.name, workload: item.workload, items: 1, of: "item",
                    tolerance: item.tolerance
                ) {
                    BenchmarkWork(variants: [off], expected: work.expected)
                }
                let variant = BenchmarkHarness(effort: .rounds(1)).measure(spoilt).variants[0]
                // What is not rounding there is far above a millionth.
                let isApproximate =
                    item.name == "PhysioDSP/band-limited-resampling"
                    || item.name.hasPrefix("BeatCorrection/")
                #expect(variant.isAccurate == isApproximate, "\(item.title)")
            }
        }
    }
}

@Suite struct BenchmarkCatalogueTests {
    @Test func fullTitlesAreUnique() {
        let titles = BenchmarkSet.cases(.full).map(\.title)
        #expect(Set(titles).count == titles.count)
    }

    @Test func quickRunsHaveTheSameLengths() {
        #expect(
            BenchmarkSet.cases(.quick).map(\.title) == BenchmarkSet.cases(.full).map(\.title))
    }

    @Test func naivePartsStayWithinTheLimitAndKeepTheTone() {
        let scale = BenchmarkScale(maxNaivePairCount: 1_000)
        #expect(scale.naiveStride(of: 100, pairsEach: 10, dividing: 20) == 1)
        // 100 frequencies of 40 pairs: a quarter of them fits, and 4 divides 20.
        #expect(scale.naiveStride(of: 100, pairsEach: 40, dividing: 20) == 4)
        // A third would fit, but 3 does not divide 20.
        #expect(scale.naiveStride(of: 100, pairsEach: 30, dividing: 20) == 4)
        #expect(scale.naiveStride(of: 100, pairsEach: 1_000_000, dividing: 20) == 20)
    }

    @Test func inputsAreEqualForEqualSeedsOnly() {
        #expect(BenchmarkInputs.beats(count: 50) == BenchmarkInputs.beats(count: 50))
        #expect(
            BenchmarkInputs.beats(count: 50, seed: 1) != BenchmarkInputs.beats(count: 50, seed: 2))
    }
}
