import Testing

@_spi(Studies) @testable import KernelBenchmarks

extension Measuring {
    @Suite struct DetectionWorkloadTests {
        @Test func everyBeatIsCounted() {
            let minute = DetectionWorkload(
                name: "detection-minute", title: "", seconds: 60, rateHz: 250)
            let workload = PeerWorkload.detection(minute)
            let (result, output) = workload.measure(by: BenchmarkHarness(effort: .rounds(1)))
            #expect(output == workload.expected() && result.deviation == 0)
            let count = workload.arrays().first?.values.count ?? 0
            #expect(count >= 15_000 && count < 15_500)
            // 70 beats a minute.
            #expect(abs(output[0] - 70) <= 3)
        }
    }
}
