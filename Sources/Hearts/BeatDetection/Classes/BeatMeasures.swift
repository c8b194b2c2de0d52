import PhysioDSP

/// The measures by which beats are classed; one value a beat each.
enum BeatMeasure: Int, CaseIterable {
    /// Similarity of the beat, and of its shape's template, with the normal template; 1 where equal.
    case similarity, cs
    /// Correlation of the P wave and of the T wave with those of the normal template.
    case pWaveCorrelation, tWaveCorrelation
    /// Polarity and size of the T wave against the QRS complex: above 0 where opposite.
    case tWavePolarity
    /// Noise beside the QRS complex and the range before it, against the medians; log2.
    case hf, precedingRangeLog2Ratio
    /// Width of the beat and of its shape against the normal one's, and of its shape alone; log2.
    case widthLog2Ratio, shapeWidthLog2Ratio, shapeLog2Width
    /// Share of its shape in the beats of some minutes, of early beats in its shape, log2 of its shape's count.
    case share, early, shapeLog2Count
    /// Means over the beats of the shape: P wave, early beats, the interval after against that before.
    case shapePWaveCorrelation, shapeShortIntervalShare, shapeNextLog2Ratio
    /// Irregularity of some 24 intervals; within 45 s, by one interval and by two.
    case neighbourIrregularity, air
    /// Atrial fibrillation or flutter: 0 ... 1.
    case af
    /// Interval against the median of the neighbours and of a minute; log2.
    case neighbourLog2Ratio, minuteLog2Ratio
    /// The next interval against the minute's and against the beat's own; both together; log2.
    case nextMinuteLog2Ratio, nextOwnLog2Ratio, pairMinuteLog2Ratio
    /// Interval against the median of the three before it; log2.
    case threeBeforeLog2Ratio
    /// Dissimilarity of the neighbours.
    case neighbourDissimilarity
    /// Interval against those accepted before: their median, in deviations, their least; log2.
    case acceptedMedianLog2Ratio, acceptedDeviationRatio, acceptedMinLog2Ratio
    /// Flags of a beat: early, in a supraventricular run, in a run that is not supraventricular; 0
    /// or 1.
    case earlyFlag, run, otherRun
    /// Log of the odds of a ventricular beat: the beat's, the mean of its shape.
    case ventricularLogOdds, shapeVentricularLogOdds
    /// Probability of a ventricular beat: of the beat before, the next one, those beyond.
    case previousProbability, nextProbability, secondPreviousProbability, secondNextProbability
}

/// The measures of the beats of a recording.
struct BeatMeasures {
    /// Time of each beat; s.
    let seconds: [Double]
    /// Shape of each beat.
    let labels: [Int]
    /// True for each beat of the normal shape.
    let isNormalShape: [Bool]
    private let windows: BeatWindows
    /// The template of its shape just after each beat joined.
    private let templates: [ShapeTemplate]
    /// The beat just after which the template of the normal shape at each beat was the one that counts.
    private let normalTemplateBeatIndices: [Int]
    private var columns: [[Double]]

    subscript(measure: BeatMeasure) -> [Double] {
        get { columns[measure.rawValue] }
        set { columns[measure.rawValue] = newValue }
    }

