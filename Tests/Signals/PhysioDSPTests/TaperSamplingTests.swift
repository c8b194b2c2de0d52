import Foundation
import PhysioDSP
import Testing

@Suite struct TaperSamplingTests {
    @Test(
        arguments: [
            (.middle, [0.125, 0.375, 0.625, 0.875]),
            (.periodic, [0, 0.25, 0.5, 0.75]),
            (.symmetric, [0, 1.0 / 3, 2.0 / 3, 1]),
        ] as [(TaperSampling, [Double])]) func fourSamplesLieWhereTheirNameSays(
            sampling: TaperSampling, expected: [Double]
        )
    {
        #expect((0..<4).map { sampling.position($0, of: 4) } == expected)
        let weights = Taper.hann.weights(count: 4, sampling: sampling)
        for (weight, u) in zip(weights, expected) {
            #expect(abs(weight - pow(sin(.pi * u), 2)) < 1e-15)
        }
    }

    @Test func oneSymmetricSampleHasFullWeight() {
        #expect(Taper.hann.weights(count: 1, sampling: .symmetric) == [1])
    }

    /// The periodic taper and its copy half a length on add up to 1 everywhere.
    @Test func periodicHannOverlappingByHalfIsFlat() {
        let weights = Taper.hann.weights(count: 64, sampling: .periodic)
        for j in 0..<32 { #expect(abs(weights[j] + weights[j + 32] - 1) < 1e-15) }
    }
}
