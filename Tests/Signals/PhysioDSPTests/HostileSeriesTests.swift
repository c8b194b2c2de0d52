import Foundation
import PhysioDSP
import TestSupport
import Testing

/// The results of every estimator for series that no recorder should deliver: none crashes, none
/// hangs, and each outcome is a stated one.
@Suite struct HostileSeriesTests {
    enum Hostile: String, CaseIterable {
        case nan, infinity, oneSample, empty, constant, huge, denormal

        /// 64 samples where not empty or one.
        var samples: [Double] {
            var samples = HostileSeriesTests.ordinary
            switch self {
            case .nan: samples[20] = .nan
            case .infinity: samples[20] = .infinity
            case .oneSample: samples = [samples[0]]
            case .empty: samples = []
            case .constant: samples = samples.map { _ in 850.1 }
            case .huge: samples = samples.map { $0 * HostileSeriesTests.hugeFactor }
            case .denormal: samples = samples.map { $0.rounded() * .leastNonzeroMagnitude }
            }
            return samples
        }
    }

    enum Outcome {
        /// No result.
        case missing
        /// A result without numbers.
        case nothing
        case allNaN
        /// Values not above the rounding error of the squared largest sample.
        case zero
        case finite
        /// Anything else.
        case mixed

        init(_ values: [Double]?, squareScale: Double = 0) {
            guard let values else {
                self = .missing
                return
            }
            if values.isEmpty {
                self = .nothing
            } else if values.allSatisfy(\.isNaN) {
                self = .allNaN
            } else if values.allSatisfy({ abs($0) <= 1e-25 * squareScale }) {
                self = .zero
            } else {
                self = values.allSatisfy(\.isFinite) ? .finite : .mixed
            }
        }
    }

    static let ordinary: [Double] = {
        var generator = SplitMix64(seed: 11)
        return (0..<64).map { _ in 20 * generator.gaussian() }
    }()

    /// A factor of about 3e150; a power of two, so that nothing is rounded differently.
    static let hugeFactor = 0x1p500

    /// One estimator: its values, its outcome for each series, and the power of a factor on the
    /// samples that its values grow with.
    struct Estimator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let degree: Int
        let outcomes: [Hostile: Outcome]
        let values: @Sendable ([Double]) -> [Double]?

