import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct SectionCascadeTests {
    private struct Reference {
        let filter: SectionCascade
        let points: [(hz: Double, real: Double, imaginary: Double)]
    }

    /// scipy 1.17.1: sosfreqz of butter(order, edges, output='sos', fs=250), freqz of iirnotch.
    private static let references = [
        Reference(
            filter: .butterworth(.bandPass(lowHz: 8, highHz: 20), order: 3, sampleRateHz: 250),
            points: [
                (0.3, -5.312209269915846e-07, -1.1690145149333384e-05),
                (5, -0.07129704602587915, -0.05319711247187223),
                (10, 0.482458105159325, 0.8665820816962094),
                (30, -0.08700211139569075, 0.05760557430920396),
                (60, -0.0016859650100585753, 0.004709567076815207),
            ]),
        Reference(
            filter: .butterworth(.lowPass(40), order: 5, sampleRateHz: 250),
            points: [
                (0.3, 0.9997537812171724, -0.022189568314112704),
                (10, 0.732534950523369, -0.6807291206661094),
                (60, 0.06246545326067939, 0.02836436613567484),
            ]),
        Reference(
            filter: .butterworth(.highPass(0.5), order: 2, sampleRateHz: 250),
            points: [
                (0.3, -0.20396529087880538, 0.27041748587520126),
                (5, 0.9899275682909238, 0.14122301397216522),
                (60, 0.9999552285038739, 0.009462504079650881),
            ]),
        Reference(
            filter: .notch(frequencyHz: 50, quality: 30, sampleRateHz: 250),
            points: [
                (10, 0.9999376241233102, -0.007897593680344563),
                (49, 0.5921815859241759, -0.4914290948005654), (50, 0, 0),
                (51, 0.5882298356722303, 0.49215393536702656),
            ]),
    ]

    @Test func responsesAgreeWithScipy() {
        for reference in Self.references {
            for point in reference.points {
                let gain = reference.filter.response(atHz: point.hz, sampleRateHz: 250)
                #expect(abs(gain.real - point.real) < 1e-9, "\(point.hz) Hz")
                #expect(abs(gain.imaginary - point.imaginary) < 1e-9, "\(point.hz) Hz")
            }
        }
    }

    private static let samples = (0..<40).map { index -> Double in
        let t = Double(index)
        return sin(t * 0.3) + 0.5 * cos(t * 1.9) + 2
    }

    /// scipy 1.17.1: sosfilt and sosfiltfilt(padlen=15) of butter(2, [0.04, 0.15], fs=1).
    @Test func filteredSeriesAgreeWithScipy() {
        let filter = SectionCascade.butterworth(
            .bandPass(lowHz: 0.04, highHz: 0.15), order: 2, sampleRateHz: 1)
        var state = filter.state()
        let causal = filter.filtered(Self.samples, state: &state)
        let expected = [
            (0, 0.19773429529247324), (1, 0.7010499321367412), (5, 0.43586714881072997),
            (20, 0.6888257748202078), (39, 0.19968878911023435),
        ]
        for (index, value) in expected { #expect(abs(causal[index] - value) < 1e-12) }
        let still = filter.zeroPhaseFiltered(Self.samples, padding: 15)
        let both = [
            (0, 0.0355403030101521), (1, -0.0062511074462987815), (5, 0.6128030248893068),
            (20, -0.18439431382143068), (39, -0.08896189465117593),
        ]
        for (index, value) in both { #expect(abs(still[index] - value) < 1e-11) }
    }

    @Test func blocksGiveWhatTheWholeGives() {
        let filter = SectionCascade.butterworth(.lowPass(0.1), order: 4, sampleRateHz: 1)
        var whole = filter.state()
        let together = filter.filtered(Self.samples, state: &whole)
        var state = filter.state()
        var parts: [Double] = []
        for begin in stride(from: 0, to: 40, by: 7) {
            parts += filter.filtered(
                Array(Self.samples[begin..<min(40, begin + 7)]), state: &state)
        }
        #expect(parts == together)
        #expect(state == whole)
    }

    @Test(arguments: [1, 2, 3, 8, 12])
    func edgesHaveHalfThePowerAndTheBandAllOfIt(order: Int) {
        func power(_ filter: SectionCascade, _ hz: Double) -> Double {
            filter.response(atHz: hz, sampleRateHz: 360).squaredMagnitude
        }
        let low = SectionCascade.butterworth(.lowPass(30), order: order, sampleRateHz: 360)
        #expect(abs(power(low, 30) - 0.5) < 1e-9 && abs(power(low, 0) - 1) < 1e-9)
        let high = SectionCascade.butterworth(.highPass(5), order: order, sampleRateHz: 360)
        #expect(abs(power(high, 5) - 0.5) < 1e-9 && abs(power(high, 180) - 1) < 1e-9)
        let band = SectionCascade.butterworth(
            .bandPass(lowHz: 5, highHz: 30), order: order, sampleRateHz: 360)
        #expect(abs(power(band, 5) - 0.5) < 1e-6 && abs(power(band, 30) - 0.5) < 1e-6)
        #expect(power(band, 0) < 1e-12)
        #expect(band.sections.count == order)
    }

    @Test func aConstantPassesASettledLowPassUnchanged() {
        let filter = SectionCascade.butterworth(.lowPass(0.05), order: 3, sampleRateHz: 1)
        var state = filter.state(settledAt: 7)
        for value in filter.filtered([Double](repeating: 7, count: 50), state: &state) {
            #expect(abs(value - 7) < 1e-12)
        }
        #expect(filter.zeroPhaseFiltered([5]) == [5])
        #expect(filter.zeroPhaseFiltered([]) == [])
    }

    @Test func zeroPhaseDelaysNothing() {
        let filter = SectionCascade.butterworth(
            .bandPass(lowHz: 0.05, highHz: 0.15), order: 2, sampleRateHz: 4)
        let tone = (0..<2000).map { sin(2 * .pi * 0.09 * Double($0) / 4) }
        let gain = filter.response(atHz: 0.09, sampleRateHz: 4).squaredMagnitude
        let still = filter.zeroPhaseFiltered(tone)
        for index in 800..<1200 { #expect(abs(still[index] - gain * tone[index]) < 1e-6) }
    }
}
