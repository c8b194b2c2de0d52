/// The catalogue's later rooms: what no mean, dispersion or spectrum shows.
extension MetricDefinition {
    /// Beats up to which metrics that compare every vector with every other are computed: about
    /// three hours. They describe a steady state, which longer stretches are not in, and their cost
    /// grows with the square of the beats.
    public static let mostBeatsOfAllPairs = 12_000

    /// Most beats of a stretch the metric is computed for unless forced; nil without a limit.
    public var mostBeats: Int? {
        Self.comparingAllPairs.contains(key) ? Self.mostBeatsOfAllPairs : nil
    }

    static let comparingAllPairs: Set<MetricKey> = [
        .correlationDimension, .recurrence, .determinism, .meanLine, .longestLine, .lineEntropy,
    ]

    static let nonlinear = make(
        .nonlinear,
        [
            (.dfaAlpha1, "", .beats(100), "detrended fluctuation, boxes of 4 to 16 beats"),
            (.dfaAlpha2, "", .beats(300), "detrended fluctuation, boxes of 16 to 64 beats"),
            (.sampEn, "", .beats(200), "sample entropy, m 2, r 0.2 SDNN"),
            (.apEn, "", .beats(200), "approximate entropy, m 2, r 0.2 SDNN"),
            (.shanEn, "bit", .beats(200), "Shannon entropy, 7.8125 ms bins"),
            (.higuchi, "", .beats(200), "Higuchi's fractal dimension, lags to 10"),
            (.katz, "", .beats(200), "Katz's fractal dimension"),
            (.lempelZiv, "", .beats(200), "Lempel-Ziv complexity around the median"),
            (.symbols0V, "", .beats(100), "share of words without variation, 6 levels"),
            (.symbols1V, "", .beats(100), "share of words with one variation"),
            (.symbols2LV, "", .beats(100), "share of words with two like variations"),
            (.symbols2UV, "", .beats(100), "share of words with two unlike variations"),
            (.stressIndex, "", .beats(100), "Baevsky's stress index, AMo / (2 Mo range)"),
            (.decelerationCapacity, "ms", .beats(500), "deceleration capacity"),
            (.accelerationCapacity, "ms", .beats(500), "acceleration capacity"),
            (.fuzzyEn, "", .beats(200), "fuzzy entropy, m 2, r 0.2 SDNN"),
            (.msEn, "", .beats(1000), "multiscale entropy, mean over scales 1 to 20"),
            (.cmsEn, "", .beats(1000), "composite multiscale entropy, mean over scales"),
            (.rcmsEn, "", .beats(1000), "refined composite multiscale entropy, mean over scales"),
            (.mfdfaAlpha1Width, "", .beats(1000), "multifractal width, boxes of 4 to 16 beats"),
            (.mfdfaAlpha2Width, "", .beats(1000), "multifractal width, boxes of 16 to 64 beats"),
            (.correlationDimension, "", .beats(1000), "correlation dimension D2, m 10"),
            (.recurrence, "%", .beats(300), "share of recurrent pairs, m 10, r sqrt(10) SDNN"),
            (.determinism, "%", .beats(300), "share of recurrent pairs on lines of 2 or more"),
            (.meanLine, "beats", .beats(300), "mean length of recurrence lines"),
            (.longestLine, "beats", .beats(300), "length of the longest recurrence line"),
            (.lineEntropy, "", .beats(300), "Shannon entropy of the lengths of lines, nats"),
        ])

    static let fragmentation = make(
        .fragmentation,
        [
            (.pip, "", .beats(100), "share of inflection points"),
            (.ials, "", .beats(100), "inverse mean length of runs of like differences"),
            (.pss, "", .beats(100), "share of beats in runs below three"),
            (.pas, "", .beats(100), "share of beats in alternations of four or more"),
        ])

    static let asymmetry = make(
        .asymmetry,
        [
            (.guzik, "%", .beats(100), "Guzik's index, by distance"),
            (.slopeIndex, "%", .beats(100), "slope index, by angle"),
            (.areaIndex, "%", .beats(100), "area index, by sector"),
            (.porta, "%", .beats(100), "Porta's index, by count"),
            (.ehlers, "", .beats(100), "Ehlers' index, skewness of differences"),
            (.c1d, "", .beats(100), "share of decelerations in SD1 squared"),
            (.c1a, "", .beats(100), "share of accelerations in SD1 squared"),
            (.sd1d, "ms", .beats(100), "SD1 of decelerations"),
            (.sd1a, "ms", .beats(100), "SD1 of accelerations"),
            (.c2d, "", .beats(100), "share of decelerations in SD2 squared"),
            (.c2a, "", .beats(100), "share of accelerations in SD2 squared"),
            (.sd2d, "ms", .beats(100), "SD2 of decelerations"),
            (.sd2a, "ms", .beats(100), "SD2 of accelerations"),
            (.cd, "", .beats(100), "share of decelerations in the whole"),
            (.ca, "", .beats(100), "share of accelerations in the whole"),
            (.sdnnd, "ms", .beats(100), "SDNN of decelerations"),
            (.sdnna, "ms", .beats(100), "SDNN of accelerations"),
        ])
}
