import KernelBenchmarks
import Testing

/// Tests that measure: one after another, since a limited variant limits the whole process.
@Suite(.serialized) enum Measuring {}

/// A clock that stands still but for what the work adds.
final class FakeClock {
    var nanoseconds: UInt64 = 0
    /// The names of the variants in the order they ran.
    var log = ""

    /// A variant whose runs take `nanoseconds` each, the n-th `costs[n]` more.
    func variant(
        _ name: String, lasting nanoseconds: UInt64, then costs: [UInt64] = [], share: Double = 1,
        outputs: [Double?] = [1]
    ) -> BenchmarkVariant {
        BenchmarkVariant(name, share: share) {
            var count = 0
            return BenchmarkRun {
                self.log += name
                self.nanoseconds += nanoseconds + (count < costs.count ? costs[count] : 0)
                count += 1
            } numbers: {
                outputs
            }
        }
    }

    func measure(
        _ variants: [BenchmarkVariant], effort: BenchmarkHarness.Effort, growthSize: Int? = nil,
        expected: [Double] = [1], deviationUnit: String? = nil
    ) -> BenchmarkResult {
        let harness = BenchmarkHarness(effort: effort, clock: { self.nanoseconds })
        return harness.measure(
            BenchmarkCase(
                "Test/work", workload: "n=8", items: 8, of: "item", growthSize: growthSize,
                tolerance: 0.01, deviationUnit: deviationUnit
            ) {
                BenchmarkWork(variants: variants) { expected }
            })
    }
}

extension BenchmarkHarness.Effort {
    static func rounds(_ count: Int) -> BenchmarkHarness.Effort {
        BenchmarkHarness.Effort(caseNanoseconds: 0, minRounds: count, maxRounds: count)
    }
}
