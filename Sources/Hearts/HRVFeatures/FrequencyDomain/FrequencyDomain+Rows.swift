import PhysioDSP

extension FrequencyDomain {
    /// The mean densities of touching rows from 0 Hz on, as a spectrogram shows them; ms^2/Hz.
    ///
    /// A row times its width is its power. Under an autoregressive model the integral that is
    /// exact at a pole, and dear, is taken only next to one: elsewhere the density is smooth on the
    /// grid it is drawn on.
    ///
    /// - Parameter widthHz: of each row; above 0; several times the drawing grid's 1/1024 Hz.
    /// - Returns: `count` numbers; none without a spectrum.
    /// - Complexity: O(grid points), and O(p^2) a row next to a pole of p.
    public func meanDensities(widthHz: Double, count: Int) -> [Double] {
        guard let spectrum else { return [] }
        let rate = SpectrumSettings.resamplingRateHz
        let poles = model?.poles().map { abs(PlatformMath.angle($0)) * rate / (2 * .pi) } ?? []
        return (0..<max(0, count)).map { row in
            let low = Double(row) * widthHz
            let high = Double(row + 1) * widthHz
            let isNearPole = poles.contains { $0 >= low - widthHz && $0 < high + widthHz }
            let power =
                isNearPole
                ? model?.power(fromHz: low, toHz: high, sampleRateHz: rate) : nil
            return (power ?? spectrum.power(fromHz: low, toHz: high)) / widthHz
        }
    }
}
