import BeatDetection
import Testing

@Suite struct DetectionLimitsTests {
    @Test(arguments: [100, 125.44, 130.16, 512.844, 4000.0])
    func usualRatesAreWithin(rate: Double) {
        #expect(DetectionLimits.sampleRatesHz.contains(rate))
    }
}