    /// - Parameter leads: at 125 Hz, equally long.
    /// - Parameter seconds: times of the R peaks, ascending; at least one.
    init(leads: [[Float]], seconds: [Double]) {
        let windows = BeatWindows(leads, positions: seconds.map { $0 * ClassificationLead.rateHz })
        let groups = BeatShapeGroups(windows, beatCount: seconds.count)
        let count = seconds.count
        self.seconds = seconds
        labels = groups.labels
        columns = [[Double]](
            repeating: [Double](repeating: 0, count: count), count: BeatMeasure.allCases.count)
        let means = ShapeMeans(seconds: seconds, labels: labels)
        let earlyBeatFlags = Self.earlyFlags(seconds)
        let templateWidths = groups.templates.map {
            QRSWidths($0.samples, leadCount: windows.leadCount, start: 0)
        }
        let normal = NormalShape(
            seconds: seconds, labels: labels, early: earlyBeatFlags, widths: templateWidths)
        isNormalShape = zip(labels, normal.labels).map(==)
        self.windows = windows
        templates = groups.templates
        normalTemplateBeatIndices = normal.templateBeatIndices
        measureWaves(windows, groups, normal, templateWidths)
        self[.share] = zip(means.counts, normal.totals).map { $0 / $1 }
        self[.early] = means.means(of: earlyBeatFlags)
        self[.shapePWaveCorrelation] = means.means(of: self[.pWaveCorrelation])
        var sizes: [Int: Int] = [:]
        for label in labels { sizes[label, default: 0] += 1 }
        self[.shapeLog2Count] = labels.map { log2(Double(sizes[$0] ?? 1)) }
    }

    var leadCount: Int { windows.leadCount }

    /// The signal about a beat, as ``BeatWindows/read(_:into:)`` gives it.
    func window(of beat: Int) -> [Float] {
        var window = windows.emptyWindow
        windows.read(beat, into: &window)
        return window
    }

    /// The template of the shape of a beat just after it joined.
    func template(after beat: Int) -> ShapeTemplate { templates[beat] }

    /// The template of the normal shape at a beat.
    func normalTemplate(of beat: Int) -> ShapeTemplate {
        templates[normalTemplateBeatIndices[beat]]
    }

    /// 1 where the interval before a beat is shorter than that after it, or than the one before.
    private static func earlyFlags(_ seconds: [Double]) -> [Double] {
        let intervals = zip(seconds.dropFirst(), seconds).map { $0 - $1 }
        return seconds.indices.map { beat in
            guard beat > 0 else { return 0 }
            let interval = intervals[beat - 1]
            let isShorterThanNext = beat < intervals.count && interval < 0.88 * intervals[beat]
            let isShorterThanPrevious = beat > 1 && interval < 0.85 * intervals[beat - 2]
            return isShorterThanNext || isShorterThanPrevious ? 1 : 0
        }
    }

    private mutating func measureWaves(
        _ windows: BeatWindows, _ groups: BeatShapeGroups, _ normal: NormalShape,
        _ templateWidths: [QRSWidths]
    ) {
        var noise = [[Double]](repeating: [], count: windows.leadCount)
        var ranges: [Double] = []
        var window = windows.emptyWindow
        for beat in seconds.indices {
            windows.read(beat, into: &window)
            let template = groups.templates[normal.templateBeatIndices[beat]]
            let waves = BeatWaveComparison(window, template)
            self[.similarity, beat] = waves.similarity
            self[.cs, beat] =
                isNormalShape[beat]
                ? 1 : BeatWaveComparison.similarity(groups.templates[beat].paddedSamples, template)
            self[.pWaveCorrelation, beat] = waves.pWaveCorrelation
            self[.tWaveCorrelation, beat] = waves.tWaveCorrelation
            self[.tWavePolarity, beat] = waves.tWavePolarity
            for lead in noise.indices { noise[lead].append(BeatWaveComparison.noise(window, lead)) }
            ranges.append(BeatWaveComparison.rangeBeforeQRS(window, windows.leadCount))
            let beatWidths = QRSWidths(
                window, leadCount: windows.leadCount, start: BeatWindows.maxShift)
            let shapeWidths = templateWidths[beat]
            let normalWidths = templateWidths[normal.templateBeatIndices[beat]]
            self[.widthLog2Ratio, beat] = beatWidths.log2Ratio(to: normalWidths)
            self[.shapeWidthLog2Ratio, beat] = shapeWidths.log2Ratio(to: normalWidths)
            self[.shapeLog2Width, beat] = log2(shapeWidths.steepness * shapeWidths.spread) / 2
        }
        let noiseMedians = noise.map { lead in
            var values = lead
            return middle(&values)
        }
        var sortedRanges = ranges
        let rangeMedian = middle(&sortedRanges)
        self[.hf] = seconds.indices.map { beat in
            let ratio = zip(noise, noiseMedians).lazy.map { $0[beat] / ($1 + epsilon) }.max() ?? 0
            return min(max(log2(ratio + 1e-3), -2), 4)
        }
        self[.precedingRangeLog2Ratio] = ranges.map {
            min(max(log2($0 / (rangeMedian + epsilon) + 1e-3), -2), 4)
        }
    }

