/// The report for a terminal.
extension BenchmarkReport {
    private static let nameWidth = 34
    private static let titles = [
        "least", "median", "spread", "per item", "x least", "x median", "alloc", "deviation",
    ]
    private static let widths = [10, 10, 8, 10, 9, 9, 7, 11]

    public var table: String {
        var lines = heading
        for result in results {
            lines.append("")
            lines.append("\(result.title)  (item: \(result.itemUnit))")
            for variant in result.variants { lines.append(Self.line(variant, of: result)) }
        }
        if !growth.isEmpty {
            lines.append("")
            lines.append("Growth: the exponent e of time = size^e, as shipped")
            for item in growth {
                lines.append(
                    "  " + BenchmarkText.padded(item.name, to: Self.nameWidth, right: false)
                        + BenchmarkText.padded(Self.signedText(item.exponent), to: 8)
                        + "  from \(item.fromSize) to \(item.toSize)")
            }
        }
        lines.append("")
        lines += legend
        return lines.joined(separator: "\n") + "\n"
    }

    private var heading: [String] {
        let columns = zip(Self.titles, Self.widths).map { BenchmarkText.padded($0, to: $1) }
        return [
            "\(environment.processor); instructions: \(environment.instructions.rawValue); "
                + "transform: \(environment.transform)",
            "Resonance \(environment.toolkitVersion), \(environment.compilerVersion), "
                + environment.configuration + (isQuick ? "; quick, so less certain" : ""),
            "",
            BenchmarkText.padded("", to: Self.nameWidth + 2) + columns.joined(),
        ]
    }

    private static func line(
        _ variant: BenchmarkResult.Variant, of result: BenchmarkResult
    ) -> String {
        let isScaled = variant.share < 1
        let name = variant.name + (isScaled ? " *" : "")
        let deviation = variant.deviation.map(BenchmarkText.scientific) ?? "-"
        let cells = [
            BenchmarkText.time(variant.nanoseconds.minimum),
            BenchmarkText.time(variant.nanoseconds.median),
            variant.nanoseconds.spread.map { BenchmarkText.fixed(100 * $0, decimals: 0) + " %" }
                ?? "-",
            BenchmarkText.time(variant.nanosecondsPerItem),
            BenchmarkText.threeSignificantDigits(variant.minTimeRatio),
            BenchmarkText.threeSignificantDigits(variant.medianTimeRatio),
            variant.allocationCount.map { "\($0)" } ?? "-",
            deviation + (variant.isAccurate ? "" : "!"),
        ]
        let columns = zip(cells, widths).map { BenchmarkText.padded($0, to: $1) }
        return "  " + BenchmarkText.padded(name, to: nameWidth, right: false) + columns.joined()
    }

    private static func signedText(_ value: Double) -> String {
        (value < 0 ? "-" : "") + BenchmarkText.fixed(abs(value), decimals: 2)
    }

    /// The meaning of the columns and marks, where they occur.
    private var legend: [String] {
        let variants = results.flatMap(\.variants)
        var lines = [
            "CPU time of one thread, best and median of interleaved rounds; spread: 10th to 90th "
                + "percentile over the median.",
            "x: times the time of the first line. deviation: from an independent computation, "
                + "relative to its highest value.",
        ]
        for result in results {
            guard let unit = result.deviationUnit else { continue }
            lines.append("Deviations of \(result.name) are in \(unit).")
        }
        if variants.contains(where: { $0.share < 1 }) {
            lines.append("*: timed on a part of the frequencies, scaled to all of them.")
        }
        if variants.contains(where: { $0.allocationCount == nil }) {
            lines.append("alloc -: \(Self.notCountedReason).")
        } else {
            lines.append("alloc: blocks of memory that one warm run asks for.")
        }
        if variants.contains(where: { !$0.isAccurate }) {
            lines.append("!: beyond what rounding explains.")
        }
        return lines
    }

    static let notCountedReason =
        "this program does not count allocations; make bench does, on Linux"
}
