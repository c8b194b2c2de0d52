import Foundation
import PhysioDSP
import PhysioSimulation
import TestSupport
import Testing

@testable import ResonanceBreathing

@Suite struct ResponseCurveTests {
    /// A resonator of second order alone, without delay: everything is known in closed form.
    private static func resonator(_ loop: Double, _ rate: Double) -> ComplexNumber {
        ComplexNumber(1) / ComplexNumber(1 - rate * rate / (loop * loop), 0.4 * rate / loop)
    }

    /// |H| = 1 / sqrt((1 - q^2)^2 + (0.4 q)^2) peaks at q^2 = 1 - 2 x 0.04.
    @Test func aResonatorsCurveIsItsFormula() throws {
        let curve = try #require(ResponseCurve(Self.resonator))
        let peak = (1 - 0.08).squareRoot()
        func size(_ q: Double) -> Double {
            1 / ((1 - q * q) * (1 - q * q) + 0.16 * q * q).squareRoot()
        }
        for position in stride(
            from: -ResponseCurve.halfCount, through: ResponseCurve.halfCount, by: 5)
        {
            let q = peak * exp(Double(position) * ResponseCurve.logRateStep)
            let index = position + ResponseCurve.halfCount
            // The best rate is found to a thousandth.
            #expect(abs(Double(curve.logGains[index]) - log(size(q) / size(peak))) < 4e-3)
            #expect(abs(Double(curve.phases[index]) + atan2(0.4 * q, 1 - q * q)) < 6e-3)
        }
    }

    @Test func aHeartWithoutAPeakIsNone() {
        #expect(ResponseCurve { _, rate in ComplexNumber(1 / rate) } == nil)
    }

    @Test func everyCurvePeaksAtTheBestRateAndIsContinuous() {
        let curves = ResponseCurveLibrary.curves
        #expect(curves.count == ResponseCurveLibrary.count)
        for curve in curves {
            let middle = ResponseCurve.halfCount
            #expect((curve.logGains.max() ?? 1) < 1e-3)
            #expect(abs(curve.logGains[middle]) < 1e-5)
            #expect(curve.logGains[0] < -0.05 || curve.logGains[2 * middle] < -0.05)
            #expect(abs(curve.phases[middle]) <= .pi)
            // Within a quarter of the best rate; far off, an answer may vanish, and its angle turns.
            let near = curve.phases[(middle - 25)...(middle + 25)]
            let jumps = zip(near, near.dropFirst()).map { abs($0 - $1) }
            #expect((jumps.max() ?? 1) < 0.2)
        }
    }

    /// Each simulated person has a curve in the library that is near to theirs where it matters.
    @Test func theLibraryHoldsPeople() {
        let people = PersonPopulation(seed: 411)
        var worst = 0.0
        for index in 0..<40 {
            let truth = people.truth(index)
            let distances = ResponseCurveLibrary.curves.map { curve in
                stride(from: -20, through: 20, by: 5).map { position in
                    let rate =
                        truth.breathsPerMinute * exp(Double(position) * ResponseCurve.logRateStep)
                    let loss = log(1 - truth.amplitudeLoss(atBreathsPerMinute: rate))
                    return abs(loss - Double(curve.logGains[position + ResponseCurve.halfCount]))
                }.max() ?? 1
            }
            worst = max(worst, distances.min() ?? 1)
        }
        // A twentieth of the RSA amplitude, twenty per cent off the best rate.
        #expect(worst < 0.05, "\(worst)")
    }
}
