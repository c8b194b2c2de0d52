import Foundation
import PhysioTypes

/// A second implementation of the metrics, written from their definitions with no regard to speed
/// and nothing in common with the package but the names.
struct ReferenceMetrics {
    let x: [Double]
    let ends: [Double]
    let follows: [Bool]
    let start: Double

    init(_ nn: NNSeries) {
        x = nn.intervalsMs
        ends = nn.endTimesSeconds
        follows = nn.isAdjacentToPrevious
        start = nn.startSeconds
    }

    private func mean(_ v: [Double]) -> Double {
        var sum = 0.0
        for value in v { sum += value }
        return sum / Double(v.count)
    }

    private func sd(_ v: [Double]) -> Double {
        let m = mean(v)
        var sum = 0.0
        for value in v { sum += pow(value - m, 2) }
        return sqrt(sum / Double(v.count - 1))
    }

    private var d: [Double] {
        var result: [Double] = []
        for i in 1..<x.count where follows[i] { result.append(x[i] - x[i - 1]) }
        return result
    }

    /// The value below which a share q of the sorted numbers lies, by counting.
    private func quantile(_ q: Double, _ v: [Double]) -> Double {
        let s = v.sorted()
        let h = q * Double(s.count - 1)
        let lower = s[Int(floor(h))]
        let upper = s[Int(ceil(h))]
        return lower + (h - floor(h)) * (upper - lower)
    }

    private func segments(_ seconds: Double) -> [[Double]] {
        var groups: [Int: [Double]] = [:]
        for i in x.indices {
            groups[Int(floor((ends[i] - start) / seconds)), default: []].append(x[i])
        }
        return groups.keys.sorted().compactMap { key in
            let values = groups[key] ?? []
            let total = values.reduce(0, +) / 1000
            return total >= 0.5 * seconds && values.count >= 2 ? values : nil
        }
    }

    /// Every foot on either side tried against every other, over the whole histogram at once.
    private var tinn: Double {
        let w = 7.8125
        let first = Int((x.min() ?? .nan) / w)
        let last = Int((x.max() ?? .nan) / w)
        var counts = [Double](repeating: 0, count: last - first + 1)
        for value in x { counts[Int(floor(value / w)) - first] += 1 }
        let top = (counts.max() ?? .nan)
        let peak = (counts.firstIndex(of: top) ?? 0)
        var best = (error: Double.infinity, width: 0)
        for n in (-1...peak).reversed() {
            for m in peak...counts.count {
                var error = 0.0
                for k in counts.indices {
                    var height = 0.0
                    if k == peak {
                        height = top
                    } else if k < peak, k > n {
                        height = top * Double(k - n) / Double(peak - n)
                    } else if k > peak, k < m {
                        height = top * Double(m - k) / Double(m - peak)
                    }
                    error += pow(counts[k] - height, 2)
                }
                if error < best.error - 1e-9 { best = (error, m - n) }
            }
        }
        return Double(best.width) * w
    }

    var all: [String: Double] {
        let d = self.d
        let pairs = (1..<x.count).filter { follows[$0] }.map { (x[$0 - 1], x[$0]) }
        let median = quantile(0.5, x)
        let mad = 1.4826 * quantile(0.5, x.map { abs($0 - median) })
        let rmssd = sqrt(mean(d.map { $0 * $0 }))
        let rates = x.map { 60_000 / $0 }
        // SD1 and SD2 as deviations of the rotated points from their own mean.
        let sd1 = sd(pairs.map { ($0.1 - $0.0) / sqrt(2) })
        let sd2 = sd(pairs.map { ($0.1 + $0.0) / sqrt(2) })
        var bins: [Int: Int] = [:]
        for value in x { bins[Int(floor(value / 7.8125)), default: 0] += 1 }
        var result: [String: Double] = [
            "HRV_MeanNN": mean(x), "HRV_SDNN": sd(x), "HRV_RMSSD": rmssd, "HRV_SDSD": sd(d),
            "HRV_CVNN": sd(x) / mean(x), "HRV_CVSD": rmssd / mean(x), "HRV_MedianNN": median,
            "HRV_MadNN": mad, "HRV_MCVNN": mad / median,
            "HRV_IQRNN": quantile(0.75, x) - quantile(0.25, x), "HRV_SDRMSSD": sd(x) / rmssd,
            "HRV_Prc20NN": quantile(0.2, x), "HRV_Prc80NN": quantile(0.8, x),
            "HRV_NN50": Double(d.filter { abs($0) > 50 }.count),
            "HRV_NN20": Double(d.filter { abs($0) > 20 }.count),
            "HRV_pNN50": 100 * Double(d.filter { abs($0) > 50 }.count) / Double(d.count),
            "HRV_pNN20": 100 * Double(d.filter { abs($0) > 20 }.count) / Double(d.count),
            "HRV_MinNN": (x.min() ?? .nan), "HRV_MaxNN": (x.max() ?? .nan),
            "HRV_RangeNN": (x.max() ?? .nan) - (x.min() ?? .nan),
            "HRV_MeanHR": mean(rates), "HRV_SDHR": sd(rates), "HRV_MinHR": (rates.min() ?? .nan),
            "HRV_MaxHR": (rates.max() ?? .nan), "HRV_SD1": sd1, "HRV_SD2": sd2,
            "HRV_SD1SD2": sd1 / sd2,
            "HRV_S": Double.pi * sd1 * sd2, "HRV_CSI": (4 * sd2) / (4 * sd1),
            "HRV_CVI": log10((4 * sd1) * (4 * sd2)),
            "HRV_CSI_Modified": pow(4 * sd2, 2) / (4 * sd1),
            "HRV_HTI": Double(x.count) / Double((bins.values.max() ?? 0)), "HRV_TINN": tinn,
        ]
        for minutes in [1, 2, 5] {
            let groups = segments(Double(minutes) * 60)
            guard groups.count >= 2 else { continue }
            result["HRV_SDANN\(minutes)"] = sd(groups.map(mean))
            result["HRV_SDNNI\(minutes)"] = mean(groups.map(sd))
        }
        return result
    }
}
