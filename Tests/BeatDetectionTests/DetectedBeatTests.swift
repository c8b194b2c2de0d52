import BeatDetection
import Testing

@Suite struct DetectedBeatTests {
    @Test func aBeatIsNormalUnlessSaid() {
        #expect(DetectedBeat(sample: 3.5).kind == .normal)
    }
}
