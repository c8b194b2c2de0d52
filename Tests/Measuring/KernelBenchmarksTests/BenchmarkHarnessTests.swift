import KernelBenchmarks
import PhysioDSP
import Testing

extension Measuring {
    @Suite struct BenchmarkHarnessTests {
        @Test func roundsGoForwardsThenBackwards() {
            let clock = FakeClock()
            let variants = ["A", "B", "C"].map { clock.variant($0, lasting: 2_000_000) }
            _ = clock.measure(variants, effort: .rounds(4))
            // Two runs of each to warm up and to calibrate, then the rounds.
            #expect(clock.log == "AABBCC" + "ABC" + "CBA" + "ABC" + "CBA")
        }

        @Test(arguments: [1, 30, 5_000, 999_999] as [UInt64])
        func aRoundLastsNoLessThanAMillisecond(cost: UInt64) {
            let clock = FakeClock()
            let result = clock.measure([clock.variant("A", lasting: cost)], effort: .rounds(2))
            let round = result.variants[0].iterations * Int(cost)
            #expect(round >= 1_000_000 && round <= 2_000_000)
            #expect(result.variants[0].nanoseconds.minimum == Double(cost))
        }

        @Test func aMisleadingFirstTimeDoesNotShortenRounds() {
            let clock = FakeClock()
            // Cold caches: run 1 (the warm-up) and 2 take far longer than all others.
            let variant = clock.variant("A", lasting: 10_000, then: [500_000, 500_000])
            let result = clock.measure([variant], effort: .rounds(2))
            #expect(result.variants[0].iterations >= 100)
        }

        @Test func aClockThatStandsStillEndsToo() {
            let clock = FakeClock()
            let result = clock.measure([clock.variant("A", lasting: 0)], effort: .rounds(1))
            #expect(result.variants[0].nanoseconds.minimum == 0)
        }

        @Test func statisticsAreThoseOfTheRounds() {
            let clock = FakeClock()
            // Two runs before the rounds; then 1.0, 1.4, 1.1, 1.3, 1.2 ms.
            let first = clock.variant(
                "A", lasting: 1_000_000, then: [0, 0, 0, 400_000, 100_000, 300_000, 200_000])
            let second = clock.variant("B", lasting: 3_000_000)
            let result = clock.measure([first, second], effort: .rounds(5))
            let times = result.variants[0].nanoseconds
            #expect(times.minimum == 1_000_000 && times.median == 1_200_000)
            // Quantiles between neighbours: 1.36 - 1.04 ms over the median.
            #expect(abs((times.spread ?? 0) - 0.32 / 1.2) < 1e-12)
            #expect(result.variants[0].nanosecondsPerItem == 125_000)
            #expect(result.variants[0].minTimeRatio == 1)
            #expect(result.variants[1].minTimeRatio == 3)
            #expect(result.variants[1].medianTimeRatio == 2.5)
        }

        @Test func aSingleTimeHasNoSpread() {
            #expect(TimeStatistics([7]).spread == nil)
            #expect(TimeStatistics([7]).median == 7)
        }

        @Test func slowVariantsRunInFewerRoundsEvenlySpread() {
            let clock = FakeClock()
            let effort = BenchmarkHarness.Effort(
                caseNanoseconds: 40_000_000, minRounds: 2, maxRounds: 100)
            let result = clock.measure(
                [clock.variant("A", lasting: 2_000_000), clock.variant("B", lasting: 500_000_000)],
                effort: effort)
            // Half of the time each: ten rounds of A; B never fits and takes part twice.
            #expect(result.variants.map(\.roundCount) == [10, 2])
            #expect(clock.log == "AABB" + "AB" + "AAAA" + "BA" + "AAAA")
        }

        @Test func timesOfAPartAreScaledToTheWhole() {
            let clock = FakeClock()
            let result = clock.measure(
                [
                    clock.variant("A", lasting: 1_000_000),
                    clock.variant("B", lasting: 1_000_000, share: 0.25),
                ], effort: .rounds(3))
            #expect(result.variants[1].nanoseconds.minimum == 4_000_000)
            #expect(result.variants[1].minTimeRatio == 4)
        }

        @Test func onlyAllocationsOfAWarmRunCount() {
            let clock = FakeClock()
            var blocks = 0
            let variant = BenchmarkVariant("A") {
                blocks += 50
                var runs = 0
                return BenchmarkRun {
                    blocks += runs == 0 ? 100 : 3
                    runs += 1
                    clock.nanoseconds += 2_000_000
                } numbers: {
                    [1]
                }
            }
            let item = BenchmarkCase(
                "Test/work", workload: "", items: 1, of: "item", tolerance: 0
            ) {
                BenchmarkWork(variants: [variant]) { [1] }
            }
            let counted = BenchmarkHarness(
                effort: .rounds(1), allocationCount: { blocks }, clock: { clock.nanoseconds })
            #expect(counted.measure(item).variants[0].allocationCount == 3)
            let uncounted = BenchmarkHarness(effort: .rounds(1), clock: { clock.nanoseconds })
            #expect(uncounted.measure(item).variants[0].allocationCount == nil)
        }

        @Test func aLimitHoldsFromPreparationToTheLastRunAndNoLonger() {
            let clock = FakeClock()
            let before = InstructionSet.inUse
            var seen: [InstructionSet] = []
            func variant(_ name: String, _ limit: InstructionSet?) -> BenchmarkVariant {
                BenchmarkVariant(name, instructions: limit) {
                    seen.append(.inUse)
                    return BenchmarkRun {
                        seen.append(.inUse)
                        clock.nanoseconds += 2_000_000
                    } numbers: {
                        [1]
                    }
                }
            }
            _ = clock.measure([variant("A", .plain)], effort: .rounds(2))
            #expect(seen == [InstructionSet](repeating: .plain, count: 5))
            seen = []
            _ = clock.measure([variant("A", nil)], effort: .rounds(2))
            #expect(seen == [InstructionSet](repeating: before, count: 5))
        }

        @Test func cpuTimeAscendsWithWork() {
            let begin = CPUClock.threadNanoseconds()
            var sum = 0.0
            while CPUClock.threadNanoseconds() == begin { sum += PlatformMath.sin(sum) + 1 }
            #expect(CPUClock.threadNanoseconds() > begin && sum >= 0)
        }
    }
}
