@_spi(Studies) import BeatDetection
import PhysioDSP

/// The data from which a fit learns: the measures of candidates, whether they are beats, and the
/// weight of each one.
struct TrainingRows {
    let measureCount: Int
    private var measures: [Double] = []
    private var isBeat: [Bool] = []
    private var weights: [Double] = []

    init(measureCount: Int) { self.measureCount = measureCount }

    var count: Int { weights.count }
    var weightSum: Double { weights.reduce(0, +) }

    mutating func add(_ x: ArraySlice<Double>, isBeat: Bool, weight: Double) {
        measures.append(contentsOf: x)
        self.isBeat.append(isBeat)
        weights.append(weight)
    }

    mutating func add(_ other: TrainingRows) {
        measures += other.measures
        isBeat += other.isBeat
        weights += other.weights
    }

    func forEach(_ body: (UnsafePointer<Double>, Bool, Double) -> Void) {
        measures.withUnsafeBufferPointer { measures in
            guard let start = measures.baseAddress else { return }
            for row in weights.indices {
                body(start + row * measureCount, isBeat[row], weights[row])
            }
        }
    }

    // MARK: Candidates

    /// The logarithm of the odds (exp 4) beyond which a correct candidate is sure; one of ten sure
    /// candidates represents all.
    private static let sureLogOdds = 4.0
    private static let sureShare = 10

    /// The candidates of one signal. Those within 0.3 s of segments without beats of the reference,
    /// and in them, are left out.
    mutating func add(_ trace: TrainingTrace, reference: BeatMarks, weight: Double) {
        let isBeat = Self.labels(trace.candidates, reference)
        let margin = 0.3 * reference.sampleRateHz
        for (index, candidate) in trace.candidates.enumerated() {
            let isSure =
                abs(candidate.logOdds) >= Self.sureLogOdds
                && (candidate.logOdds > 0) == isBeat[index]
            guard !isSure || index % Self.sureShare == 0,
                !reference.flutterRanges.contains(where: {
                    $0.lowerBound - margin <= candidate.sample
                        && candidate.sample <= $0.upperBound + margin
                })
            else { continue }
            add(
                trace.measures[(index * measureCount)..<((index + 1) * measureCount)],
                isBeat: isBeat[index], weight: isSure ? Double(Self.sureShare) * weight : weight)
        }
    }

    /// Returns the labels: one of the candidates within 0.13 s of an annotated beat is the beat,
    /// the largest, a size counting for half as much 35 ms further off. (In wide beats there are
    /// several, and the annotation may be on any of their waves.) If two candidates are at the
    /// sample of the beat, both are.
    static func labels(
        _ candidates: [TrainingTrace.Candidate], _ reference: BeatMarks
    ) -> [Bool] {
        let reach = 0.13 * reference.sampleRateHz
        let half = 0.035 * reference.sampleRateHz
        let order = candidates.indices.sorted { candidates[$0].sample < candidates[$1].sample }
        var labels = [Bool](repeating: false, count: candidates.count)
        var first = 0
        for beat in reference.beats {
            while first < order.count, candidates[order[first]].sample < beat.position - reach {
                first += 1
            }
            let near = order[first...].prefix {
                candidates[$0].sample <= beat.position + reach
            }
            func merit(_ index: Int) -> Double {
                let halvings = abs(candidates[index].sample - beat.position) / half
                return candidates[index].size * exp2(-halvings)
            }
            guard let best = near.max(by: { merit($0) < merit($1) }) else { continue }
            for index in near where candidates[index].sample == candidates[best].sample {
                labels[index] = true
            }
        }
        return labels
    }

    private static func exp2(_ x: Double) -> Double { PlatformMath.exp(x * PlatformMath.log(2)) }
}
