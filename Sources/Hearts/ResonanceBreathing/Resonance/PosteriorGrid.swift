import PhysioDSP

/// The hypotheses on a person's heart, each with its weight and its filtered unknowns.
///
/// One for each curve of the library, drift and rate, in this order; the rates fastest.
struct PosteriorGrid: Sendable {
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
        var changeDecay: Float = 1
        /// Logarithm of the answer's size: offset and slow changes have a gain each.
        var size = Channel()
        /// Angle of the answer: lag and offset of the angle have a gain each.
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
    /// Five numbers a hypothesis, each kind together: logarithm of the weight, offset, slow change,
    /// lag, offset of the angle.
    private var state: [Float]
    /// Logarithms of the weights of one curve's hypotheses before anything is measured.
    private let priorWeights: [Float]

    /// - Parameter lagSeconds: of every hypothesis.
    /// - Parameter angleOffset: of every hypothesis; rad.
    /// - Parameter prior: logarithm of the density of best rates, in breaths/min.
    init(lagSeconds: Double, angleOffset: Double, prior: (Double) -> Double) {
        priorWeights = Self.driftsPerMinute.flatMap { _ in
            (0..<Self.rateCount).map { index in
                let rate = Self.rate(index)
                // The grid is even in the logarithm of the rate.
                return Float(prior(rate) + PlatformMath.log(rate))
            }
        }
        count = ResponseTables.shared.curveCount * priorWeights.count
        state = []
        state.reserveCapacity(5 * count)
        for _ in 0..<ResponseTables.shared.curveCount { state += priorWeights }
        state += [Float](repeating: 0, count: 2 * count)
        state += [Float](repeating: Float(lagSeconds), count: count)
        state += [Float](repeating: Float(angleOffset), count: count)
    }

    static func rate(_ index: Int) -> Double {
        lowestBreathsPerMinute * PlatformMath.exp(Double(index) * ResponseCurve.step)
    }

    /// By how much a drift has moved the logarithm of the best rate.
    static func driftShift(_ driftPerMinute: Double, seconds: Double) -> Double {
        driftPerMinute * min(max(0, seconds / 60), driftMinutes)
    }

    /// Logarithm of the weight of a hypothesis, up to a constant.
    func logWeight(_ index: Int) -> Float { state[index] }

    /// Lag of a hypothesis, by the wide distribution; s.
    func lagSeconds(_ index: Int) -> Double { Double(state[3 * count + index]) }

    /// Logarithm of the evidence for a stated latency, as a polynomial of a hypothesis' lag.
    struct Tilt {
        var constant = 0.0
        var linear = 0.0
        var square = 0.0
        /// Probability of the stated latency; 0 where none is stated.
        var share = 0.0

        /// Beyond this either way there is no doubt left, and weights would overflow or vanish.
        private static let limit: Float = 60

        func evidence(_ lag: Float) -> Float {
            let exponent = Float(constant) + lag * (Float(linear) + lag * Float(square))
            return PlatformMath.exp(min(max(exponent, -Self.limit), Self.limit))
        }
    }

    /// Sums over hypotheses of their weight, weight times lag, and weight times squared lag.
    struct Moments {
        var weight = 0.0
        var first = 0.0
        var square = 0.0

        mutating func add(_ sums: SIMD3<Float>) {
            weight += Double(sums.x)
            first += Double(sums.y)
            square += Double(sums.z)
        }
    }

    /// Sums over hypotheses.
    struct Sums {
        /// Over curves: rate by rate, one drift after the other.
        var weights: [Float]
        /// By the wide distribution of lags, and by a stated latency.
        var wide = Moments()
        var stated = Moments()
    }

    /// Sums of the weights, and of the lags, with what a stated latency makes of the weights.
    ///
    /// - Parameter top: logarithm of the weight that counts as 1.
    /// - Complexity: one exponential in single precision for every hypothesis of some weight, two where a
    ///   latency is stated; allocates the sums.
    func sums(_ tilt: Tilt, top: Float) -> Sums {
        let width = priorWeights.count
        var sums = Sums(weights: [Float](repeating: 0, count: width))
        let wideShare = Float(1 - tilt.share)
        let statedShare = Float(tilt.share)
        let isStated = tilt.share > 0
        sums.weights.withUnsafeMutableBufferPointer { weights in
            state.withUnsafeBufferPointer { state in
                for first in stride(from: 0, to: count, by: width) {
                    // Sums of one curve in single precision, of all in double.
                    var (wide, stated) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
                    for index in 0..<width {
                        let logWeight = state[first + index] - top
                        // Most hypotheses weigh nothing.
                        guard logWeight > Self.negligible else { continue }
                        let weight = PlatformMath.exp(logWeight)
                        let lag = state[3 * count + first + index]
                        let powers = SIMD3(1, lag, lag * lag)
                        wide += weight * wideShare * powers
                        guard isStated else {
                            weights[index] += weight
                            continue
                        }
                        let ofStated = weight * statedShare * tilt.evidence(lag)
                        stated += ofStated * powers
                        weights[index] += weight * wideShare + ofStated
                    }
                    sums.wide.add(wide)
                    sums.stated.add(stated)
                }
            }
        }
        return sums
    }

