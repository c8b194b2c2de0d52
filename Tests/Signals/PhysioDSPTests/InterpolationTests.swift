import Foundation
import PhysioDSP
import TestSupport
import Testing

@Suite struct InterpolationTests {
    private static let times = [0, 0.8, 1.7, 2.4, 3.5, 4.3, 5.3, 6.0, 6.9, 8.0]
    private static let values: [Double] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]
    private static let points = [0.1, 0.9, 2.05, 3.0, 4.9, 6.5, 7.9]

    /// scipy 1.17.1: make_interp_spline(x, y, k=degree)(points).
    private static let scipy: [(degree: Int, values: [Double])] = [
        (
            1,
            [
                2.7500000000000004, 1.3333333333333333, 2.5000000000000004, 3.181818181818182,
                4.799999999999996, 5.444444444444445, 3.1818181818181817,
            ]
        ),
        (
            2,
            [
                2.384507913524871, 1.2199183968965936, 2.5992523401085688, 2.0538206617985084,
                4.0926269313887405, 6.076646030755041, 3.1235892979044624,
            ]
        ),
        (
            4,
            [
                1.2844642980704977, 1.657234933804054, 2.6035199860495544, 1.317503751527545,
                4.132392088635102, 7.41205871599761, 0.9211591071988772,
            ]
        ),
        (
            3,
            [
                1.931793552367211, 1.4304016238983897, 2.6262657813168655, 1.716302452427799,
                4.245055983557546, 6.513830455665971, 2.584675054845897,
            ]
        ),
        (
            5,
            [
                0.7153788970878914, 1.8048317930732516, 2.5357886244851398, 1.280805866497041,
                4.357181374601744, 8.516639990708617, -2.4375028557875376,
            ]
        ),
        (
            7,
            [
                1.1793583019228042, 1.7166578645697237, 2.591267361600256, 1.2135563805585514,
                4.787890438354879, 10.5426508660232, -13.020593704807293,
            ]
        ),
    ]

    @Test func splinesAgreeWithScipy() {
        for reference in Self.scipy {
            let spline = InterpolatingSpline(
                times: Self.times, values: Self.values, degree: reference.degree)
            for (point, expected) in zip(Self.points, reference.values) {
                #expect(abs(spline.value(at: point) - expected) < 1e-10)
            }
        }
    }

    /// scipy 1.17.1: PchipInterpolator(x, y)(points).
    @Test func monotoneCubicAgreesWithScipy() {
        let expected = [
            2.512484681372549, 1.102880658436214, 2.500000000000001, 2.6403678504421846,
            4.463999999999994, 5.585935654815253, 3.217675782486321,
        ]
        let cubic = MonotoneCubic(times: Self.times, values: Self.values)
        for (point, value) in zip(Self.points, expected) {
            #expect(abs(cubic.value(at: point) - value) < 1e-12)
        }
    }

    @Test(arguments: 1...7)
    func polynomialsOfTheDegreeAreReproduced(degree: Int) {
        func polynomial(_ t: Double) -> Double {
            (0...degree).reduce(0) { $0 + pow(t / 5, Double($1)) * Double($1 % 3 + 1) }
        }
        let spline = InterpolatingSpline(
            times: Self.times, values: Self.times.map(polynomial), degree: degree)
        for step in 0...80 {
            let t = Double(step) / 10
            #expect(abs(spline.value(at: t) - polynomial(t)) < 1e-9)
        }
    }

    @Test func everyMethodPassesThroughItsSamples() {
        for degree in 1...7 {
            let spline = InterpolatingSpline(
                times: Self.times, values: Self.values, degree: degree)
            for (t, v) in zip(Self.times, Self.values) {
                #expect(abs(spline.value(at: t) - v) < 1e-10)
            }
        }
        let cubic = MonotoneCubic(times: Self.times, values: Self.values)
        for (t, v) in zip(Self.times, Self.values) { #expect(abs(cubic.value(at: t) - v) < 1e-12) }
    }

    @Test func shortSeriesLowerTheDegree() {
        #expect(InterpolatingSpline(times: [0, 1], values: [1, 3], degree: 7).degree == 1)
        #expect(InterpolatingSpline(times: [0, 1, 2], values: [1, 3, 2], degree: 3).degree == 1)
        #expect(
            InterpolatingSpline(times: [0, 1, 2, 3], values: [0, 1, 8, 27], degree: 7).degree == 3)
        #expect(InterpolatingSpline(times: [0, 1], values: [1, 3], degree: 2).degree == 1)
        #expect(InterpolatingSpline(times: [0, 1, 2], values: [0, 1, 4], degree: 4).degree == 2)
        #expect(MonotoneCubic(times: [0, 2], values: [1, 5]).value(at: 0.5) == 2)
    }

    @Test func monotoneCubicNeverOvershoots() {
        let cubic = MonotoneCubic(times: Self.times, values: Self.values)
        for step in 0..<800 {
            let t = Double(step) / 100
            let right = Self.times.firstIndex { $0 > t } ?? 9
            let pair = [Self.values[right - 1], Self.values[right]]
            #expect(cubic.value(at: t) >= (pair.min() ?? 0) - 1e-12)
            #expect(cubic.value(at: t) <= (pair.max() ?? 0) + 1e-12)
        }
    }

    /// Share of a tone's power that is left, samples every 0.9 s, rebuilt at 4 Hz. Straight lines:
    /// sinc(f T)^4 in closed form; the others to the digits of their documentation.
    @Test(arguments: [
        (Resampling.linear, 0.25, 0.714), (.linear, 0.35, 0.509), (.cubic, 0.25, 0.98),
        (.cubic, 0.35, 0.91), (.seventhDegree, 0.25, 1.0), (.seventhDegree, 0.35, 0.996),
        (.bandLimited, 0.25, 1), (.bandLimited, 0.35, 1),
    ])
    func amplitudeResponsesAreAsDocumented(
        method: Resampling, frequency: Double, expected: Double
    ) {
        let times = (0..<400).map { Double($0) * 0.9 }
        let values = times.map { sin(2 * .pi * frequency * $0) }
        let series = method.resample(times: times, values: values, rateHz: 4)
        // The tone's own component over whole periods of both tone and grid, ends left out.
        var real = 0.0
        var imaginary = 0.0
        let range = 120..<1320
        for index in range {
            let angle = 2 * Double.pi * frequency * Double(index) / 4
            real += series[index] * cos(angle)
            imaginary += series[index] * sin(angle)
        }
        let amplitude = 2 * hypot(real, imaginary) / Double(range.count)
        #expect(abs(amplitude * amplitude - expected) < 0.006, "\(amplitude * amplitude)")
    }
}
