/// A linear filter as a cascade of second-order sections.
///
/// Each section is y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2], run in the
/// transposed direct form II. Sections keep their poles separate, so that narrow bands at low
/// frequencies stay accurate where one polynomial would not.
///
/// ```swift
/// let filter = SectionCascade.butterworth(.bandPass(lowHz: 0.04, highHz: 0.15), order: 2,
///     sampleRateHz: 4)
/// let still = filter.zeroPhaseFiltered(samples)  // no delay, magnitude squared
/// ```
///
/// - SeeAlso: Butterworth 1930; Oppenheim and Schafer 2010, Discrete-Time Signal Processing,
///   chapters 6 and 7; Gustafsson 1996, IEEE Trans. Signal Process. 44:988 (initial states).
public struct SectionCascade: Sendable, Equatable {
    public struct Section: Sendable, Equatable {
        public var b0: Double
        public var b1: Double
        public var b2: Double
        public var a1: Double
        public var a2: Double

        public init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
            self.b0 = b0
            self.b1 = b1
            self.b2 = b2
            self.a1 = a1
            self.a2 = a2
        }
    }

    /// The band that passes.
    public enum Band: Sendable, Equatable {
        case lowPass(Double)
        case highPass(Double)
        case bandPass(lowHz: Double, highHz: Double)
    }

    public let sections: [Section]

    /// Samples by which a section extends both ends before it runs without phase: enough for the
    /// poles of common bands to forget them.
    private static let paddingPerSection = 18

    public init(sections: [Section]) {
        self.sections = sections
    }

    /// Butterworth's filter: as flat as its order allows, half the power at the edges.
    ///
    /// - Parameter order: of the low-pass it is made from; 1 ... 12; a band-pass has twice as many
    ///   poles.
    /// - Precondition: edges lie between 0 and half the rate, the lower below the upper.
    public static func butterworth(
        _ band: Band, order: Int, sampleRateHz: Double
    ) -> SectionCascade {
        precondition((1...12).contains(order), "an order is 1 to 12")
        return ButterworthDesign(band, order: order, sampleRateHz: sampleRateHz).cascade()
    }

    /// A notch: nothing at `frequencyHz`, half the power `frequencyHz` / (2 `quality`) to either
    /// side.
    ///
    /// - Precondition: the frequency lies between 0 and half the rate; `quality` > 0.
    public static func notch(
        frequencyHz: Double, quality: Double, sampleRateHz: Double
    ) -> SectionCascade {
        precondition(
            frequencyHz > 0 && frequencyHz < sampleRateHz / 2 && quality > 0,
            "a notch lies between 0 and half the rate and has a quality above 0")
        let angle = 2 * Double.pi * frequencyHz / sampleRateHz
        // Half the power where the tangent of half the bandwidth says so.
        let half = 0.5 * angle / quality
        let width = PlatformMath.sin(half) / PlatformMath.cos(half)
        let gain = 1 / (1 + width)
        let middle = -2 * PlatformMath.cos(angle) * gain
        return SectionCascade(sections: [
            Section(b0: gain, b1: middle, b2: gain, a1: middle, a2: 2 * gain - 1)
        ])
    }

    /// The gain at a frequency, magnitude and phase.
    public func response(atHz frequency: Double, sampleRateHz: Double) -> ComplexNumber {
        let angle = 2 * Double.pi * frequency / sampleRateHz
        let z1 = ComplexNumber(PlatformMath.cos(angle), -PlatformMath.sin(angle))
        let z2 = z1 * z1
        return sections.reduce(ComplexNumber(1)) { product, section in
            let numerator = ComplexNumber(section.b0) + z1 * section.b1 + z2 * section.b2
            let denominator = ComplexNumber(1) + z1 * section.a1 + z2 * section.a2
            return product * numerator / denominator
        }
    }

    /// The memory of the filter between calls: two numbers a section.
    public struct State: Sendable, Equatable {
        fileprivate var values: [Double]
    }

    /// The state before the first sample: silence, or a constant input of `level` since ever.
    public func state(settledAt level: Double = 0) -> State {
        var values: [Double] = []
        var input = level
        for section in sections {
            // The constant output of a constant input is the gain at frequency 0 times it.
            let output =
                input * (section.b0 + section.b1 + section.b2) / (1 + section.a1 + section.a2)
            let second = section.b2 * input - section.a2 * output
            values += [section.b1 * input - section.a1 * output + second, second]
            input = output
        }
        return State(values: values)
    }

    /// The next samples through the filter; causal, delayed as its phase says.
    ///
    /// - Complexity: O(n sections).
    public func filtered(_ samples: [Double], state: inout State) -> [Double] {
        var output = samples
        for (index, section) in sections.enumerated() {
            var first = state.values[2 * index]
            var second = state.values[2 * index + 1]
            for n in output.indices {
                let input = output[n]
                let result = section.b0 * input + first
                first = section.b1 * input - section.a1 * result + second
                second = section.b2 * input - section.a2 * result
                output[n] = result
            }
            state.values[2 * index] = first
            state.values[2 * index + 1] = second
        }
        return output
    }

    /// The series filtered forwards and backwards: no delay, the gain squared.
    ///
    /// The ends are extended by point reflection over `padding` samples (at most all but one), and
    /// each pass begins in the state that the first sample would have settled to.
    ///
    /// - Complexity: O(n sections).
    public func zeroPhaseFiltered(_ samples: [Double], padding: Int? = nil) -> [Double] {
        guard samples.count > 1, let first = samples.first, let last = samples.last else {
            return samples
        }
        let padCount = min(padding ?? Self.paddingPerSection * sections.count, samples.count - 1)
        let head = (1..<max(1, padCount + 1)).reversed().map { 2 * first - samples[$0] }
        let tail = (1..<max(1, padCount + 1)).map { 2 * last - samples[samples.count - 1 - $0] }
        var series = head + samples + tail
        for _ in 0..<2 {
            var state = state(settledAt: series[0])
            series = filtered(series, state: &state).reversed()
        }
        return Array(series[head.count..<head.count + samples.count])
    }
}