        init(
            _ name: String, degree: Int = 2, _ outcomes: [Hostile: Outcome],
            values: @escaping @Sendable ([Double]) -> [Double]?
        ) {
            testDescription = name
            self.degree = degree
            self.outcomes = outcomes
            self.values = values
        }
    }

    /// Densities: nothing below their least number of samples, NaN throughout for a bad sample,
    /// and 0 where squares underflow.
    private static let densityOutcomes: [Hostile: Outcome] = [
        .nan: .allNaN, .infinity: .allNaN, .oneSample: .missing, .empty: .missing,
        .constant: .zero, .huge: .finite, .denormal: .zero,
    ]

    /// The model is of samples around 0: the caller removes the mean.
    private static func density(of model: AutoregressiveModel?) -> [Double]? {
        model?.spectrum(stepHz: 0.01, toHz: 2, sampleRateHz: 4).density
    }

    private static func centred(_ samples: [Double]) -> [Double] {
        guard let first = samples.first else { return [] }
        let shifted = samples.map { $0 - first }
        let mean = shifted.reduce(0, +) / Double(shifted.count)
        return shifted.map { $0 - mean }
    }

    private static let modelOutcomes: [Hostile: Outcome] = [
        .nan: .missing, .infinity: .missing, .oneSample: .zero, .empty: .missing,
        .constant: .zero, .huge: .finite, .denormal: .zero,
    ]

    private static let seriesOutcomes: [Hostile: Outcome] = [
        .nan: .allNaN, .infinity: .allNaN, .oneSample: .zero, .empty: .nothing, .constant: .zero,
        .huge: .finite, .denormal: .zero,
    ]

    static let estimators: [Estimator] = [
        Estimator("Welch", densityOutcomes) {
            WelchPSD(segmentSeconds: 8).density(samples: $0, sampleRateHz: 4)?.density
        },
        Estimator("short time", densityOutcomes) {
            ShortTimePSD(segmentSeconds: 16, stepSeconds: 1).map(of: $0, sampleRateHz: 4)?.values
        },
        Estimator("Morlet", densityOutcomes) {
            MorletWavelet().map(of: $0, sampleRateHz: 4, frequenciesHz: [0.4, 1, 2])?.values
        },
        Estimator("multitaper, adaptive", densityOutcomes) {
            MultitaperPSD().density(samples: $0, sampleRateHz: 4)?.spectrum.density
        },
        Estimator("multitaper, fixed", densityOutcomes) {
            MultitaperPSD(weights: .fixed).density(samples: $0, sampleRateHz: 4)?.spectrum.density
        },
        Estimator("multitaper, line F", degree: 0, densityOutcomes) {
            MultitaperPSD().density(samples: $0, sampleRateHz: 4)?.lineFStatistic
        },
        Estimator("Burg", modelOutcomes) {
            density(of: AutoregressiveModel.burg(centred($0), order: .fixed(16)))
        },
        Estimator("Yule-Walker", modelOutcomes) {
            density(of: AutoregressiveModel.yuleWalker(centred($0), order: .akaike(limit: 16)))
        },
        Estimator("cross-spectrum", densityOutcomes) { samples in
            CrossSpectrum(
                samples, samples.reversed(), sampleRateHz: 4, welch: WelchPSD(segmentSeconds: 8)
            )?.values.flatMap { [$0.real, $0.imaginary] }
        },
        Estimator("envelope", degree: 1, seriesOutcomes) {
            AnalyticSignal($0).envelope
        },
        Estimator("real part of the analytic signal", degree: 1, seriesOutcomes) {
            AnalyticSignal($0).real
        },
        Estimator("Hilbert transform", degree: 1, seriesOutcomes) { AnalyticSignal($0).imaginary },
        Estimator(
            "Goertzel", degree: 1,
            [
                .nan: .allNaN, .infinity: .allNaN, .oneSample: .finite, .empty: .zero,
                .constant: .finite, .huge: .finite, .denormal: .zero,
            ]
        ) { samples in
            [0.3, 1, 1.7].flatMap { frequency -> [Double] in
                let sum = Goertzel.sum(samples, frequencyHz: frequency, sampleRateHz: 4)
                return [sum.real, sum.imaginary]
            }
        },
        Estimator(
            "smoothness priors", degree: 1,
            [
                .nan: .allNaN, .infinity: .allNaN, .oneSample: .finite, .empty: .nothing,
                .constant: .finite, .huge: .finite, .denormal: .zero,
            ]
        ) { SmoothnessPriors().trend(of: $0) },
    ]

    @Test(arguments: estimators, Hostile.allCases)
    func theOutcomeIsTheDocumentedOne(estimator: Estimator, hostile: Hostile) throws {
        let expected = try #require(estimator.outcomes[hostile])
        let values = estimator.values(hostile.samples)
        // Rounding leaves of a constant 1e-13 of it, the square of that for a power.
        let scale = estimator.degree == 2 ? 850.0 * 850 : 850 * 1e12
        #expect(Outcome(values, squareScale: scale) == expected)
    }

    /// Samples times 2^500 give values times 2^500, or 2^1000, or the same: nothing overflows on
    /// the way, and no threshold is absolute.
    @Test(arguments: estimators)
    func hugeSamplesGiveTheirMultiple(estimator: Estimator) throws {
        let plain = try #require(estimator.values(Self.ordinary))
        let huge = try #require(estimator.values(Hostile.huge.samples))
        #expect(plain.count == huge.count && plain.contains { $0 != 0 })
        let largest = plain.map(abs).max() ?? 0
        for (a, b) in zip(plain, huge) {
            let back = (0..<estimator.degree).reduce(b) { value, _ in value / Self.hugeFactor }
            #expect(abs(back - a) <= 1e-12 * largest)
        }
    }

    private static let times = ordinary.indices.map(Double.init)

    /// Returns for each value at half steps true if it is a number.
    private static func numbers(_ evaluate: (Double) -> Double) -> [Bool] {
        (0..<2 * times.count - 1).map { evaluate(0.5 * Double($0)).isFinite }
    }

    /// A bad sample at 20 makes the pieces that touch it NaN under every interpolation.
    @Test(arguments: [Hostile.nan, .infinity], [1, 3, 7])
    func aBadSampleShowsInASplineAroundIt(hostile: Hostile, degree: Int) {
        let spline = InterpolatingSpline(
            times: Self.times, values: hostile.samples, degree: degree)
        let isNumber = Self.numbers(spline.value(at:))
        #expect(!isNumber[39] && !isNumber[40] && !isNumber[41])
        // A smooth spline takes all samples together.
        if degree > 1 { #expect(!isNumber.contains(true)) }
    }

    @Test(arguments: [Hostile.nan, .infinity])
    func aBadSampleStaysInItsTwoPiecesOfAMonotoneCubic(hostile: Hostile) {
        let cubic = MonotoneCubic(times: Self.times, values: hostile.samples)
        let isNumber = Self.numbers(cubic.value(at:))
        #expect(!isNumber[39] && !isNumber[40] && !isNumber[41])
        #expect(isNumber[..<38].allSatisfy(\.self) && isNumber[42...].allSatisfy(\.self))
    }

    @Test(arguments: Resampling.allCases)
    func resamplingKeepsConstantsAndMultiples(method: Resampling) {
        func resampled(_ values: [Double]) -> [Double] {
            method.resample(times: Self.times, values: values, rateHz: 3)
        }
        let constant = resampled(Hostile.constant.samples)
        #expect(constant.count == 190)
        for value in constant { #expect(abs(value - 850.1) < 1e-9) }
        for (a, b) in zip(resampled(Self.ordinary), resampled(Hostile.huge.samples)) {
            #expect(abs(b / Self.hugeFactor - a) < 1e-10)
        }
        for value in resampled(Hostile.denormal.samples) { #expect(abs(value) < 1e-300) }
    }

    /// The shortest series that tapers exist for, and bandwidths at both ends of what they allow.
    @Test(arguments: [(2, 0.01), (2, 0.99), (3, 1.4), (7, 2.5), (64, 31.9), (1000, 0.001)])
    func slepianTapersEndForEveryShape(count: Int, timeBandwidth: Double) {
        let tapers = SlepianTapers(
            count: count, timeBandwidth: timeBandwidth, taperCount: min(count, 4))
        for taper in tapers.tapers {
            #expect(abs(taper.reduce(0) { $0 + $1 * $1 } - 1) < 1e-12)
        }
        #expect(tapers.concentrations.allSatisfy { $0 > -1e-12 && $0 <= 1 })
    }

    /// Coefficients no estimate gives: the search for the poles ends all the same.
    @Test(arguments: [[0.0, 0, 0], [1e150, 1, -1e-150], [-2, 1], [.nan, 1], [-4, 6, -4, 1]])
    func polesEndForEveryPolynomial(coefficients: [Double]) {
        let model = AutoregressiveModel(coefficients: coefficients, innovationVariance: 1)
        #expect(model.poles().count == coefficients.count)
    }
}
