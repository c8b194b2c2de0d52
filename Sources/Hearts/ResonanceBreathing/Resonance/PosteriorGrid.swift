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
    static let maxDriftMinutes = 30.0

    /// The update that an answer makes to all hypotheses.
    struct ResponseUpdate {
        var seconds = 0.0
        var breathsPerMinute = 0.0
        /// Share of what was learned that still counts, and of the slow changes.
        var rememberedShare: Float = 1
        var slowChangeDecay: Float = 1
        /// Logarithm of the answer's size: offset and slow changes have a gain each.
        var size = FilterUpdate()
        /// Angle of the answer: lag and offset of the angle have a gain each.
        var angle = FilterUpdate()
    }

    /// A measured number, its filter's gains, and how its innovations count.
    struct FilterUpdate {
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
        lowestBreathsPerMinute * PlatformMath.exp(Double(index) * ResponseCurve.logRateStep)
    }

    /// Returns the change of the logarithm of the best rate by a drift.
    static func driftShift(_ driftPerMinute: Double, seconds: Double) -> Double {
        driftPerMinute * min(max(0, seconds / 60), maxDriftMinutes)
    }

    /// Logarithm of the weight of a hypothesis, up to a constant.
    func logWeight(_ index: Int) -> Float { state[index] }

    /// Lag of a hypothesis, by the wide distribution; s.
    func lagSeconds(_ index: Int) -> Double { Double(state[3 * count + index]) }

    /// Logarithm of the evidence for a stated latency, as a polynomial of a hypothesis' lag.
    struct LatencyEvidence {
        var constant = 0.0
        var linear = 0.0
        var square = 0.0
        /// Probability of the stated latency; 0 where none is stated.
        var share = 0.0

        /// The limit either way beyond which there is no doubt left, and weights would overflow or
        /// vanish.
        private static let limit: Float = 60

        func weightFactor(_ lag: Float) -> Float {
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
        /// The sums of weights over curves: rate by rate, one drift after the other.
        var weights: [Float]
        /// The sums by the wide distribution of lags, and by a stated latency.
        var wide = Moments()
        var stated = Moments()
    }

    /// Sums of the weights, and of the lags, with what a stated latency makes of the weights.
    ///
    /// - Parameter maxLogWeight: logarithm of the weight that counts as 1.
    /// - Complexity: one exponential in single precision for every hypothesis of some weight, two where a
    ///   latency is stated; allocates the sums.
    func sums(_ latencyEvidence: LatencyEvidence, maxLogWeight: Float) -> Sums {
        let width = priorWeights.count
        var sums = Sums(weights: [Float](repeating: 0, count: width))
        let wideProbability = Float(1 - latencyEvidence.share)
        let statedProbability = Float(latencyEvidence.share)
        let hasStatedLatency = latencyEvidence.share > 0
        sums.weights.withUnsafeMutableBufferPointer { weights in
            state.withUnsafeBufferPointer { state in
                for first in stride(from: 0, to: count, by: width) {
                    // Sums of one curve in single precision, of all in double.
                    var (wide, stated) = (SIMD3<Float>.zero, SIMD3<Float>.zero)
                    for index in 0..<width {
                        let logWeight = state[first + index] - maxLogWeight
                        // Most hypotheses weigh nothing.
                        guard logWeight > Self.negligibleLogWeight else { continue }
                        let weight = PlatformMath.exp(logWeight)
                        let lag = state[3 * count + first + index]
                        let lagPowers = SIMD3(1, lag, lag * lag)
                        wide += weight * wideProbability * lagPowers
                        guard hasStatedLatency else {
                            weights[index] += weight
                            continue
                        }
                        let statedWeight =
                            weight * statedProbability * latencyEvidence.weightFactor(lag)
                        stated += statedWeight * lagPowers
                        weights[index] += weight * wideProbability + statedWeight
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
    private static let negligibleLogWeight: Float = -27.6

    /// Begins a new connection: weights keep what the lags have shown of a stated latency, and lags begin
    /// anew.
    mutating func restartLags(_ latencyEvidence: LatencyEvidence, lagSeconds: Double) {
        for index in 0..<count {
            if latencyEvidence.share > 0 {
                let weightFactor = latencyEvidence.weightFactor(state[3 * count + index])
                state[index] += Float(
                    PlatformMath.log(
                        1 - latencyEvidence.share + latencyEvidence.share * Double(weightFactor)))
            }
            state[3 * count + index] = Float(lagSeconds)
        }
    }

    /// Index of the weightiest.
    var bestIndex: Int {
        var bestIndex = 0
        for index in 1..<count where state[index] > state[bestIndex] { bestIndex = index }
        return bestIndex
    }

    /// Returns the difference of the angle from the one that a hypothesis expects; rad; -pi ... pi.
    func angleInnovation(_ index: Int, _ step: ResponseUpdate) -> Double {
        let width = Self.rateCount
        let drift = index / width % Self.driftsPerMinute.count
        let position = Self.position(step, drift: Self.driftsPerMinute[drift])
        let tables = ResponseTables.shared
        let tableIndex =
            index / priorWeights.count * ResponseCurve.count + position.first + index % width
        let expected =
            tables.phases[tableIndex] + position.share
            * (tables.phases[tableIndex + 1] - tables.phases[tableIndex])
            - Float(Self.angularRate(step)) * state[3 * count + index] + state[4 * count + index]
        let angle = Double(step.angle.value - expected)
        return angle - ResponseCurve.wholeTurnsAngle(angle)
    }

    /// Takes an answer in.
    ///
    /// - Complexity: some 40 operations a hypothesis; allocates nothing.
    mutating func apply(_ step: ResponseUpdate) {
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
        _ step: ResponseUpdate, _ state: UnsafeMutableBufferPointer<Float>,
        _ prior: UnsafeBufferPointer<Float>, first: Int, count: Int, table: Int, share: Float
    ) {
        let tables = ResponseTables.shared
        let (size, angle, w) = (step.size, step.angle, Float(angularRate(step)))
        let fullTurn = 2 * Float.pi
        // Added and taken away, it rounds a small number: in vectors on every processor.
        let roundingConstant: Float = 0x1.8p23
        let firstPriorIndex = first % prior.count
        tables.logGains.withUnsafeBufferPointer { logGains in
            tables.phases.withUnsafeBufferPointer { phases in
                // Four rates at once; their number is a multiple of four.
                for index in stride(from: 0, to: rateCount, by: 4) {
                    let (tableIndex, stateIndex) = (table + index, first + index)
                    let offset = state.loadFour(count + stateIndex)
                    let change = state.loadFour(2 * count + stateIndex) * step.slowChangeDecay
                    let lag = state.loadFour(3 * count + stateIndex)
                    let angleOffset = state.loadFour(4 * count + stateIndex)
                    let low = (
                        gain: logGains.loadFour(tableIndex), phase: phases.loadFour(tableIndex)
                    )
                    let gain = low.gain + share * (logGains.loadFour(tableIndex + 1) - low.gain)
                    let phase = low.phase + share * (phases.loadFour(tableIndex + 1) - low.phase)
                    var sizeResidual = size.value - gain - offset - change
                    sizeResidual = sizeResidual.clipped(size.limit)
                    var angleResidual = angle.value - phase + w * lag - angleOffset
                    angleResidual -=
                        fullTurn
                        * ((angleResidual * (1 / fullTurn) + roundingConstant) - roundingConstant)
                    angleResidual = angleResidual.clipped(angle.limit)
                    state.storeFour(offset + size.gain * sizeResidual, count + stateIndex)
                    state.storeFour(change + size.secondGain * sizeResidual, 2 * count + stateIndex)
                    state.storeFour(lag + angle.gain * angleResidual, 3 * count + stateIndex)
                    state.storeFour(
                        angleOffset + angle.secondGain * angleResidual, 4 * count + stateIndex)
                    let priorWeight = prior.loadFour(firstPriorIndex + index)
                    let rememberedLogWeight =
                        priorWeight + step.rememberedShare
                        * (state.loadFour(stateIndex) - priorWeight)
                    let sizeUpdatedLogWeight =
                        rememberedLogWeight + size.weight * sizeResidual * sizeResidual
                    state.storeFour(
                        sizeUpdatedLogWeight + angle.weight * angleResidual * angleResidual,
                        stateIndex)
                }
            }
        }
    }

    /// rad/s.
    static func angularRate(_ step: ResponseUpdate) -> Double {
        2 * .pi * step.breathsPerMinute / 60
    }

    /// Position at which a hypothesis of rate 0 reads its table: index, and share of the next one.
    private static func position(_ step: ResponseUpdate, drift: Double) -> (
        first: Int, share: Float
    ) {
        let shift =
            PlatformMath.log(step.breathsPerMinute / lowestBreathsPerMinute)
            - driftShift(drift, seconds: step.seconds)
        // Tables run backwards. Rates far off the grid answer as its edge does.
        let position = Double(ResponseCurve.halfCount) - shift / ResponseCurve.logRateStep
        let last = Double(ResponseCurve.count - rateCount - 1)
        let clampedPosition = min(max(position, 0), last)
        let first = min(clampedPosition.rounded(.down), last - 1)
        return (Int(first), Float(clampedPosition - first))
    }
}

extension UnsafeBufferPointer<Float> {
    /// Four numbers from an index on.
    fileprivate func loadFour(_ index: Int) -> SIMD4<Float> {
        UnsafeRawBufferPointer(self).loadUnaligned(
            fromByteOffset: 4 * index, as: SIMD4<Float>.self)
    }
}

extension UnsafeMutableBufferPointer<Float> {
    fileprivate func loadFour(_ index: Int) -> SIMD4<Float> {
        UnsafeBufferPointer(self).loadFour(index)
    }

    fileprivate func storeFour(_ numbers: SIMD4<Float>, _ index: Int) {
        UnsafeMutableRawBufferPointer(self).storeBytes(
            of: numbers, toByteOffset: 4 * index, as: SIMD4<Float>.self)
    }
}

extension SIMD4<Float> {
    /// Returns the values within a limit either way.
    fileprivate func clipped(_ limit: Float) -> SIMD4<Float> {
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
