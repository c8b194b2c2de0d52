import BeatCorrection
@testable import KernelBenchmarks
import Testing

extension Measuring {
    @Suite struct PeerWorkloadTests {
        /// The tolerance of sums of a few hundred terms and slopes of their logarithms.
        private static let tolerance = 1e-12

        private static var small: [PeerWorkload] {
            [
                .lombScargle(beatCount: 300, frequencyCount: 200), .welch(sampleCount: 1_200),
                .coherence(sampleCount: 300), .sampleEntropy(beatCount: 250, isWhole: true),
                .dfaAlpha1(beatCount: 250), .everyMetric(beatCount: 250),
            ]
        }

        @Test func wholeOutputsHoldTheExpectedValues() {
            for (workload, count) in zip(Self.small, [200, 129, 181, 1, 1, 4]) {
                let (result, output) = workload.measure(by: BenchmarkHarness(effort: .rounds(1)))
                #expect(output.count == count)
                #expect((result.deviation ?? 1) < Self.tolerance, "\(workload.name)")
                let expected = workload.expected()
                let highest = expected.map(abs).max() ?? 0
                for (index, number) in zip(workload.indices, expected) {
                    #expect(abs(output[index] - number) <= Self.tolerance * highest)
                }
            }
        }

        /// The deviation is not rounding but the rest of the artefacts: 1 % of the beats, each of
        /// which would change RMSSD by more alone.
        @Test func correctionsComeCloseToTheSeriesWithoutArtefacts() throws {
            let workload = PeerWorkload.correction(rule: LipponenRule(), beatCount: 2_000)
            let (result, output) = workload.measure(by: BenchmarkHarness(effort: .rounds(1)))
            #expect(output.count == 1 && (result.deviation ?? 1) < 0.02)
            let raw = try #require(workload.arrays().first).values
            let expected = workload.expected()[0]
            #expect(CorrectionCases.rmssd(raw) > 1.5 * expected)
            #expect(workload.name == "correction-lipponen-2000")
        }

        @Test func namesAreThoseOfFiles() {
            let names = PeerWorkload.all.map(\.name)
            #expect(Set(names).count == names.count)
            for name in names {
                #expect(name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" })
            }
        }
    }
}
