import PhysioTypes
import TestSupport

/// Series that the tests of several metrics share.
enum TestSeries {
    static let kinds = ["white", "wandering", "gaps", "whole ms", "two values", "alternating"]
    /// Relative, of sums of a few thousand terms.
    static let tolerance = 1e-9

    static func ofKind(_ kind: String, seed: UInt64, count: Int) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        var rr = RRSeries()
        var time = 3.25
        var level = 900.0
        for index in 0..<count {
            level += kind == "wandering" ? 6 * generator.gaussian() : 0
            var interval = min(max(level + 40 * generator.gaussian(), 300), 2500)
            switch kind {
            case "whole ms": interval = 900 + ((interval - 900) / 12).rounded()
            case "two values": interval = interval < 900 ? 850 : 880
            case "alternating": interval = (index.isMultiple(of: 2) ? 860 : 890) + interval / 90
            default: break
            }
            let isGap = kind == "gaps" && generator.next().isMultiple(of: 13)
            if isGap { time += generator.uniform(in: 2...20) }
            time += interval / 1000
            let isEctopic = kind == "gaps" && index % 29 == 17
            let marks: RRSeries.Marks = isGap ? .afterGap : isEctopic ? .notNormal : []
            rr.append(intervalMs: interval, endSeconds: time, marks: marks)
        }
        return NNSeries(rr)
    }

    static func white(seed: UInt64, count: Int) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        return NNSeries(intervalsMs: (0..<count).map { _ in 900 + 40 * generator.gaussian() })
    }

    static func constant(count: Int, intervalMs: Double = 800.1) -> NNSeries {
        NNSeries(intervalsMs: [Double](repeating: intervalMs, count: count))
    }

    static func ramp(count: Int, stepMs: Double) -> NNSeries {
        NNSeries(intervalsMs: (0..<count).map { 800 + stepMs * Double($0) })
    }

    static func alternating(count: Int) -> NNSeries {
        NNSeries(intervalsMs: (0..<count).map { $0.isMultiple(of: 2) ? 800 : 830 })
    }

    /// 200 whole numbers that any language makes alike; in Python:
    /// `i = np.arange(200); x = 820 + (i*i*7 + i*13) % 97 - 3 * ((i*5) % 11)`.
    static let formula: [Double] = (0..<200).map { (i: Int) -> Double in
        let first = (i * i * 7 + i * 13) % 97
        let second = (i * 5) % 11
        return Double(820 + first - 3 * second)
    }

    /// Segments joined with gaps between them.
    static func joined(_ segments: [[Double]]) -> NNSeries {
        var rr = RRSeries()
        var time = 0.0
        for segment in segments {
            for (index, interval) in segment.enumerated() {
                time += interval / 1000
                rr.append(
                    intervalMs: interval, endSeconds: time, marks: index == 0 ? .afterGap : [])
            }
            time += 7
        }
        return NNSeries(rr)
    }

    /// Both missing, or both present and within the relative tolerance.
    static func agree(_ value: Double?, _ expected: Double?) -> Bool {
        guard let value, let expected else { return value == nil && expected == nil }
        return relativeError(value, expected) <= tolerance
    }
}
