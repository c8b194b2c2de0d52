import PhysioDSP
public import PhysioTypes

/// Asymmetry of the Poincare plot: whether slowing down and speeding up share the variability
/// evenly.
///
/// Over the n pairs of neighbours (x, y), none across a gap: d = y - x; a deceleration has d > 0
/// and lies above the line of identity, an acceleration below it. D = |d| / sqrt 2 is the distance
/// to that line, theta = |45 deg - atan(y / x)| the angle to it as seen from the origin, r^2 = x^2
/// + y^2, and E = |x + y - mean(x + y)| / sqrt 2 the distance to the line across it through the
/// centre of the cloud.
///
/// A series that is symmetric in time, such as independent noise, tends to 50 % and to shares of
/// 0.5; of an index a series turned round in time has the complement. Constant series: every
/// dispersion is exactly 0, every index and share nil. Fields that have no other condition are nil
/// where all d are 0 or there is no pair.
///
/// ```swift
/// // Two rises of 10 ms and one fall of 20 ms.
/// Asymmetry(NNSeries(intervalsMs: [800, 810, 820, 800])).guzikPercent  // 50
/// ```
///
/// - SeeAlso: Guzik 2006, Biomed. Tech. 51:272; Karmakar 2015, Physiol. Meas. 36:303 (slope index);
///   Yan 2017, Biomed. Eng. Online 16:112 (area index); Porta 2008, Am. J. Physiol. 295:R550; Ehlers
///   1998, J. Neurosci. 18:7474; Piskorski and Guzik 2011, Med. Biol. Eng. Comput. 49:1289 (the
///   parts of the variances). The variances are over n - 1, as those of SD1 and SD2 are.
public struct Asymmetry: Sendable, Equatable {
    /// Guzik's index: 100 times the share of decelerations in the sum of D; %.
    ///
    /// The differences of a segment add up to its last interval less its first, so this tends to 50
    /// for every long series, as do the slope and the area index. The form with D^2 is 100 ``c1d``.
    public let guzikPercent: Double?
    /// Slope index: the same of theta; %.
    public let slopePercent: Double?
    /// Area index: the same of the sectors' areas theta r^2 / 2; %.
    public let areaPercent: Double?
    /// Porta's index: 100 times accelerations over all pairs with d != 0; %.
    public let portaPercent: Double?
    /// Ehlers' index: sum d^3 / (sum d^2)^1.5; -1 ... 1; above 0 where the large changes are
    /// decelerations. It is the third moment of d over the square root of n: compare equal lengths.
    public let ehlers: Double?
    /// Short-term dispersion of decelerations, sqrt(sum of their D^2 / (n - 1)); ms; two pairs.
    public let sd1dMs: Double?
    /// The same of accelerations.
    public let sd1aMs: Double?
    /// Long-term dispersion of decelerations, sqrt(sum of their E^2 / (n - 1)), half of the pairs
    /// with d = 0 counted with each kind; ms; two pairs.
    public let sd2dMs: Double?
    /// The same of accelerations.
    public let sd2aMs: Double?
    /// Share of decelerations in the short-term variance.
    public let c1d: Double?
    /// Share of decelerations in the long-term variance; nil where every E is 0.
    public let c2d: Double?
    /// Share of decelerations in both variances together; nil where both are 0.
    public let cd: Double?

    /// - Complexity: O(N), allocates nothing.
    public init(_ nn: NNSeries) {
        let sums = Sums(nn)
        func percent(_ deceleration: Double, _ total: Double) -> Double? {
            ratio(deceleration, total).map { 100 * $0 }
        }
        let degreesOfFreedom = sums.pairCount - 1
        func deviation(_ squares: Double) -> Double? {
            degreesOfFreedom > 0 ? (squares / Double(degreesOfFreedom)).squareRoot() : nil
        }
        let decelerationSums = sums.decelerations
        let accelerationSums = sums.accelerations
        guzikPercent = percent(
            decelerationSums.distance, decelerationSums.distance + accelerationSums.distance)
        slopePercent = percent(
            decelerationSums.angle, decelerationSums.angle + accelerationSums.angle)
        areaPercent = percent(decelerationSums.area, decelerationSums.area + accelerationSums.area)
        portaPercent = percent(
            Double(accelerationSums.count), Double(decelerationSums.count + accelerationSums.count))
        // D^2 is d^2 / 2: with it the powers of 2 leave sqrt 2 below.
        let squares =
            2 * (decelerationSums.perpendicularSquares + accelerationSums.perpendicularSquares)
        ehlers = ratio(sums.cubeSum, squares * squares.squareRoot())
        let halfLevelSquares = 0.5 * sums.equalPairAlongSquares
        let parallelSums = (
            d: decelerationSums.parallelSquares + halfLevelSquares,
            a: accelerationSums.parallelSquares + halfLevelSquares
        )
        sd1dMs = deviation(decelerationSums.perpendicularSquares)
        sd1aMs = deviation(accelerationSums.perpendicularSquares)
        sd2dMs = deviation(parallelSums.d)
        sd2aMs = deviation(parallelSums.a)
        let perpendicularSum =
            decelerationSums.perpendicularSquares + accelerationSums.perpendicularSquares
        c1d = ratio(decelerationSums.perpendicularSquares, perpendicularSum)
        c2d = ratio(parallelSums.d, parallelSums.d + parallelSums.a)
        cd = ratio(
            decelerationSums.perpendicularSquares + parallelSums.d,
            perpendicularSum + parallelSums.d + parallelSums.a)
    }

