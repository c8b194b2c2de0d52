import PhysioDSP

/// The hypotheses on a person's heart, each with its weight and its filtered unknowns.
///
/// One for each curve of the library, drift and rate, in this order; the rates fastest.
struct HypothesisBank: Sendable {
    static let lowestBreathsPerMinute = 3.9
    static let rateCount = 68
    /// A minute; relative. Three of equal weight, with a standard deviation of 0.3 %.
    static let driftsPerMinute = [-0.00367, 0, 0.00367]
    /// A drift goes on no longer than this; min.
    static let driftMinutes = 30.0

    /// What an answer does to all hypotheses.
    struct Step {
        var seconds = 0.0
        var breathsPerMinute = 0.0
        /// Share of what was learned that still counts, and of the slow changes.
        var remembered: Float = 1
        var changeKept: Float = 1
        /// Logarithm of the answer's size: offset and slow changes have a gain each.
        var size = Channel()
        /// Angle of the answer: the lag has a gain.
        var angle = Channel()
    }

    /// A measured number, its filter's gains, and how its innovations count.
    struct Channel {
        var value: Float = 0
        var gain: Float = 0
        var secondGain: Float = 0
        /// Larger innovations are cut.
        var limit: Float = 0
        /// -1 / (2 variance); 0 for a number that was not measured.
        var weight: Float = 0
    }

    let count: Int
    /// Four numbers a hypothesis, each kind together: logarithm of the weight, offset, slow change,
    /// lag.
    private var state: [Float]
    /// Logarithms of the weights of one curve's hypotheses before anything is measured.
    private let priorWeights: [Float]

    /// - Parameter lagSeconds: of every hypothesis.
    /// - Parameter prior: logarithm of the density of best rates, in breaths/min.
    init(lagSeconds: Double, prior: (Double) -> Double) {
        priorWeights = Self.driftsPerMinute.flatMap { _ in
            (0..<Self.rateCount).map { index in
                let rate = Self.rate(index)
                // The grid is even in the logarithm of the rate.
                return Float(prior(rate) + PlatformMath.log(rate))
            }
        }
        count = ResponseTables.shared.curveCount * priorWeights.count
        state = []
        state.reserveCapacity(4 * count)
        for _ in 0..<ResponseTables.shared.curveCount { state += priorWeights }
        state += [Float](repeating: 0, count: 2 * count)
        state += [Float](repeating: Float(lagSeconds), count: count)
    }

    static func rate(_ index: Int) -> Double {
        lowestBreathsPerMinute * PlatformMath.exp(Double(index) * ResponseCurve.step)
    }

    /// By how much a drift has moved the logarithm of the best rate.
    static func driftShift(_ driftPerMinute: Double, seconds: Double) -> Double {
        driftPerMinute * min(max(0, seconds / 60), driftMinutes)
    }

    /// Logarithms, up to a constant.
    var logWeights: ArraySlice<Float> { state[..<count] }

    /// Weights of all curves together, over that of the weightiest hypothesis: rate by rate, one drift
    /// after the other.
    ///
    /// - Complexity: an exponential in single precision for every hypothesis; allocates the sums.
    var weightsOverCurves: [Float] {
        let width = priorWeights.count
        let top = state[best]
        var sums = [Float](repeating: 0, count: width)
        sums.withUnsafeMutableBufferPointer { sums in
            state.withUnsafeBufferPointer { state in
                for curve in 0..<count / width {
                    for place in 0..<width {
                        sums[place] += PlatformMath.exp(state[curve * width + place] - top)
                    }
                }
            }
        }
        return sums
    }

    /// Index of the weightiest.
    var best: Int {
        var best = 0
        for index in 1..<count where state[index] > state[best] { best = index }
        return best
    }

    /// What a hypothesis expects the angle to be off by; rad; -pi ... pi.
    func angleInnovation(_ index: Int, _ step: Step) -> Double {
        let width = Self.rateCount
        let drift = index / width % Self.driftsPerMinute.count
        let place = Self.place(step, drift: Self.driftsPerMinute[drift])
        let tables = ResponseTables.shared
        let at = index / priorWeights.count * ResponseCurve.count + place.first + index % width
        let expected =
            tables.phases[at] + place.share * (tables.phases[at + 1] - tables.phases[at])
            - Self.angularRate(step) * state[3 * count + index]
        let angle = Double(step.angle.value - expected)
        return angle - ResponseCurve.wholeTurns(angle)
    }

    /// Takes an answer in.
    ///
    /// - Complexity: some 40 operations a hypothesis; allocates nothing.
    mutating func apply(_ step: Step) {
        let (count, width, curveCount) = (count, Self.rateCount, ResponseTables.shared.curveCount)
        state.withUnsafeMutableBufferPointer { state in
            priorWeights.withUnsafeBufferPointer { prior in
                for (drift, perMinute) in Self.driftsPerMinute.enumerated() {
                    let place = Self.place(step, drift: perMinute)
                    for curve in 0..<curveCount {
                        Self.apply(
                            step, state, prior,
                            first: curve * prior.count + drift * width, count: count,
                            table: curve * ResponseCurve.count + place.first, share: place.share)
                    }
                }
            }
        }
    }

