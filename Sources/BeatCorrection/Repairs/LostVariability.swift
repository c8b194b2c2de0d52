/// What a smooth curve takes off the beat-to-beat variability.
///
/// A cubic through the neighbours of two intervals knows nothing of the noise that they had, so
/// after it the squared differences around them are smaller than they were. By how much is measured
/// where nothing is at fault: the two middle ones of six measured intervals in a row are repaired as
/// if they were, and the sums of the three squared differences around them compared. Their mean over
/// the last ``memory`` places is what a repair is to give back.
struct LostVariability: Sendable {
    /// Places it is a mean of.
    static let memory = 90.0
    /// Intervals at the beginning that share one mean.
    static let startCount = 80
    /// How far behind a repair the last interval lies that it learns from: of nearer ones a stream may
    /// still find that they are irregular.
    static let distance = 40
    /// Places below which nothing is known.
    static let leastCount = 8.0
    /// Single places count up to this multiple of their mean size.
    static let largestShare = 10.0
    /// Share of an interval that a repair is shifted by at most.
    static let largestShift = 0.25

    /// Sum of squared differences that a repaired pair lacks; ms^2; 0 where it is not known.
    var squaresMs: Double { count < Self.leastCount ? 0 : max(0, mean) }

    private var mean = 0.0
    private var meanSize = 0.0
    private var count = 0.0
    /// The last five measured intervals in a row, newest first, and how many there are.
    private var recent = (0.0, 0.0, 0.0, 0.0, 0.0)
    private var recentCount = 0

    /// Learns from the first intervals of a stretch.
    mutating func start(_ intervals: some Collection<Double>, isMeasured: (Int) -> Bool) {
        for (place, interval) in intervals.prefix(Self.startCount).enumerated() {
            learn(interval, isMeasured: isMeasured(place))
        }
        recentCount = 0
    }

    /// Takes the next interval.
    @inline(__always)
    mutating func learn(_ interval: Double, isMeasured: Bool) {
        guard isMeasured else {
            recentCount = 0
            return
        }
        if recentCount == 5 {
            add(Self.lost(recent.4, recent.3, recent.2, recent.1, recent.0, interval))
        } else {
            recentCount += 1
        }
        recent = (interval, recent.0, recent.1, recent.2, recent.3)
    }

    @inline(__always)
    private mutating func add(_ lost: Double) {
        let rate = count < Self.memory ? 1 / (count + 1) : 1 / Self.memory
        let limit = count > 0 ? Self.largestShare * meanSize : .infinity
        meanSize += (min(abs(lost), limit) - meanSize) * rate
        mean += (min(max(lost, -limit), limit) - mean) * rate
        count = min(count + 1, Self.memory)
    }

    /// What the middle two of six lose when a cubic through the others and their sum replaces them.
    @inline(__always)
    private static func lost(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double
    ) -> Double {
        // The cubic's values differ by what is left of them when their sum is right.
        let rise = 0.1 * a - 0.5 * b + 0.5 * e - 0.1 * f
        let first = (c + d - rise) / 2
        let second = (c + d + rise) / 2
        return squares(b, c, d, e) - squares(b, first, second, e)
    }

    @inline(__always)
    private static func squares(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
        (b - a) * (b - a) + (c - b) * (c - b) + (d - c) * (d - c)
    }

    /// How far the first of two intervals is to be lengthened, and the second shortened, for the
    /// squared differences around them to grow by `squares`: the smaller of the two solutions; ms.
    ///
    /// With the neighbours a and d of b and c that is 6 s^2 + 2 X s = squares, where X is
    /// (b - a) - 2 (c - b) + (d - c).
    static func shift(
        _ a: Double, _ b: Double, _ c: Double, _ d: Double, squares: Double
    ) -> Double {
        guard squares > 0 else { return 0 }
        let slope = (b - a) - 2 * (c - b) + (d - c)
        let root = (slope * slope + 6 * squares).squareRoot()
        return slope > 0 ? (root - slope) / 6 : -(root + slope) / 6
    }
}

extension LostVariability {
    /// For each site of a stretch, what its repair is to give back; ms^2.
    ///
    /// - Complexity: O(n), 5 ns an interval.
    static func squares(at sites: [BeatFault], of beats: StretchBeats) -> [Double] {
        var isMeasured = beats.origins.map { $0 == .measured }
        for site in sites { for place in site.intervals { isMeasured[place] = false } }
        var lost = Self()
        lost.start(beats.intervalsMs) { isMeasured[$0] }
        var next = startCount
        return sites.map { site in
            while next < site.intervals.lowerBound - distance {
                lost.learn(beats.intervalsMs[next], isMeasured: isMeasured[next])
                next += 1
            }
            return lost.squaresMs
        }
    }
}
