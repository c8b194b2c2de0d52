import Foundation
import PhysioTypes
import TestSupport

/// The entropies once more, word for word from their definitions, all pairs one by one.
struct ReferenceEntropy {
    let x: [Double]
    let runs: [Range<Int>]
    let r: Double

    init(_ nn: NNSeries) {
        x = nn.intervalsMs
        runs = nn.contiguousRanges
        let mean = x.reduce(0, +) / Double(x.count)
        let squares = x.map { pow($0 - mean, 2) }.reduce(0, +)
        r = 0.2 * (squares / Double(x.count - 1)).squareRoot()
    }

    private init(_ x: [Double], _ runs: [Range<Int>], _ r: Double) {
        self.x = x
        self.runs = runs
        self.r = r
    }

    func starts(_ length: Int) -> [Int] {
        runs.flatMap { run in run.filter { $0 + length <= run.upperBound } }
    }

    func distance(_ s: Int, _ t: Int, _ length: Int) -> Double {
        (0..<length).map { abs(x[s + $0] - x[t + $0]) }.max() ?? 0
    }

    /// B and A.
    func matches(_ m: Int) -> (shorter: Int, longer: Int) {
        var counts = (shorter: 0, longer: 0)
        let starts = starts(m + 1)
        for (index, s) in starts.enumerated() {
            for t in starts[(index + 1)...] {
                if distance(s, t, m) <= r { counts.shorter += 1 }
                if distance(s, t, m + 1) <= r { counts.longer += 1 }
            }
        }
        return counts
    }

    func sampleEntropy(_ m: Int) -> Double {
        let counts = matches(m)
        return -log(Double(counts.longer) / Double(counts.shorter))
    }

    func approximateEntropy(_ m: Int) -> Double { phi(m) - phi(m + 1) }

    private func phi(_ length: Int) -> Double {
        let starts = starts(length)
        let logs = starts.map { s in
            log(Double(starts.count { distance(s, $0, length) <= r }) / Double(starts.count))
        }
        return logs.reduce(0, +) / Double(starts.count)
    }

    /// The boxes of `scale` from the `offset`-th value of each run, r unchanged.
    func coarse(_ scale: Int, _ offset: Int) -> ReferenceEntropy {
        var means: [Double] = []
        var coarseRuns: [Range<Int>] = []
        for run in runs {
            let boxes = max(0, (run.count - offset) / scale)
            coarseRuns.append(means.count..<(means.count + boxes))
            for box in 0..<boxes {
                let begin = run.lowerBound + offset + box * scale
                means.append(x[begin..<(begin + scale)].reduce(0, +) / Double(scale))
            }
        }
        return ReferenceEntropy(means, coarseRuns, r)
    }

    func fuzzyEntropy(_ m: Int) -> Double { log(membership(m, m) / membership(m + 1, m)) }

    /// Mean of exp(-(d / r)^2) over the pairs of templates, each less its mean; as many templates
    /// of m values as of m + 1.
    private func membership(_ length: Int, _ m: Int) -> Double {
        let templates = starts(m + 1).map { s in
            let values = x[s..<(s + length)]
            let mean = values.reduce(0, +) / Double(length)
            return values.map { $0 - mean }
        }
        var sum = 0.0
        var pairs = 0
        for (index, a) in templates.enumerated() {
            for b in templates[(index + 1)...] {
                let distance = zip(a, b).map { abs($0 - $1) }.max() ?? 0
                sum += exp(-pow(distance / r, 2))
                pairs += 1
            }
        }
        return sum / Double(pairs)
    }
}

/// Series the entropies are tried on.
enum EntropySeries {
    /// Beats with a slow wander, breathing and noise; whole milliseconds.
    static func heart(_ count: Int, seed: UInt64, gaps: Set<Int> = []) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        var slow = 0.0
        let intervals = (0..<count).map { index in
            slow = 0.98 * slow + 8 * generator.gaussian()
            return (850 + slow + 30 * sin(1.5 * Double(index)) + 10 * generator.gaussian())
                .rounded()
        }
        let plain = NNSeries(intervalsMs: intervals)
        return NNSeries(
            intervalsMs: intervals, endTimesSeconds: plain.endTimesSeconds,
            isAdjacentToPrevious: intervals.indices.map { $0 > 0 && !gaps.contains($0) },
            startSeconds: 0, endSeconds: plain.endSeconds)
    }

    /// Truly normal numbers, by Box and Muller's method.
    static func normal(_ count: Int, seed: UInt64) -> NNSeries {
        var generator = SplitMix64(seed: seed)
        return NNSeries(
            intervalsMs: (0..<count).map { _ in
                let radius = (-2 * log(generator.uniform(in: 1e-300...1))).squareRoot()
                return 1000 + 50 * radius * cos(2 * .pi * generator.uniform(in: 0...1))
            })
    }
}
