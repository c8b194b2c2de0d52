extension Asymmetry {
    /// The metrics by key.
    public var values: MetricValues { MetricValues(present: pairs) }

    var pairs: [(MetricKey, Double?)] {
        [
            (.guzik, guzikPercent), (.slopeIndex, slopePercent), (.areaIndex, areaPercent),
            (.porta, portaPercent), (.ehlers, ehlers), (.c1d, c1d), (.c1a, c1a),
            (.sd1d, sd1dMs), (.sd1a, sd1aMs), (.c2d, c2d), (.c2a, c2a), (.sd2d, sd2dMs),
            (.sd2a, sd2aMs), (.cd, cd), (.ca, ca), (.sdnnd, sdnndMs), (.sdnna, sdnnaMs),
        ]
    }
}
