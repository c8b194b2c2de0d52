import BeatDetection
@_spi(Studies) import KernelBenchmarks

extension DetectionReport {
    /// Ours beside the best of the other programs, whichever that is in each row.
    var summarySection: String {
        var table = MarkdownTable(["", "ours", "best other program"])
        table.add(
            scoreRow("F1, \(firstLead.count) records, first lead (ours fitted to them)", firstLead))
        table.add(scoreRow("F1, their second lead (the same)", secondLead))
        for record in noise { table.add(scoreRow("F1, \(record.name)", [record])) }
        let quiet = times.filter { $0.signal.noise == nil }
        let noisy = times.filter { $0.signal.noise != nil }
        table.add(timeRow("largest SD of times without noise, ms", quiet))
        table.add(timeRow("largest SD of times in noise of 12 dB, ms", noisy))
        table.add(errorRow("faults on all simulated signals", times))
        if let row = speedRow { table.add(row) }
        return "## In short\n" + table.text
    }

    private static let ownNames = Set(DetectionMethod.all.map(\.name))

    private func scoreRow(_ title: String, _ scores: [SignalScore]) -> [String] {
        let gross = SignalScore.gross(scores)
        let best = gross.filter { !Self.ownNames.contains($0.name) }
            .max { ($0.whole.f1 ?? 0) < ($1.whole.f1 ?? 0) }
        return [
            title, Self.percent(gross.first?.whole.f1),
            best.map { "\(Self.percent($0.whole.f1)) (\($0.name))" } ?? "-",
        ]
    }

    /// One number a method: ours, and the least of the others.
    private func row(
        _ title: String, _ rows: [(signal: TimedSignal, errors: [TimeErrors])],
        decimals: Int, _ number: ([TimeErrors]) -> Double?
    ) -> [String] {
        let methods = (rows.first?.errors ?? []).map(\.method)
        let numbers = methods.map { method in
            number(rows.flatMap(\.errors).filter { $0.method == method })
        }
        let best = zip(methods, numbers).dropFirst()
            .compactMap { name, value in value.map { (name, $0) } }.min { $0.1 < $1.1 }
        return [
            title, Self.signed(numbers.first ?? nil, decimals: decimals),
            best.map { "\(Self.signed($0.1, decimals: decimals)) (\($0.0))" } ?? "-",
        ]
    }

    /// nil for a method that found too little on one of the signals.
    private func timeRow(
        _ title: String, _ rows: [(signal: TimedSignal, errors: [TimeErrors])]
    ) -> [String] {
        row(title, rows, decimals: 2) { errors in
            let deviations = errors.compactMap(\.deviationMs)
            return deviations.count == errors.count ? deviations.max() : nil
        }
    }

    private func errorRow(
        _ title: String, _ rows: [(signal: TimedSignal, errors: [TimeErrors])]
    ) -> [String] {
        row(title, rows, decimals: 0) { Double($0.reduce(0) { $0 + $1.errorCount }) }
    }

    private var speedRow: [String]? {
        let long = speed?.times.filter { $0.workload == DetectionWorkload.day.name } ?? []
        guard let ours = long.first(where: \.program.isEmpty) else { return nil }
        let best = long.filter { !$0.program.isEmpty }.min { $0.minNs < $1.minNs }
        return [
            "time for \(DetectionWorkload.day.title)", BenchmarkText.time(ours.minNs),
            best.map { "\(BenchmarkText.time($0.minNs)) (\($0.program))" } ?? "-",
        ]
    }
}