    /// Takes an answer in under the hypotheses of one curve and drift.
    private static func apply(
        _ step: Step, _ state: UnsafeMutableBufferPointer<Float>,
        _ prior: UnsafeBufferPointer<Float>, first: Int, count: Int, table: Int, share: Float
    ) {
        let tables = ResponseTables.shared
        let (size, angle, w) = (step.size, step.angle, angularRate(step))
        let turn = 2 * Float.pi
        // Added and taken away, it rounds a small number: in vectors on every processor.
        let rounding: Float = 0x1.8p23
        let priorFirst = first % prior.count
        tables.logGains.withUnsafeBufferPointer { logGains in
            tables.phases.withUnsafeBufferPointer { phases in
                // Four rates at once; their number is a multiple of four.
                for index in stride(from: 0, to: rateCount, by: 4) {
                    let (at, here) = (table + index, first + index)
                    let offset = state.four(count + here)
                    let change = state.four(2 * count + here) * step.changeKept
                    let lag = state.four(3 * count + here)
                    let low = (gain: logGains.four(at), phase: phases.four(at))
                    let gain = low.gain + share * (logGains.four(at + 1) - low.gain)
                    let phase = low.phase + share * (phases.four(at + 1) - low.phase)
                    var ofSize = size.value - gain - offset - change
                    ofSize = ofSize.cut(size.limit)
                    var ofAngle = angle.value - phase + w * lag
                    ofAngle -= turn * ((ofAngle * (1 / turn) + rounding) - rounding)
                    ofAngle = ofAngle.cut(angle.limit)
                    state.put(offset + size.gain * ofSize, count + here)
                    state.put(change + size.secondGain * ofSize, 2 * count + here)
                    state.put(lag + angle.gain * ofAngle, 3 * count + here)
                    let before = prior.four(priorFirst + index)
                    let remembered = before + step.remembered * (state.four(here) - before)
                    let sized = remembered + size.weight * ofSize * ofSize
                    state.put(sized + angle.weight * ofAngle * ofAngle, here)
                }
            }
        }
    }

    /// rad/s.
    private static func angularRate(_ step: Step) -> Float {
        Float(2 * Double.pi * step.breathsPerMinute / 60)
    }

    /// Where a hypothesis of rate 0 reads its table: place, and share of the next one.
    private static func place(_ step: Step, drift: Double) -> (first: Int, share: Float) {
        let shift =
            PlatformMath.log(step.breathsPerMinute / lowestBreathsPerMinute)
            - driftShift(drift, seconds: step.seconds)
        // Tables run backwards. Rates far off the grid answer as its edge does.
        let place = Double(ResponseCurve.reach) - shift / ResponseCurve.step
        let last = Double(ResponseCurve.count - rateCount - 1)
        let inside = min(max(place, 0), last)
        let first = min(inside.rounded(.down), last - 1)
        return (Int(first), Float(inside - first))
    }
}

extension UnsafeBufferPointer<Float> {
    /// Four numbers from a place on.
    fileprivate func four(_ place: Int) -> SIMD4<Float> {
        UnsafeRawBufferPointer(self).loadUnaligned(
            fromByteOffset: 4 * place, as: SIMD4<Float>.self)
    }
}

extension UnsafeMutableBufferPointer<Float> {
    fileprivate func four(_ place: Int) -> SIMD4<Float> {
        UnsafeBufferPointer(self).four(place)
    }

    fileprivate func put(_ numbers: SIMD4<Float>, _ place: Int) {
        UnsafeMutableRawBufferPointer(self).storeBytes(
            of: numbers, toByteOffset: 4 * place, as: SIMD4<Float>.self)
    }
}

extension SIMD4<Float> {
    /// Within a limit either way.
    fileprivate func cut(_ limit: Float) -> SIMD4<Float> {
        // Comparisons become vectors; the library's minimum and maximum do not.
        let capped = replacing(with: limit, where: self .> limit)
        return capped.replacing(with: -limit, where: capped .< -limit)
    }
}

/// The curves of the library from their end to their beginning, one after the other: hypotheses of one
/// curve and neighbouring rates read neighbouring numbers.
struct ResponseTables: Sendable {
    let logGains: [Float]
    let phases: [Float]
    let curveCount: Int

    static let shared: ResponseTables = {
        let curves = ResponseCurveLibrary.curves
        return ResponseTables(
            logGains: curves.flatMap { $0.logGains.reversed() },
            phases: curves.flatMap { $0.phases.reversed() }, curveCount: curves.count)
    }()
}
