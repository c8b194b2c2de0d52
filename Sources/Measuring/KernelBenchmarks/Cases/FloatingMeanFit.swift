import PhysioDSP

/// The Lomb-Scargle periodogram from its definition: at each frequency the fit of
/// a cos + b sin + c, one sine and one cosine a sample.
///
/// - SeeAlso: Zechmeister and Kuerster 2009, Astron. Astrophys. 496:577, equations 4 to 15.
struct FloatingMeanFit {
    private let times: [Double]
    /// Around their mean.
    private let values: [Double]
    private let variance: Double

    init(_ series: BenchmarkInputs.UnevenSeries) {
        times = series.times
        let mean = ExactSums.mean(series.values)
        values = series.values.map { $0 - mean }
        variance = ExactSums.mean(values.map { $0 * $0 })
    }

    /// The share of the variance that is explained, times the variance: the density for a covered
    /// time of 1 s; as a textbook computes it.
    func power(atHz frequency: Double) -> Double {
        var sums = Sums()
        for (time, value) in zip(times, values) {
            let angle = 2 * .pi * frequency * time
            let c = PlatformMath.cos(angle)
            let s = PlatformMath.sin(angle)
            sums.yCos += value * c
            sums.ySin += value * s
            sums.cos += c
            sums.sin += s
            sums.cosCos += c * c
            sums.cosSin += c * s
        }
        return sums.power(count: Double(times.count))
    }

    /// The same at k `stepHz`, with exact phases and compensated sums.
    func exactPower(_ k: Int, stepHz: Double) -> Double {
        var terms = [CompensatedSum](repeating: CompensatedSum(), count: 6)
        for (time, value) in zip(times, values) {
            let angle = ExactSums.angle(k, stepHz: stepHz, time: time)
            let c = PlatformMath.cos(angle)
            let s = PlatformMath.sin(angle)
            for (index, term) in [value * c, value * s, c, s, c * c, c * s].enumerated() {
                terms[index].add(term)
            }
        }
        let sums = terms.map(\.value)
        return Sums(
            yCos: sums[0], ySin: sums[1], cos: sums[2], sin: sums[3], cosCos: sums[4],
            cosSin: sums[5]
        ).power(count: Double(times.count))
    }

    private struct Sums {
        var yCos = 0.0
        var ySin = 0.0
        var cos = 0.0
        var sin = 0.0
        var cosCos = 0.0
        var cosSin = 0.0

        func power(count n: Double) -> Double {
            let cc = cosCos / n - (cos / n) * (cos / n)
            let ss = 1 - cosCos / n - (sin / n) * (sin / n)
            let cs = cosSin / n - (cos / n) * (sin / n)
            let yc = yCos / n
            let ys = ySin / n
            return (ss * yc * yc + cc * ys * ys - 2 * cs * yc * ys) / (cc * ss - cs * cs)
        }
    }
}
