/// The design of sections from Butterworth's circle of poles, by the bilinear transform.
struct ButterworthDesign {
    private let band: SectionCascade.Band
    private let order: Int
    private let sampleRateHz: Double

    init(_ band: SectionCascade.Band, order: Int, sampleRateHz: Double) {
        let edges: [Double]
        switch band {
        case .lowPass(let edge), .highPass(let edge): edges = [edge]
        case .bandPass(let low, let high): edges = [low, high]
        }
        precondition(
            edges.allSatisfy { $0 > 0 && $0 < sampleRateHz / 2 } && edges == edges.sorted()
                && Set(edges).count == edges.count,
            "edges lie between 0 and half the rate, the lower first")
        self.band = band
        self.order = order
        self.sampleRateHz = sampleRateHz
    }

    func cascade() -> SectionCascade {
        let poles = analogPoles().map(bilinearTransform)
        var sections = pairedPoles(poles).map(section)
        // Gain 1 where the band lies.
        let gain = SectionCascade(sections: sections)
            .response(atHz: centreHz, sampleRateHz: sampleRateHz).squaredMagnitude.squareRoot()
        if let first = sections.first {
            sections[0] = SectionCascade.Section(
                b0: first.b0 / gain, b1: first.b1 / gain, b2: first.b2 / gain, a1: first.a1,
                a2: first.a2)
        }
        return SectionCascade(sections: sections)
    }

    /// The analogue frequency that the bilinear transform turns into this one; in units of twice
    /// the rate.
    private func warpedFrequency(_ hz: Double) -> Double {
        let half = Double.pi * hz / sampleRateHz
        return PlatformMath.sin(half) / PlatformMath.cos(half)
    }

    private var centreHz: Double {
        switch band {
        case .lowPass: 0
        case .highPass: sampleRateHz / 2
        case .bandPass(let low, let high):
            // Where the analogue prototype has its centre: the geometric mean of warped edges.
            PlatformMath.angle(
                ComplexNumber(1, (warpedFrequency(low) * warpedFrequency(high)).squareRoot()))
                * sampleRateHz / .pi
        }
    }

    private func analogPoles() -> [ComplexNumber] {
        let unitPoles = (0..<order).map { k -> ComplexNumber in
            let angle = Double.pi * (2 * Double(k) + Double(order) + 1) / (2 * Double(order))
            return ComplexNumber(PlatformMath.cos(angle), PlatformMath.sin(angle))
        }
        switch band {
        case .lowPass(let edge):
            return unitPoles.map { $0 * warpedFrequency(edge) }
        case .highPass(let edge):
            return unitPoles.map { ComplexNumber(warpedFrequency(edge)) / $0 }
        case .bandPass(let low, let high):
            let width = warpedFrequency(high) - warpedFrequency(low)
            let square = warpedFrequency(low) * warpedFrequency(high)
            // s^2 - p width s + w0^2 = 0.
            return unitPoles.flatMap { pole -> [ComplexNumber] in
                let half = pole * (0.5 * width)
                let root = squareRoot(half * half - ComplexNumber(square))
                return [half + root, half - root]
            }
        }
    }

    private func squareRoot(_ z: ComplexNumber) -> ComplexNumber {
        let radius = z.squaredMagnitude.squareRoot().squareRoot()
        let angle = PlatformMath.angle(z) / 2
        return ComplexNumber(radius * PlatformMath.cos(angle), radius * PlatformMath.sin(angle))
    }

    private func bilinearTransform(_ s: ComplexNumber) -> ComplexNumber {
        (ComplexNumber(1) + s) / (ComplexNumber(1) - s)
    }

    /// Conjugate pairs, and what is real by twos; a single real pole stands alone.
    private func pairedPoles(_ poles: [ComplexNumber]) -> [(ComplexNumber, ComplexNumber?)] {
        let upper = poles.filter { $0.imaginary > 1e-12 }
        var pairs: [(ComplexNumber, ComplexNumber?)] = upper.map {
            ($0, ComplexNumber($0.real, -$0.imaginary))
        }
        let real = poles.filter { abs($0.imaginary) <= 1e-12 }.sorted { $0.real < $1.real }
        for index in stride(from: 0, to: real.count, by: 2) {
            pairs.append((real[index], index + 1 < real.count ? real[index + 1] : nil))
        }
        return pairs
    }

    private func section(_ pair: (ComplexNumber, ComplexNumber?)) -> SectionCascade.Section {
        let zero: Double
        switch band {
        case .lowPass: zero = -1
        case .highPass: zero = 1
        case .bandPass: zero = 0
        }
        guard let other = pair.1 else {
            return SectionCascade.Section(b0: 1, b1: -zero, b2: 0, a1: -pair.0.real, a2: 0)
        }
        let a1 = -(pair.0.real + other.real)
        let a2 = (pair.0 * other).real
        // A band-pass section has one zero at frequency 0 and one at half the rate.
        return zero == 0
            ? SectionCascade.Section(b0: 1, b1: 0, b2: -1, a1: a1, a2: a2)
            : SectionCascade.Section(b0: 1, b1: -2 * zero, b2: 1, a1: a1, a2: a2)
    }
}
