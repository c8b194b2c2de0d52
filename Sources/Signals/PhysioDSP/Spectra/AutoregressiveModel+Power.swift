extension AutoregressiveModel {
    /// The poles of the model: roots of z^p + a[1] z^(p-1) + ... + a[p].
    ///
    /// By Aberth's simultaneous iteration, to about 1e-12 for the orders in use.
    ///
    /// - Complexity: O(p^2) an iteration, some tens of them.
    public func poles() -> [ComplexNumber] {
        guard order > 0 else { return [] }
        // Start on a circle that no symmetry of the polynomial shares.
        var roots = (0..<order).map { k -> ComplexNumber in
            let angle = 2 * Double.pi * (Double(k) + 0.35) / Double(order) + 0.1
            return ComplexNumber(0.9 * PlatformMath.cos(angle), 0.9 * PlatformMath.sin(angle))
        }
        for _ in 0..<200 {
            var largest = 0.0
            for index in roots.indices {
                let step = aberthStep(index, roots)
                roots[index].real -= step.real
                roots[index].imaginary -= step.imaginary
                largest = max(largest, step.squaredMagnitude)
            }
            if largest < 1e-28 { break }
        }
        return roots
    }

    private func aberthStep(_ index: Int, _ roots: [ComplexNumber]) -> ComplexNumber {
        let z = roots[index]
        var value = ComplexNumber(1)
        var slope = ComplexNumber(0)
        for coefficient in coefficients {
            slope = slope * z + value
            value = value * z + ComplexNumber(coefficient)
        }
        guard value.squaredMagnitude > 0 else { return ComplexNumber(0) }
        // Newton's step value / slope, less the pull of the other roots.
        var repulsion = ComplexNumber(0)
        for (other, root) in roots.enumerated() where other != index {
            let distance = z - root
            if distance.squaredMagnitude > 0 { repulsion = repulsion + ComplexNumber(1) / distance }
        }
        let denominator = slope - value * repulsion
        return denominator.squaredMagnitude > 0 ? value / denominator : ComplexNumber(0)
    }

    /// The integral of the density over [`low`, `high`]; unit^2.
    ///
    /// The density has a peak at each pole's angle, as narrow as the pole is near the unit circle:
    /// the integral is taken over pieces that shrink towards the angles, eight Gauss-Legendre
    /// points each. A plotting grid would step over such a peak, or catch its tip.
    ///
    /// - Complexity: O(p^2) after the poles.
    public func power(fromHz low: Double, toHz high: Double, sampleRateHz: Double) -> Double {
        let begin = max(0, low)
        let end = min(high, sampleRateHz / 2)
        guard begin < end else { return 0 }
        var points = [begin, end]
        for pole in poles() {
            let radius = pole.squaredMagnitude.squareRoot()
            let centre = abs(PlatformMath.angle(pole)) * sampleRateHz / (2 * .pi)
            var width = max(abs(1 - radius), 1e-12) * sampleRateHz / (2 * .pi) / 4
            points.append(centre)
            while width < sampleRateHz {
                points += [centre - width, centre + width]
                width *= 2
            }
        }
        let inside = points.filter { $0 >= begin && $0 <= end }.sorted()
        return zip(inside, inside.dropFirst()).reduce(0) { sum, piece in
            sum + integral(from: piece.0, to: piece.1, sampleRateHz)
        }
    }

    /// The frequency of the highest peak in [`low`, `high`): of the poles' angles there, the one
    /// with the most density.
    ///
    /// - Returns: Hz; nil where no pole's angle lies inside.
    public func peakHz(fromHz low: Double, toHz high: Double, sampleRateHz: Double) -> Double? {
        poles().map { abs(PlatformMath.angle($0)) * sampleRateHz / (2 * .pi) }
            .filter { $0 >= low && $0 < high }
            .max {
                density(atHz: $0, sampleRateHz: sampleRateHz)
                    < density(atHz: $1, sampleRateHz: sampleRateHz)
            }
    }

    /// The density on an even grid,
    /// for drawing: powers are integrated by ``power(fromHz:toHz:sampleRateHz:)``.
    ///
    /// - Parameter stepHz: above 0.
    public func spectrum(stepHz: Double, toHz high: Double, sampleRateHz: Double) -> PowerSpectrum {
        precondition(stepHz > 0, "frequencies ascend")
        let count = Int(high / stepHz) + 1
        return PowerSpectrum(
            firstHz: 0, stepHz: stepHz,
            density: (0..<count).map {
                density(atHz: Double($0) * stepHz, sampleRateHz: sampleRateHz)
            })
    }

    private func integral(from low: Double, to high: Double, _ sampleRateHz: Double) -> Double {
        guard high > low else { return 0 }
        let half = 0.5 * (high - low)
        let middle = 0.5 * (high + low)
        return half
            * GaussLegendre.eightPoints.reduce(0) { sum, node in
                sum + node.weight
                    * (density(atHz: middle - half * node.position, sampleRateHz: sampleRateHz)
                        + density(atHz: middle + half * node.position, sampleRateHz: sampleRateHz))
            }
    }
}

/// Positive nodes and weights of the eight-point rule on -1 ... 1 (Abramowitz and Stegun, 25.4.30).
private enum GaussLegendre {
    static let eightPoints: [(position: Double, weight: Double)] = [
        (0.183434642495649805, 0.362683783378361983), (0.525532409916328986, 0.313706645877887287),
        (0.796666477413626740, 0.222381034453374471), (0.960289856497536232, 0.101228536290376259),
    ]
}