    /// Logarithm of a weight, over that of the weightiest, from which on down weights are left out: 1e-12.
    /// All of them together count nothing, also where a stated latency raises one by some powers of ten.
    private static let negligible: Float = -27.6

    /// Begins a new connection: weights keep what the lags have shown of a stated latency, and lags begin
    /// anew.
    mutating func restartLags(_ tilt: Tilt, lagSeconds: Double) {
        for index in 0..<count {
            if tilt.share > 0 {
                let evidence = tilt.evidence(state[3 * count + index])
                state[index] += Float(
                    PlatformMath.log(1 - tilt.share + tilt.share * Double(evidence)))
            }
            state[3 * count + index] = Float(lagSeconds)
        }
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
        let position = Self.position(step, drift: Self.driftsPerMinute[drift])
        let tables = ResponseTables.shared
        let at = index / priorWeights.count * ResponseCurve.count + position.first + index % width
        let expected =
            tables.phases[at] + position.share * (tables.phases[at + 1] - tables.phases[at])
            - Float(Self.angularRate(step)) * state[3 * count + index] + state[4 * count + index]
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
                    let position = Self.position(step, drift: perMinute)
                    for curve in 0..<curveCount {
                        Self.apply(
                            step, state, prior,
                            first: curve * prior.count + drift * width, count: count,
                            table: curve * ResponseCurve.count + position.first,
                            share: position.share)
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
        let (size, angle, w) = (step.size, step.angle, Float(angularRate(step)))
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
                    let change = state.four(2 * count + here) * step.changeDecay
                    let lag = state.four(3 * count + here)
                    let angleOffset = state.four(4 * count + here)
                    let low = (gain: logGains.four(at), phase: phases.four(at))
                    let gain = low.gain + share * (logGains.four(at + 1) - low.gain)
                    let phase = low.phase + share * (phases.four(at + 1) - low.phase)
                    var ofSize = size.value - gain - offset - change
                    ofSize = ofSize.cut(size.limit)
                    var ofAngle = angle.value - phase + w * lag - angleOffset
                    ofAngle -= turn * ((ofAngle * (1 / turn) + rounding) - rounding)
                    ofAngle = ofAngle.cut(angle.limit)
                    state.put(offset + size.gain * ofSize, count + here)
                    state.put(change + size.secondGain * ofSize, 2 * count + here)
                    state.put(lag + angle.gain * ofAngle, 3 * count + here)
                    state.put(angleOffset + angle.secondGain * ofAngle, 4 * count + here)
                    let before = prior.four(priorFirst + index)
                    let remembered = before + step.remembered * (state.four(here) - before)
                    let sized = remembered + size.weight * ofSize * ofSize
                    state.put(sized + angle.weight * ofAngle * ofAngle, here)
                }
            }
        }
    }

    /// rad/s.
    static func angularRate(_ step: Step) -> Double { 2 * .pi * step.breathsPerMinute / 60 }

    /// Position at which a hypothesis of rate 0 reads its table: index, and share of the next one.
    private static func position(_ step: Step, drift: Double) -> (first: Int, share: Float) {
        let shift =
            PlatformMath.log(step.breathsPerMinute / lowestBreathsPerMinute)
            - driftShift(drift, seconds: step.seconds)
        // Tables run backwards. Rates far off the grid answer as its edge does.
        let position = Double(ResponseCurve.reach) - shift / ResponseCurve.step
        let last = Double(ResponseCurve.count - rateCount - 1)
        let inside = min(max(position, 0), last)
        let first = min(inside.rounded(.down), last - 1)
        return (Int(first), Float(inside - first))
    }
}

extension UnsafeBufferPointer<Float> {
    /// Four numbers from an index on.
    fileprivate func four(_ index: Int) -> SIMD4<Float> {
        UnsafeRawBufferPointer(self).loadUnaligned(
            fromByteOffset: 4 * index, as: SIMD4<Float>.self)
    }
}

extension UnsafeMutableBufferPointer<Float> {
    fileprivate func four(_ index: Int) -> SIMD4<Float> {
        UnsafeBufferPointer(self).four(index)
    }

    fileprivate func put(_ numbers: SIMD4<Float>, _ index: Int) {
        UnsafeMutableRawBufferPointer(self).storeBytes(
            of: numbers, toByteOffset: 4 * index, as: SIMD4<Float>.self)
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