    subscript(measure: BeatMeasure, beat: Int) -> Double {
        get { columns[measure.rawValue][beat] }
        set { columns[measure.rawValue][beat] = newValue }
    }
}

/// Logarithm to base 2.
func log2(_ x: Double) -> Double { PlatformMath.log(x) / 0.693_147_180_559_945_3 }

extension QRSWidths {
    /// Mean of the log2 of the three ratios.
    func log2Ratio(to other: QRSWidths) -> Double {
        (log2(steepness / other.steepness) + log2(area / other.area)
            + log2(spread / other.spread)) / 3
    }
}

/// Sums and means over the beats of the same shape, weighted by exp(-|t - t'| / 120 s).
struct ShapeMeans {
    static let decaySeconds = 120.0

    /// The beat of the same shape before each beat, and its weight; -1 where there is none.
    private var previous: [Int]
    private var weights: [Double]
    /// Weighted number of the beats of the shape of each beat.
    private(set) var counts: [Double] = []

    init(seconds: [Double], labels: [Int]) {
        previous = [Int](repeating: -1, count: seconds.count)
        weights = [Double](repeating: 0, count: seconds.count)
        var latestBeatByLabel = [Int](repeating: -1, count: (labels.max() ?? 0) + 1)
        for (beat, label) in labels.enumerated() {
            let before = latestBeatByLabel[label]
            latestBeatByLabel[label] = beat
            guard before >= 0 else { continue }
            previous[beat] = before
            weights[beat] = PlatformMath.exp(
                -abs(seconds[beat] - seconds[before]) / Self.decaySeconds)
        }
        counts = sums(of: [Double](repeating: 1, count: seconds.count))
    }

    func means(of values: [Double]) -> [Double] {
        zip(sums(of: values), counts).map { $0 / $1 }
    }

    /// - Complexity: O(n).
    func sums(of values: [Double]) -> [Double] {
        var (before, after) = (values, values)
        for beat in values.indices where previous[beat] >= 0 {
            before[beat] += before[previous[beat]] * weights[beat]
        }
        for beat in values.indices.reversed() where previous[beat] >= 0 {
            after[previous[beat]] += after[beat] * weights[beat]
        }
        return values.indices.map { before[$0] + after[$0] - values[$0] }
    }
}

/// The shape that is the normal one at each beat.
///
/// It is the one of many, not early and not wide beats: decayed count, times the square of the share that is
/// not early, times the square of its narrowness among shapes with a tenth of the beats. So neither
/// ventricular beats in bigeminy nor an escape rhythm are normal, but a bundle branch block is.
struct NormalShape {
    /// A template of the normal shape is that after its last beat up to so many seconds later.
    private static let templateLookaheadSeconds = 10.0
    private static let maxCandidateCount = 32

    /// The normal shape at each beat.
    private(set) var labels: [Int]
    /// The beat just after which the normal shape's template was the one that counts.
    private(set) var templateBeatIndices: [Int] = []
    /// Decayed count of all beats.
    private(set) var totals: [Double]

