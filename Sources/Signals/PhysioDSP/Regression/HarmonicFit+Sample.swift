extension HarmonicFit {
    /// One sample of a rhythm of known phase.
    ///
    /// It keeps the sine and the cosine of its phase, so that a stream whose window moves on computes
    /// them once for each sample.
    package struct Sample: Sendable, Equatable {
        /// Time of the sample; s.
        package let time: Double
        /// The value, in some unit.
        package let value: Double
        /// The phase as a point of the unit circle, exp(2 pi i phase).
        package var phasor: ComplexNumber

        package init(time: Double, value: Double, phasor: ComplexNumber) {
            self.time = time
            self.value = value
            self.phasor = phasor
        }

        /// A sample at a phase.
        ///
        /// - Parameter phase: phase in cycles; only its fraction counts.
        package init(time: Double, value: Double, phase: Double) {
            self.init(time: time, value: value, phasor: HarmonicFit.phasor(atPhase: phase))
        }
    }

    /// The point exp(2 pi i phase) of the unit circle; NaN for a phase that is not finite.
    ///
    /// - Parameter phase: phase in cycles; only its fraction counts.
    package static func phasor(atPhase phase: Double) -> ComplexNumber {
        let angle = 2 * Double.pi * (phase - phase.rounded(.down))
        return ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
    }
}
