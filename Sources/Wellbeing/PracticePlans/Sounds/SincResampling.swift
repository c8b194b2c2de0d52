import PhysioDSP

/// An evenly sampled sound at another even rate, by a sinc under a Kaiser window.
///
/// Frequencies up to .84 of half the lower rate keep their size within a thousandth; those from half
/// the lower rate on are taken down by 80 dB. Outside its ends the sound counts as silence.
///
/// - SeeAlso: Kaiser 1974, ISCAS (the window and its length); Smith and Gossett 1984, ICASSP (the
///   kernel as a table between whose entries one interpolates).
enum SincResampling {
    /// Zeros of the sinc on either side.
    static let zeroCrossingCount = 32
    /// Middle of the slope as a share of half the lower rate: the slope, whose width is
    /// 72 / (2.285 * 2 * 32) rad = .157 of half the rate, then ends at half the rate.
    static let cutoffShare = 0.92
    /// Kaiser's parameter for 80 dB: 0.1102 (80 - 8.7).
    static let kaiserBeta = 7.857
    /// Entries between two zeros; interpolation between them errs by (pi / 512)^2 / 8 = 5e-6.
    static let entriesPerCrossing = 512

    /// sinc(x) times the window, at x = 0, 1/512 ... 32, and once more 0.
    private static let table: [Double] = {
        let count = zeroCrossingCount * entriesPerCrossing
        let peakWindow = bessel(kaiserBeta)
        return (0...count).map { index in
            let x = Double(index) / Double(entriesPerCrossing)
            let share = x / Double(zeroCrossingCount)
            let window = bessel(kaiserBeta * (1 - share * share).squareRoot()) / peakWindow
            return (x == 0 ? 1 : PlatformMath.sin(Double.pi * x) / (Double.pi * x)) * window
        } + [0]
    }()

    /// The sound at times 0, 1 / `toHz` ... before its end.
    ///
    /// - Parameter fromHz: above 0; Hz. - Parameter toHz: above 0; Hz.
    /// - Complexity: O(results * 64 * max(1, `fromHz` / `toHz`)).
    static func resample(_ values: [Float], fromHz: Int, toHz: Int) -> [Float] {
        let share = cutoffShare * min(1, Double(toHz) / Double(fromHz))
        let halfWidth = Int(Double(zeroCrossingCount) / share) + 1
        let count = (values.count * toHz + fromHz - 1) / fromHz
        return (0..<count).map { index in
            let (whole, rest) = (index * fromHz).quotientAndRemainder(dividingBy: toHz)
            let position = Double(rest) / Double(toHz)
            let first = max(0, whole - halfWidth)
            let last = min(values.count - 1, whole + halfWidth)
            var sum = 0.0
            if first <= last {
                for k in first...last {
                    sum += Double(values[k]) * kernel(abs(Double(k - whole) - position) * share)
                }
            }
            return Float(share * sum)
        }
    }

    /// - Parameter x: distance in zeros of the sinc, at least 0.
    private static func kernel(_ x: Double) -> Double {
        guard x < Double(zeroCrossingCount) else { return 0 }
        let position = x * Double(entriesPerCrossing)
        let index = Int(position)
        let left = table[index]
        return left + (position - Double(index)) * (table[index + 1] - left)
    }

    /// The modified Bessel function I0 by its series; 0 <= x <= 10.
    private static func bessel(_ x: Double) -> Double {
        var term = 1.0
        var sum = 1.0
        for k in 1...40 {
            term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
            sum += term
        }
        return sum
    }
}
