@_spi(Studies) import KernelBenchmarks
import PhysioSimulation

/// A table of a page.
struct MarkdownTable {
    private var lines: [String]

    init(_ heads: [String]) {
        lines = [Self.line(heads), Self.line(heads.map { _ in "---" })]
    }

    mutating func add(_ cells: [String]) { lines.append(Self.line(cells)) }

    var text: String { lines.joined(separator: "\n") }

    private static func line(_ cells: [String]) -> String {
        "| " + cells.joined(separator: " | ") + " |"
    }
}

/// Shares as text, in percent; `-` where there is none.
enum Percent {
    /// The largest effect that rounding may have on a share.
    private static let slack = 1e-6

    /// Cut to hundredths, so that only a whole is 100.
    static func share(_ share: Double?) -> String {
        guard let share else { return "-" }
        if share >= 1 { return "100" }
        return BenchmarkText.fixed((share * 10_000 + slack).rounded(.down) / 100, decimals: 2)
    }

    /// Rounded to hundredths.
    static func error(_ error: Double?) -> String {
        error.map { BenchmarkText.fixed(100 * $0, decimals: 2) } ?? "-"
    }

    /// Returns the text for a share of something that should be rare; rounded up to hundredths, so
    /// that only nothing is 0.
    static func small(_ share: Double?) -> String {
        guard let share else { return "-" }
        if share == 0 { return "0" }
        return BenchmarkText.fixed((share * 10_000 - slack).rounded(.up) / 100, decimals: 2)
    }
}

extension [Double] {
    /// nil for none.
    var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}

extension CorrectionCell {
    /// Indices among all cells.
    static func indices(_ part: Part) -> [Int] {
        all.indices.filter { all[$0].part == part }
    }
}

extension MethodScores {
    /// Returns the summaries of the cells of one part, in their order.
    func summaries(_ part: CorrectionCell.Part) -> [ArtefactScoreSummary] {
        CorrectionCell.indices(part).map { ArtefactScoreSummary(scores[$0]) }
    }
}
