/// The choices in which programs differ that compute metrics of the same names.
///
/// The defaults are this toolkit's own. Each choice can be changed alone, which is how
/// ``DialectComparison`` finds what makes two programs disagree.
///
/// ```swift
/// var conventions = Conventions()
/// conventions.pnnDivisor = .intervals
/// conventions.values(of: nn)[.pnn50]
/// ```
public struct Conventions: Sendable, Equatable {
    // MARK: Beats

    /// Lengths an interval must have to be used; ms; nil: all NN.
    public var acceptedRangeMs: ClosedRange<Double>?
    public var gaps: GapRule = .retained
    /// The trend that is subtracted from the intervals before the dispersions of the time domain
    /// are computed.
    public var timeDomainTrend: TimeDomainTrend = .none

    // MARK: Time domain

    public var sdsd: DifferenceDispersion = .signed
    public var pnnDivisor: PNNDivisor = .differences
    public var pnnComparison: PNNComparison = .above
    public var rateDivisor: Divisor = .countLessOne
    public var segments: SegmentRule = .halfFilled
    public var histogram: HistogramRule = .fromZero
    public var tinn: TriangleRule = .leastSquares
    public var stressIndex: StressRule = .baevsky

    // MARK: Spectrum

    public var estimator: Estimator = .periodogram
    /// The way the even grid is made; only where the estimator needs one.
    public var grid: ResamplingGrid = .bandLimited4Hz
    public var spectrumTrend: SpectrumTrend = .linear
    public var taper: TaperRule = .hann
    public var integration: Integration = .fractional
    public var bands: HRVBands = .taskForce
    public var totalPower: TotalPower = .toUpperEdgeOfHF
    public var normalisedUnits: NormalisedUnits = .percentOfLFAndHF
    public var powerScale: PowerScale = .density

    // MARK: Nonlinear

    public var poincare: PoincareRule = .pairs
    public var toleranceDivisor: Divisor = .countLessOne
    public var matching: Matching = .atMost
    public var shannon: ShannonRule = .bins
    public var fuzzy: FuzzyRule = .gaussian
    public var multiscale: MultiscaleRule = .twentyScales
    public var shortBoxes: ClosedRange<Int> = DetrendedFluctuation.defaultShortBoxes
    public var longBoxes: LongBoxes = .range(DetrendedFluctuation.defaultLongBoxes)
    public var boxes: BoxRule = .adjacent
    public var correlationDimension: CorrelationDimensionRule = .tenIntervals
    public var lempelZivThreshold: LempelZivThreshold = .median
    public var fragmentation: FragmentationRule = .beats
    public var symbols: SymbolRule = .sixLevels

    public init() {}
}

extension Conventions {
    public enum GapRule: String, Sendable {
        /// No difference, template or box crosses a gap.
        case retained = "kept"
        /// The intervals count as if each followed the one before it.
        case closed
    }

    public enum TimeDomainTrend: String, Sendable {
        case none
        /// Smoothness priors, lambda 500 at 4 Hz.
        case smoothnessPriors = "smoothness-priors"
    }

    public enum SpectrumTrend: String, Sendable {
        case linear, mean
        /// Smoothness priors, lambda 500 at 4 Hz.
        case smoothnessPriors = "smoothness-priors"
    }

    /// The divisor of a sum of squares over n values.
    public enum Divisor: String, Sendable {
        case countLessOne = "n-1"
        case count = "n"
        case countPlusOne = "n+1"
    }

    public enum DifferenceDispersion: String, Sendable {
        /// Standard deviation of the differences over n - 1.
        case signed = "differences, n-1"
        /// The same over n.
        case signedDividedByCount = "differences, n"
        /// Standard deviation of the differences without their signs over n - 1: about half as
        /// large, and no measure of SDSD.
        case absolute = "absolute differences, n-1"
    }

    public enum PNNDivisor: String, Sendable {
        case differences, intervals
    }

    /// The differences that NN50 and NN20 count.
    public enum PNNComparison: String, Sendable {
        case above, atLeast = "at least"
    }

    /// The rule by which segments of SDANN and the SDNN index are cut.
    public enum SegmentRule: String, Sendable {
        /// Segments of the clock, at least half of each inside NN intervals.
        case halfFilled = "clock, half filled"
        /// Segments of the clock, as many as the length rounds to; none below three.
        case rounded = "clock, count rounded"
        /// The same, the last interval of each left out.
        case roundedWithoutLast = "clock, count rounded, last interval dropped"
        /// Segments of as many intervals as fit into the length, again and again, the rest as a
        /// last one.
        case filledInTurn = "filled in turn"
    }

    public enum HistogramRule: String, Sendable {
        /// Bins of 7.8125 ms from 0.
        case fromZero = "7.8125 ms from 0"
        /// Bins of 8 ms from 300 to 1996 ms.
        case eightMs = "8 ms from 300 to 1996"
    }

