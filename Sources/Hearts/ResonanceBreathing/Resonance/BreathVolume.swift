import PhysioDSP
import PhysioTypes

extension BreathCycle {
    /// The first harmonic of the lungs' volume in breaths like this one, following each other.
    ///
    /// The volume rises from 0 to 1 and falls again along half cosines, and is held between. The
    /// harmonic is c in Re c exp(i 2 pi phase), phase being the share of the breath; for rise a,
    /// hold h, fall e and whole length T, with w = 2 pi / T,
    ///
    ///     c = 2 / (i w T) (s(a) - exp(-i w (a + h)) s(e)),
    ///     s(a) = exp(-i w a / 2) (pi / 2) sinc(pi (1 - x) / 2) / (1 + x),  x = 2 a / T
    ///
    /// by partial integration of c = 2 / T times the integral of volume times exp(-i w t).
    var volumeHarmonic: ComplexNumber {
        let angle = 2 * Double.pi / durationSeconds
        let rise = Self.slopeHarmonic(inhaleSeconds, of: durationSeconds)
        let fall = Self.slopeHarmonic(exhaleSeconds, of: durationSeconds)
        let delayPhasor = ComplexNumber.unitPhasor(-angle * (inhaleSeconds + holdSeconds))
        // 2 / (i w T) = -i / pi.
        return (rise - delayPhasor * fall) * ComplexNumber(0, -1 / .pi)
    }

    /// Integral of the slope of a rise that takes `seconds`, times exp(-i w t).
    private static func slopeHarmonic(_ seconds: Double, of duration: Double) -> ComplexNumber {
        let x = 2 * seconds / duration
        let sincArgument = .pi * (1 - x) / 2
        let sinc = abs(sincArgument) < 1e-6 ? 1 : PlatformMath.sin(sincArgument) / sincArgument
        return .unitPhasor(-.pi * x / 2) * (.pi / 2 * sinc / (1 + x))
    }
}

extension ComplexNumber {
    /// exp(i angle); rad.
    static func unitPhasor(_ angle: Double) -> ComplexNumber {
        ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
    }
}
