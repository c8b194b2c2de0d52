import PhysioDSP
import TestSupport
import Testing

/// Values of another program: scipy 1.17.1 with numpy 2.4.6, `scipy.signal.welch(x, 4, ...)` with
/// `j = numpy.arange(1200); x = ((7*j*j + 3*j) % 1009) / 8`.
@Suite struct WelchGoldenTests {
    private struct Case: Sendable, CustomTestStringConvertible {
        /// The further arguments of the call.
        let testDescription: String
        let welch: WelchPSD
        let count: Int
        let values: [(bin: Int, density: Double)]
    }

    private static let x: [Double] = (0..<1200).map { (j: Int) -> Double in
        let number: Int = (7 * j * j + 3 * j) % 1009
        return Double(number) / 8
    }

    @Test(arguments: cases) private func agreesWithScipy(golden: Case) throws {
        let spectrum = try #require(golden.welch.density(samples: Self.x, sampleRateHz: 4))
        #expect(spectrum.density.count == golden.count)
        for (bin, density) in golden.values {
            #expect(relativeError(spectrum.density[bin], density) < 1e-12, "bin \(bin)")
        }
    }

    private static let cases = [
        Case(
            testDescription: "nperseg=256",
            welch: WelchPSD(
                segmentSeconds: 64, overlap: .fixed(share: 0.5), taperSampling: .periodic,
                paddingFactor: 1),
            count: 129,
            values: [
                (0, 201.4063980771141), (1, 616.8498244881802), (2, 1159.8020664940564),
                (7, 1156.0019742454049), (40, 250.34235218236714), (127, 715.9004709678043),
                (128, 638.4132030210524),
            ]),
        Case(
            testDescription: "nperseg=255",
            welch: WelchPSD(
                segmentSeconds: 63.75, overlap: .fixed(share: 0.5), taperSampling: .periodic,
                paddingFactor: 1),
            count: 128,
            values: [
                (0, 217.50300600128003), (1, 632.985414829368), (2, 1160.8935826617717),
                (7, 1151.63954138553), (40, 290.8762933382153), (126, 612.5308663601375),
                (127, 1054.7992091340582),
            ]),
        Case(
            testDescription: "nperseg=256, noverlap=192",
            welch: WelchPSD(
                segmentSeconds: 64, overlap: .fixed(share: 0.75), taperSampling: .periodic,
                paddingFactor: 1),
            count: 129,
            values: [
                (0, 154.8918912222752), (1, 663.8244855707933), (2, 1295.1674049223868),
                (7, 841.9944734178113), (40, 297.2075897182333), (127, 738.7435487671779),
                (128, 675.7444234591317),
            ]),
        Case(
            testDescription: "nperseg=256, nfft=512",
            welch: WelchPSD(
                segmentSeconds: 64, overlap: .fixed(share: 0.5), taperSampling: .periodic),
            count: 257,
            values: [
                (0, 201.4063980771141), (1, 451.71749752892754), (2, 616.8498244881803),
                (7, 1368.2086583650048), (40, 365.62723731559856), (255, 1055.9698039842137),
                (256, 638.4132030210524),
            ]),
        Case(
            testDescription: "nperseg=256, window=scipy.signal.windows.hann(256, sym=True)",
            welch: WelchPSD(
                segmentSeconds: 64, overlap: .fixed(share: 0.5), taperSampling: .symmetric,
                paddingFactor: 1),
            count: 129,
            values: [
                (0, 200.82339081608615), (1, 617.5836794586455), (2, 1158.6807040678896),
                (7, 1154.570168904328), (40, 252.48743598145626), (127, 716.5935917885163),
                (128, 638.0364603425666),
            ]),
        Case(
            testDescription: "nperseg=256, window='boxcar', noverlap=0",
            welch: WelchPSD(
                segmentSeconds: 64, taper: .none, overlap: .fixed(share: 0), paddingFactor: 1),
            count: 129,
            values: [
                (0, 0.0), (1, 947.3675489491053), (2, 1504.780033038995), (7, 923.4117688633377),
                (40, 419.9430864299673), (127, 401.98062988380616), (128, 924.069652557373),
            ]),
    ]
}