    /// Share of accelerations in the short-term variance, 1 - C1d.
    public var c1a: Double? { c1d.map { 1 - $0 } }
    /// Share of accelerations in the long-term variance, 1 - C2d.
    public var c2a: Double? { c2d.map { 1 - $0 } }
    /// Share of accelerations in both, 1 - Cd.
    public var ca: Double? { cd.map { 1 - $0 } }
    /// Total dispersion of decelerations, sqrt((SD1d^2 + SD2d^2) / 2); ms; two pairs.
    public var sdnndMs: Double? { Self.totalDispersion(sd1dMs, sd2dMs) }
    /// The same of accelerations.
    public var sdnnaMs: Double? { Self.totalDispersion(sd1aMs, sd2aMs) }

    private static func totalDispersion(_ short: Double?, _ long: Double?) -> Double? {
        guard let short, let long else { return nil }
        return (0.5 * (short * short + long * long)).squareRoot()
    }

    /// The metrics by key.
    public var values: MetricValues { MetricValues(of: self) }
}

extension Asymmetry: MetricFamily {
    package func value(of metric: Metric) -> Double? {
        switch metric {
        case .guzik: guzikPercent
        case .slopeIndex: slopePercent
        case .areaIndex: areaPercent
        case .porta: portaPercent
        case .ehlers: ehlers
        case .c1d: c1d
        case .c1a: c1a
        case .sd1d: sd1dMs
        case .sd1a: sd1aMs
        case .c2d: c2d
        case .c2a: c2a
        case .sd2d: sd2dMs
        case .sd2a: sd2aMs
        case .cd: cd
        case .ca: ca
        case .sdnnd: sdnndMs
        case .sdnna: sdnnaMs
        }
    }
}

/// The sums over pairs that every index is made of.
private struct Sums {
    /// Sums over the pairs of one side of the line of identity.
    struct SideSums {
        var count = 0
        var distance = 0.0
        var angle = 0.0
        var area = 0.0
        var perpendicularSquares = 0.0
        var parallelSquares = 0.0

        /// - Parameter along: x + y less its mean over all pairs.
        mutating func add(_ x: Double, _ y: Double, along: Double) {
            let magnitude = abs(y - x)
            // |45 deg - atan(y / x)|, without the difference of two angles near 45 degrees.
            let theta = PlatformMath.angle(ComplexNumber(x + y, magnitude))
            count += 1
            distance += magnitude
            angle += theta
            area += theta * (x * x + y * y)
            perpendicularSquares += 0.5 * magnitude * magnitude
            parallelSquares += 0.5 * along * along
        }
    }

    private(set) var decelerations = SideSums()
    private(set) var accelerations = SideSums()
    private(set) var equalPairAlongSquares = 0.0
    private(set) var cubeSum = 0.0
    private(set) var pairCount = 0

    init(_ nn: NNSeries) {
        let x = nn.intervalsMs
        let pairEndIndices = x.indices.lazy.filter { nn.isAdjacentToPrevious[$0] }
        guard let first = pairEndIndices.first else { return }
        // As the first sum plus the mean distance from it: exact for equal sums.
        let firstSum = x[first - 1] + x[first]
        var distance = 0.0
        for end in pairEndIndices {
            pairCount += 1
            distance += x[end - 1] + x[end] - firstSum
        }
        let meanSum = firstSum + distance / Double(pairCount)
        for end in pairEndIndices { add(x[end - 1], x[end], along: x[end - 1] + x[end] - meanSum) }
    }

    private mutating func add(_ x: Double, _ y: Double, along: Double) {
        let difference = y - x
        cubeSum += difference * difference * difference
        if difference > 0 {
            decelerations.add(x, y, along: along)
        } else if difference < 0 {
            accelerations.add(x, y, along: along)
        } else {
            equalPairAlongSquares += 0.5 * along * along
        }
    }
}
