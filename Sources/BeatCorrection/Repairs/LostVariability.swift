/// What a smooth curve takes off the beat-to-beat variability.
///
/// A cubic through the neighbours of two intervals knows nothing of the noise that they had, so
/// after it the squared differences around them are smaller than they were. By how much is measured
/// where nothing is at fault: the two middle ones of six measured intervals in a row are repaired as
/// if they were, and the sums of the three squared differences around them compared. Their mean over
/// the last ``memory`` places is what a repair is to give back.
struct LostVariability: Sendable {
    /// Places it is a mean of.
    static let memory = 90
    /// Intervals at the beginning that share one mean.
    static let startCount = 80
    /// Places below which nothing is known.
    static let leastCount = 8
    /// Single places count up to this multiple of their mean size.
    static let largestShare = 6.0

    /// Share of an interval that a repair is shifted by at most.
    static let largestShift = 0.25

    /// Sum of squared differences that a repaired pair lacks; ms^2; 0 where it is not known.
    var squaresMs: Double { count < Self.leastCount ? 0 : max(0, mean) }

    /// For each site of a stretch, what its repair is to give back; ms^2.
    static func squares(at sites: [BeatFault], of beats: StretchBeats) -> [Double] {
        var isMeasured = beats.origins.map { $0 == .measured }
        for site in sites { for place in site.intervals { isMeasured[place] = false } }
        var lost = Self(
            start: beats.intervalsMs.indices.lazy.map {
                (beats.intervalsMs[$0], isMeasured[$0])
            })
        var next = startCount
        return sites.map { site in
            while next < site.intervals.lowerBound {
                lost.learn(beats.intervalsMs[next], isMeasured: isMeasured[next])
                next += 1
            }
            return lost.squaresMs
        }
    }

    private var mean = 0.0
    private var meanSize = 0.0
    private var count = 0
    /// The last six measured intervals in a row, oldest first.
    private var recent: [Double] = []

    /// - Parameter start: the first intervals of a stretch; only the first ``startCount`` are used.
    /// - Parameter isMeasured: whether each is to be believed.
    init(start: some Sequence<(interval: Double, isMeasured: Bool)> = []) {
        recent.reserveCapacity(7)
        for (interval, isMeasured) in start.prefix(Self.startCount) {
            learn(interval, isMeasured: isMeasured)
        }
        recent.removeAll(keepingCapacity: true)
    }

    /// Takes an interval that lies behind the start.
    mutating func learn(_ interval: Double, isMeasured: Bool) {
        guard isMeasured else {
            recent.removeAll(keepingCapacity: true)
            return
        }
        recent.append(interval)
        guard recent.count >= 6 else { return }
        if recent.count > 6 { recent.removeFirst() }
        add(Self.lost(recent))
    }

    private mutating func add(_ lost: Double) {
        count = min(count + 1, Self.memory)
        let size = count > 1 ? min(abs(lost), Self.largestShare * meanSize) : abs(lost)
        meanSize += (size - meanSize) / Double(count)
        let limited = min(max(lost, -Self.largestShare * meanSize), Self.largestShare * meanSize)
        mean += (limited - mean) / Double(count)
    }

    /// What the middle two of six lose when a cubic through the others and their sum replaces them.
    private static func lost(_ x: [Double]) -> Double {
        var first = -0.3 * x[0] + x[1] + 0.5 * x[4] - 0.2 * x[5]
        var second = -0.2 * x[0] + 0.5 * x[1] + x[4] - 0.3 * x[5]
        let missing = (x[2] + x[3] - first - second) / 2
        first += missing
        second += missing
        return squares(x[1], x[2], x[3], x[4]) - squares(x[1], first, second, x[4])
    }

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