    public enum TriangleRule: String, Sendable {
        /// Least squares over the whole histogram.
        case leastSquares = "least squares"
        /// Least squares over the bins of the triangle only.
        case insideTriangle = "least squares inside the triangle"
        /// The same, the left foot fixed to the first bin edge above the shortest interval.
        case leftFootFixed = "least squares inside the triangle, left foot fixed"
        /// Least squares to the histogram smoothed by a Gaussian of two bins.
        case smoothed = "least squares to a smoothed histogram"
    }

    public enum StressRule: String, Sendable {
        case baevsky = "AMo / (2 Mo range)"
        case squareRoot = "square root of AMo / (2 Mo range)"
    }

    public enum Estimator: String, Sendable {
        /// Ours: one taper over the whole series, missing intervals estimated.
        case periodogram = "fft"
        case lombScargle = "lomb"
        /// Segments of 300 s, half overlapping, padded to 4096 samples.
        case welch300Seconds = "welch, 300 s"
        /// Segments of 64 s, half overlapping, padded to 4096 samples.
        case welch64Seconds = "welch, 64 s"
        /// Half of the samples each, half overlapping, padded to twice their length, means kept,
        /// the lowest frequency two cycles of a segment's half.
        case welchHalves = "welch, halves"
        /// One segment of all samples below 300 s, from there on of 75 s; padded to 4096 samples.
        case welchWholeOr75Seconds = "welch, whole or 75 s"
    }

    public enum ResamplingGrid: String, Sendable {
        case bandLimited4Hz = "band-limited, 4 Hz"
        case cubic4Hz = "cubic spline, 4 Hz"
        case linear4Hz = "linear, 4 Hz"
        /// The last interval's value where the grid ends after it.
        case quadratic100Hz = "quadratic spline, 100 Hz"
    }

    public enum TaperRule: String, Sendable {
        case hann, hamming
    }

    public enum Integration: String, Sendable {
        /// Trapezia with fractions of a cell at the edges.
        case fractional
        /// Trapezia between the first and last frequency inside [low, high).
        case halfOpenTrapezia = "trapezia inside [low, high)"
        /// The sum over all frequencies inside [low, high] times their distance.
        case closedSum = "sum over [low, high]"
    }

    public enum TotalPower: String, Sendable {
        case toUpperEdgeOfHF = "0 to the end of HF"
        case sumOfVLFToHF = "VLF + LF + HF"
        case sumOfAllBands = "sum of all bands"
    }

    public enum NormalisedUnits: String, Sendable {
        case percentOfLFAndHF = "% of LF + HF"
        case percentOfTotalLessVLF = "% of total less VLF"
        case percentOfTotal = "% of total"
    }

    public enum PowerScale: String, Sendable {
        case density
        /// The density divided by its maximum: a band's "power" has no unit.
        case dividedByMaximum = "divided by the maximum"
    }

    public enum PoincareRule: String, Sendable {
        /// Standard deviations of the pairs' differences and sums over n - 1.
        case pairs = "pairs, n-1"
        case pairsDividedByCount = "pairs, n"
        /// SD2 from SDNN and SDSD: sqrt(2 SDNN^2 - SDSD^2 / 2).
        case fromSDNN = "from SDNN and SDSD"
    }

    /// The distances of two templates that match.
    public enum Matching: String, Sendable {
        case atMost = "<= r"
        case below = "< r"
    }

    public enum ShannonRule: String, Sendable {
        case bins = "7.8125 ms bins"
        case distinctValues = "distinct values"
    }

    public enum FuzzyRule: String, Sendable {
        case gaussian = "exp(-(d/r)^2)"
        case exponential = "exp(-d/r)"
    }

    public enum MultiscaleRule: String, Sendable {
        case twentyScales = "scales 1-20"
        /// Scales 1 to below N / 12; CMSE and RCMSE take every s-th interval, not means; the sum of
        /// the trapezia is divided by the count of the scales.
        case twelfthOfCount = "scales below N / 12"
    }

    public enum LongBoxes: Sendable, Equatable {
        case range(ClosedRange<Int>)
        /// Boxes from 12 to (N + 1) / 10 intervals.
        case twelveToTenthOfCount
    }

    public enum BoxRule: String, Sendable {
        /// Boxes side by side, the root of the mean square.
        case adjacent = "adjacent"
        /// Each box half a box after the one before it.
        case halfOverlapping = "half overlapping"
        /// Boxes side by side, the mean of the boxes' roots.
        case meanOfRoots = "adjacent, mean of roots"
    }

    public enum CorrelationDimensionRule: String, Sendable {
        case tenIntervals = "m 10, slope of C from 0.001 to 0.1"
        /// Two intervals, 64 radii from 2.5 to 50 % of the largest distance.
        case twoIntervals = "m 2, 64 radii"
    }

    public enum LempelZivThreshold: String, Sendable {
        case median, mean
    }

    public enum FragmentationRule: String, Sendable {
        /// PSS and PAS are shares of the beats; zero differences are runs of their own.
        case beats = "shares of beats"
        /// PSS and PAS are shares of segments; an inflection is a change of the difference's sign.
        case segments = "shares of segments"
    }

    public enum SymbolRule: String, Sendable {
        case sixLevels = "6 levels of the range"
        case fourQuantiles = "4 equally frequent levels"
    }
}
