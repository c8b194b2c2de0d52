import PhysioDSP

/// Sums of products with sines and cosines, formed slowly and as exactly as doubles allow: what
/// the answers of all variants are compared to.
enum ExactSums {
    /// X = sum over j of x[j] exp(-2 pi i k j / n), the phase reduced in integers.
    ///
    /// - Parameter samples: any count; n may differ from it.
    static func bin(_ k: Int, of samples: some Sequence<Double>, length n: Int) -> ComplexNumber {
        var real = CompensatedSum()
        var imaginary = CompensatedSum()
        var phase = 0
        for value in samples {
            let angle = 2 * .pi * (Double(phase) / Double(n))
            real.add(value * PlatformMath.cos(angle))
            imaginary.add(-value * PlatformMath.sin(angle))
            phase = (phase + k) % n
        }
        return ComplexNumber(real.value, imaginary.value)
    }

    /// The angle 2 pi k step t, whole turns dropped; right to an ulp or two even where k step t is
    /// many thousand turns.
    ///
    /// step t and k (step t) are split into a rounded product and its error, both exact.
    static func angle(_ k: Int, stepHz: Double, time: Double) -> Double {
        let product = stepHz * time
        let productError = (-product).addingProduct(stepHz, time)
        let factor = Double(k)
        let turns = factor * product
        let turnsError = (-turns).addingProduct(factor, product)
        let fraction = turns - turns.rounded()
        return 2 * .pi * (fraction + (turnsError + factor * productError))
    }

    static func mean(_ values: some Collection<Double>) -> Double {
        var sum = CompensatedSum()
        for value in values { sum.add(value) }
        return sum.value / Double(values.count)
    }
}

/// A sum that carries along what its additions round off.
///
/// - SeeAlso: Neumaier 1974, Z. angew. Math. Mech. 54:39.
struct CompensatedSum {
    private var sum = 0.0
    private var compensation = 0.0

    mutating func add(_ term: Double) {
        let next = sum + term
        compensation += abs(sum) >= abs(term) ? (sum - next) + term : (term - next) + sum
        sum = next
    }

    var value: Double { sum + compensation }
}
