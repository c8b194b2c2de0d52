import Foundation
import PhysioDSP
import PhysioTypes
import TestSupport
import Testing

@testable import ResonanceBreathing

@Suite struct BreathVolumeTests {
    private static let patterns = [
        (4.0, 0.0, 6.0, 0.0), (3.8, 0.5, 5.7, 0.0), (4, 4, 4, 4), (4, 7, 8, 0), (2, 0.1, 9, 0.3),
        // Half cosines of half the breath: the closed form is 0 / 0 there.
        (5, 0, 5, 0), (5, 0, 5.000001, 0),
    ]

    /// The mean of volume times exp(-i 2 pi share), taken at 100,000 shares.
    @Test(arguments: patterns)
    func itIsTheSumOverTheBreath(pattern: (Double, Double, Double, Double)) {
        let (inhale, hold, exhale, second) = pattern
        let breath = BreathCycle(
            startSeconds: 3, inhaleSeconds: inhale, holdSeconds: hold, exhaleSeconds: exhale,
            secondHoldSeconds: second)
        let count = 100_000
        var sum = ComplexNumber(0)
        for index in 0..<count {
            let share = (Double(index) + 0.5) / Double(count)
            let time = share * breath.durationSeconds
            let volume =
                if time < inhale {
                    (1 - cos(.pi * time / inhale)) / 2
                } else if time
                    < inhale + hold
                { 1.0 } else if time < inhale + hold + exhale {
                    (1 + cos(.pi * (time - inhale - hold) / exhale)) / 2
                } else { 0.0 }
            let angle = 2 * Double.pi * share
            sum = sum + ComplexNumber(cos(angle), -sin(angle)) * (2 * volume / Double(count))
        }
        let found = breath.volumeHarmonic
        #expect(abs(found.real - sum.real) < 1e-8)
        #expect(abs(found.imaginary - sum.imaginary) < 1e-8)
    }

    /// A fundamental of -162.5 degrees from the breath's start: a published figure of the pattern with
    /// 38 % inhaled and 5 % held.
    @Test func thePacersBreathPeaksAfterItsInhale() throws {
        let breath = try BreathPattern.paced(breathsPerMinute: 6, limits: .otherPacers)
            .cycle(startSeconds: 0)
        let degrees = PlatformMath.angle(breath.volumeHarmonic) * 180 / .pi
        #expect(abs(degrees + 162.5) < 0.1)
    }
}