    init(seconds: [Double], labels shapes: [Int], early: [Double], widths: [QRSWidths]) {
        let count = seconds.count
        let ones = [Double](repeating: 1, count: count)
        let all = ShapeMeans(seconds: seconds, labels: [Int](repeating: 0, count: count))
        let totals = all.counts
        self.totals = totals
        // What is left of the weight of the beat before.
        let decayFactors = seconds.indices.map { beat in
            beat > 0
                ? PlatformMath.exp(
                    -(seconds[beat] - seconds[beat - 1]) / ShapeMeans.decaySeconds) : 1
        }
        var sizes = [Int](repeating: 0, count: (shapes.max() ?? 0) + 1)
        for shape in shapes { sizes[shape] += 1 }
        let candidates = sizes.indices.sorted {
            sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1
        }.prefix(Self.maxCandidateCount).sorted()
        let beatBreadths = widths.map { $0.steepness + 0.5 * $0.spread }
        var counts: [[Double]] = []
        var (earlies, wides) = ([[Double]](), [[Double]]())
        for shape in candidates {
            func sum(_ values: [Double]) -> [Double] {
                Self.decayedSum(values, of: shape, decayFactors, shapes)
            }
            counts.append(sum(ones))
            earlies.append(sum(early))
            wides.append(sum(beatBreadths))
        }
        labels = (0..<count).map { beat in
            var narrowest = Double.infinity
            for index in candidates.indices where counts[index][beat] > 0.1 * totals[beat] {
                narrowest = min(narrowest, wides[index][beat] / max(counts[index][beat], 1e-9))
            }
            var (best, bestScore) = (candidates[0], -Double.infinity)
            for (index, shape) in candidates.enumerated() {
                let divisor = max(counts[index][beat], 1e-9)
                let onTimeShare = 1 - earlies[index][beat] / divisor
                let narrowness = min(1, narrowest / max(wides[index][beat] / divisor, 1e-9))
                let score =
                    counts[index][beat] * onTimeShare * onTimeShare * narrowness * narrowness
                if score > bestScore { (best, bestScore) = (shape, score) }
            }
            return best
        }
        findTemplates(seconds, shapes, shapeCount: sizes.count)
    }

    private mutating func findTemplates(
        _ seconds: [Double], _ shapes: [Int], shapeCount: Int
    ) {
        var latestBeatByShape = [Int](repeating: -1, count: shapeCount)
        for (beat, shape) in shapes.enumerated() where latestBeatByShape[shape] < 0 {
            latestBeatByShape[shape] = beat
        }
        var next = 0
        templateBeatIndices = seconds.indices.map { beat in
            while next < seconds.count,
                seconds[next] <= seconds[beat] + Self.templateLookaheadSeconds
            {
                latestBeatByShape[shapes[next]] = next
                next += 1
            }
            return latestBeatByShape[labels[beat]]
        }
    }

    /// Returns the sum over the beats of one shape, weighted by exp(-|t - t'| / 120 s), for each
    /// beat.
    private static func decayedSum(
        _ values: [Double], of shape: Int, _ decayFactors: [Double], _ shapes: [Int]
    ) -> [Double] {
        var sums = [Double](repeating: 0, count: values.count)
        var sum = 0.0
        for beat in values.indices {
            sum *= decayFactors[beat]
            if shapes[beat] == shape { sum += values[beat] }
            sums[beat] = sum
        }
        sum = 0
        for beat in values.indices.reversed() {
            if beat + 1 < values.count { sum *= decayFactors[beat + 1] }
            sums[beat] += sum
            if shapes[beat] == shape { sum += values[beat] }
        }
        return sums
    }
}

/// The waves of one beat against those of a template.
struct BeatWaveComparison {
    /// The P wave, 256 to 80 ms before the centre, and the T wave, 80 to 360 ms after it; in a window.
    private static let pWaveRange = (BeatWindows.before - 32)..<(BeatWindows.before - 10)
    private static let tWaveRange = (BeatWindows.before + 10)..<(BeatWindows.before + 45)

    let similarity: Double
    let pWaveCorrelation: Double
    let tWaveCorrelation: Double
    let tWavePolarity: Double

