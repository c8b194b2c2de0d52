@_spi(Studies) import KernelBenchmarks

extension CorrectionReport {
    /// The least share of the valid intervals of a cell that should be retained.
    private static let enough = 0.995

    /// Changes of rate by every factor.
    var rateChangeSection: String {
        guard let first = rateChanges.first else { return "## Changes of rate\nNot measured." }
        typealias Change = RateChangeSimulation
        let percent = { (range: ClosedRange<Double>) in
            "\(Self.whole(range.lowerBound)) to \(Self.whole(range.upperBound)) %"
        }
        let ramps = RateChangeStudy.rampCounts.dropFirst().map { "\($0)" }
        let spreads = RateChangeStudy.spreads.map(Self.whole)
        let artefacts = Self.list(RateChangeStudy.artefactShares.filter { $0 > 0 }.map(Self.whole))
        let parts = rateChanges.map { "### \($0.name)\n\n" + Self.rateChangeTable($0) }
        return """
            ## Changes of rate
            \(Change.countsBefore.lowerBound) to \(Change.countsBefore.upperBound - 1) intervals \
            at one rate, then \(Change.countAfter) at another. The shorter mean interval is \
            \(Int(Change.shorterMs.lowerBound)) to \(Int(Change.shorterMs.upperBound)) ms, the \
            longer one *factor* times as long; "longer" goes from the former to the latter, \
            "shorter" back; at once, or over \(Self.list(ramps)) intervals. The standard deviation \
            is \(Self.list(spreads)) % of the mean: of white intervals, or of intervals with \
            breathing, a sine of \(BenchmarkText.fixed(Change.breathingHertz, decimals: 2)) Hz and \
            white noise. Alone, or with artefacts in \(artefacts) % of the beats: missed, extra \
            (at \(percent(Change.extraShares)) of an interval) or displaced (early by \
            \(percent(Change.earlyShares))), in equal parts. \(RateChangeStudy.cells.count) cells, \
            one of each combination; \(first.seedCount) series a cell.

            A recorded interval is valid if both its beats are true, and none between them was \
            missed. Of the valid ones from the tenth after the end of the change on, those that \
            stand in the result as measured are *kept*; in percent. *Made* counts the intervals of \
            all results that were made, not measured: alone, each of them in error.

            \(rateChangeTotals)

            \(parts.joined(separator: "\n\n"))
            """
    }

    private static func list(_ texts: [String]) -> String {
        let first = texts.dropLast().joined(separator: ", ")
        return (first.isEmpty ? "" : first + " or ") + (texts.last ?? "")
    }

    private var rateChangeTotals: String {
        var table = MarkdownTable([
            "method", "artefacts", "kept", "cells", "below 99.5 %", "worst cell", "kept in it",
            "made",
        ])
        let parts: [(name: String, isMeant: (RateChangeSimulation) -> Bool)] = [
            ("alone", { $0.artefactShare == 0 }), ("with artefacts", { $0.artefactShare > 0 }),
            ("both", { _ in true }),
        ]
        for method in rateChanges {
            for part in parts {
                let cells = zip(RateChangeStudy.cells, method.scores)
                    .filter { part.isMeant($0.0) }
                    .map { (cell: $0.0, share: $0.1.retainedShare ?? 1) }
                let total = method.total(part.isMeant)
                let worst = cells.min { $0.share < $1.share }
                table.add([
                    method.name == defaultRule ? "**\(method.name)**" : method.name, part.name,
                    Percent.share(total.retainedShare), "\(cells.count)",
                    "\(cells.count { $0.share < Self.enough })",
                    worst.map { Self.cellName($0.cell) } ?? "-", Percent.share(worst?.share),
                    "\(total.madeCount)",
                ])
            }
        }
        return table.text
    }

    /// One row a factor and direction: the cells of all spreads together.
    private static func rateChangeTable(_ method: RateChangeScores) -> String {
        let ramps = RateChangeStudy.rampCounts.map(rampName) + ["made"]
        var table = MarkdownTable(
            ["factor", "alone: " + ramps[0]] + ramps.dropFirst()
                + ["with artefacts: " + ramps[0]] + ramps.dropFirst())
        for factor in RateChangeStudy.factors {
            for isLonger in [true, false] {
                var row = [changeName(factor, isLonger)]
                for artefactShare in RateChangeStudy.artefactShares {
                    let isInRow = { (cell: RateChangeSimulation) in
                        cell.factor == factor && cell.isLonger == isLonger
                            && cell.artefactShare == artefactShare
                    }
                    row += RateChangeStudy.rampCounts.map { rampCount in
                        let total = method.total { isInRow($0) && $0.rampCount == rampCount }
                        return Percent.share(total.retainedShare)
                    }
                    row.append("\(method.total(isInRow).madeCount)")
                }
                table.add(row)
            }
        }
        return table.text
    }

    private static func cellName(_ cell: RateChangeSimulation) -> String {
        let parts = [
            changeName(cell.factor, cell.isLonger), rampName(cell.rampCount),
            whole(cell.spread) + " %", cell.isBreathing ? "breathing" : "white",
        ]
        return (parts + (cell.artefactShare > 0 ? ["artefacts"] : [])).joined(separator: ", ")
    }

    private static func changeName(_ factor: Double, _ isLonger: Bool) -> String {
        let hundredths = BenchmarkText.fixed(factor, decimals: 2)
        return (hundredths.hasSuffix("0") ? BenchmarkText.compact(factor) : hundredths)
            + (isLonger ? ", longer" : ", shorter")
    }

    private static func rampName(_ count: Int) -> String {
        count == 0 ? "at once" : "over \(count)"
    }

    /// A share in whole percent.
    private static func whole(_ share: Double) -> String { "\(Int((100 * share).rounded()))" }
}
