import CSignalKernels
import TestSupport
import Testing

@Suite struct MonoMixTests {
    private static func mix(_ x: [Float], channels: Int) -> (isValid: Bool, mono: [Float]) {
        var mono = [Float](repeating: .nan, count: x.count / channels)
        let isValid = ck_mono_mix(x, channels, mono.count, 100, &mono) == 1
        return (isValid, mono)
    }

    @Test(arguments: 1...8) func itIsTheMeanOfTheChannels(channels: Int) {
        for frames in [0, 1, 7, 33] {
            let x = whiteNoise(frames * channels, seed: UInt64(channels))
            let (isValid, mono) = Self.mix(x, channels: channels)
            #expect(isValid)
            for (frame, value) in mono.enumerated() {
                let exact =
                    (0..<channels).reduce(0.0) { $0 + Double(x[frame * channels + $1]) }
                    / Double(channels)
                #expect(abs(Double(value) - exact) <= Double(channels + 1) * 0x1p-24 * 0.1)
            }
        }
    }

    @Test func unsoundSamplesAreFoundWhereverTheyAre() {
        for channels in [1, 2, 6] {
            for value in [Float.nan, .infinity, -.infinity, 101, -101] {
                for index in 0..<37 * channels {
                    var x = whiteNoise(37 * channels, seed: 4)
                    x[index] = value
                    #expect(!Self.mix(x, channels: channels).isValid)
                }
            }
        }
        #expect(Self.mix([100, -100], channels: 2).isValid)
    }
}