    init(_ window: [Float], _ template: ShapeTemplate) {
        let leadCount = template.leadCount
        let match = MatchedWindow(window, leadCount: leadCount).match(template)
        similarity = Double(match.similarity)
        var p = CorrelationSums()
        var t = CorrelationSums()
        var (largestArea, polarity) = (-1.0, 0.0)
        window.withUnsafeBufferPointer { window in
            template.samples.withUnsafeBufferPointer { usual in
                for lead in 0..<leadCount {
                    let beat = window[(lead * BeatWindows.windowCount + match.shift)...]
                    let normal = usual[(lead * BeatWindows.count)...]
                    func beatValue(_ index: Int) -> Double {
                        Double(beat[beat.startIndex + index])
                    }
                    func normalValue(_ index: Int) -> Double {
                        Double(normal[normal.startIndex + index])
                    }
                    let (own, other) = (
                        Line(beatValue, Self.pWaveRange), Line(normalValue, Self.pWaveRange)
                    )
                    for index in Self.pWaveRange {
                        p.add(
                            beatValue(index) - own.value(index),
                            normalValue(index) - other.value(index))
                    }
                    var (wave, area) = (0.0, 0.0)
                    for index in Self.tWaveRange {
                        t.add(beatValue(index), normalValue(index))
                        wave += beatValue(index)
                    }
                    for index in BeatWindows.qrs { area += beatValue(index) }
                    if abs(area) > largestArea {
                        largestArea = abs(area)
                        let sign: Double = area > 0 ? 1 : area < 0 ? -1 : 0
                        polarity = -sign * wave / (abs(area) + 0.5)
                    }
                }
            }
        }
        pWaveCorrelation = p.value
        tWaveCorrelation = t.value
        tWavePolarity = min(max(polarity, -2), 2)
    }

    static func similarity(_ window: [Float], _ template: ShapeTemplate) -> Double {
        Double(MatchedWindow(window, leadCount: template.leadCount).match(template).similarity)
    }

    private struct CorrelationSums {
        private var (xx, xy, yy) = (0.0, 0.0, 0.0)

        mutating func add(_ x: Double, _ y: Double) {
            xx += x * x
            xy += x * y
            yy += y * y
        }

        var value: Double { xy / ((xx * yy).squareRoot() + epsilon) }
    }

    /// The regression line of values.
    private struct Line {
        private let mean: Double
        private let slope: Double
        private let center: Double

        init(_ value: (Int) -> Double, _ range: Range<Int>) {
            center = Double(range.lowerBound) + Double(range.count - 1) / 2
            var (sum, moment, square) = (0.0, 0.0, 0.0)
            for index in range {
                let distance = Double(index) - center
                sum += value(index)
                moment += value(index) * distance
                square += distance * distance
            }
            mean = sum / Double(range.count)
            slope = moment / square
        }

        func value(_ index: Int) -> Double { mean + (Double(index) - center) * slope }
    }

    /// Root mean square of second differences beside the QRS complex, in one lead.
    static func noise(_ window: [Float], _ lead: Int) -> Double {
        let start = lead * BeatWindows.windowCount + BeatWindows.maxShift
        return window.withUnsafeBufferPointer { window in
            var (sum, count) = (0.0, 0)
            for range in [0..<25, 75..<(BeatWindows.count - 2)] {
                for index in (start + range.lowerBound)..<(start + range.upperBound) {
                    let difference =
                        Double(window[index]) - 2 * Double(window[index + 1])
                        + Double(window[index + 2])
                    sum += difference * difference
                }
                count += range.count
            }
            return (sum / Double(count)).squareRoot()
        }
    }

    /// The range of the samples 360 to 150 ms before the centre; the largest of the leads.
    static func rangeBeforeQRS(_ window: [Float], _ leadCount: Int) -> Double {
        window.withUnsafeBufferPointer { window in
            var range = 0.0
            for lead in 0..<leadCount {
                let start = lead * BeatWindows.windowCount + BeatWindows.maxShift
                var (low, high) = (window[start], window[start])
                for index in start..<(start + 27) {
                    low = min(low, window[index])
                    high = max(high, window[index])
                }
                range = max(range, Double(high - low))
            }
            return range
        }
    }
}
