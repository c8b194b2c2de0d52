/// The scale from a density to its colour: four steps of equal ratio for each decade, sixteen in
/// all.
///
/// The lightness of the colours rises evenly, so that they keep their order in grey.
struct SpectrogramScale {
    /// Dark to light: OKLCH with lightness 0.22 to 0.96 in even steps, hue from 290 to 100 degrees
    /// and as much colour, up to 0.17, as a screen can show (Ottosson 2020, the OKLab colour space).
    static let colours = [
        "#1e054a", "#1d0a6e", "#052087", "#0b4072", "#115276", "#18637d", "#1b7485", "#1f858c",
        "#259790", "#29aa91", "#31bd8a", "#4dcf77", "#87db69", "#b7e45d", "#e3ed56", "#fef4b6",
    ]
    static let stepsPerDecade = 4

    /// Lower edges of the colours, and the upper edge of the last.
    let edges: [Double]

    /// A scale that ends at the first step above all but one in two hundred of the values; a single
    /// artefact does not darken a night.
    ///
    /// - Returns: nil without a finite value above ``SpectrumCurve/negligibleDensity``.
    init?(for values: [Double]) {
        let sorted = values.filter { $0 > SpectrumCurve.negligibleDensity && $0.isFinite }.sorted()
        guard !sorted.isEmpty else { return nil }
        let high = sorted[(sorted.count - 1) * 199 / 200]
        var step = SVGNumber.magnitude(of: high) * Self.stepsPerDecade
        while Self.edge(step) < high { step += 1 }
        edges = (step - Self.colours.count...step).map(Self.edge)
    }

    /// Index of the colour of a density; the ends' colours for what lies beyond them.
    func level(of density: Double) -> Int {
        let reachedEdges = edges.dropFirst().dropLast().prefix { $0 <= density }
        return reachedEdges.count
    }

    /// 10^(step / 4).
    private static func edge(_ step: Int) -> Double {
        let stepInDecade = (step % stepsPerDecade + stepsPerDecade) % stepsPerDecade
        let decade = (step - stepInDecade) / stepsPerDecade
        let root = (10.0).squareRoot()
        return SVGNumber.powerOfTen(decade)
            * [1, root.squareRoot(), root, root * root.squareRoot()][stepInDecade]
    }

    /// The edges that are powers of ten, by the index of the colour above them.
    var decadeLabels: [(index: Int, label: String)] {
        edges.indices.compactMap { index in
            let magnitude = SVGNumber.magnitude(of: edges[index] * 1.000001)
            let power = SVGNumber.powerOfTen(magnitude)
            guard abs(edges[index] / power - 1) < 1e-6 else { return nil }
            return (index, SVGNumber.fixed(power, decimals: max(0, min(15, -magnitude))))
        }
    }
}
