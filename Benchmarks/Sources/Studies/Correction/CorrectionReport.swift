@_spi(Studies) import KernelBenchmarks
import PhysioSimulation

/// The benchmark of beat corrections as a page of Markdown.
public struct CorrectionReport: Sendable {
    /// Our rules; every one at the same number of seeds.
    public var ours: [MethodScores]
    /// The default rule in the cells of ``CorrectionCell/edges``; nil where it was not tried.
    public var edges: MethodScores?
    /// The scores of some of our rules where the rate changes; empty if it was not tried.
    public var rateChanges: [RateChangeScores] = []
    /// The scores of some of our rules in bursts of noise; empty if it was not tried.
    public var bursts: [NoiseBurstScores] = []
    /// Other programs; at fewer seeds, the first of ours.
    public var peers: [MethodScores] = []
    /// Names and versions of the other programs and what they run on.
    public var versions: [String] = []
    /// The number of series on which a program failed, by its name.
    public var failures: [(name: String, count: Int)] = []
    /// The rule that is used where none is named.
    public var defaultRule: String
    /// The results on annotated recordings, by method; nil if these are not available.
    public var rhythms: [RhythmResults]?
    /// Nil where it was not measured.
    public var speed: CorrectionSpeed?

    public struct RhythmResults: Sendable {
        public let name: String
        public let scores: [RhythmScore]
        /// Recordings it did not finish.
        public let unfinished: [String]

        public init(name: String, scores: [RhythmScore], unfinished: [String]) {
            self.name = name
            self.scores = scores
            self.unfinished = unfinished
        }
    }

    public init(ours: [MethodScores], defaultRule: String) {
        self.ours = ours
        self.defaultRule = defaultRule
    }

    /// The rules and programs that small tables are limited to.
    static let compared = ["lipponen", "neurokit2", "systole"]

    var seedCount: Int { ours.first?.seedCount ?? 0 }
    var peerSeedCount: Int { peers.first?.seedCount ?? 0 }

    /// Everything, the same for the same seeds and programs but for the times.
    public var markdown: String {
        ([Self.title, introduction, summary, inFull] + inShort + [
            shares, clean, displaced, edgeSection, rateChangeSection, burstSection, rhythmSection,
        ])
        .joined(separator: "\n\n") + "\n\n" + speedSection + "\n"
    }

    private static let title = """
        # Beat correction: measured

        Made by `make report-correction`; not edited by hand. The rules: [Beat correction](beat-correction.md).
        """

    private var introduction: String {
        let rates = CorrectionCell.rates.map(BenchmarkText.compact).joined(separator: ", ")
        return """
            ## What is measured
            Simulated beats (`ArtefactSimulation`), \(seedCount) series a cell, seeds 1 to \(seedCount)\
            \(peers.isEmpty ? "" : "; the other programs get the first \(peerSeedCount) of them"). 400 intervals; mean 750 to 1050 ms; \
            1/f noise of 15 ms and white noise of 6 ms. "paced 150" swings by an amplitude of 150 ms, \
            300 ms from peak to trough, at \(rates) breaths/min in turn; "free" breathes at 0.15 to \
            0.35 Hz. Beat times are rounded to 1 ms or 1/1024 s. Faults are put on beats drawn at \
            random, clusters among them: a missed beat; an extra one at 25 to 75 % of an interval; \
            an ectopic one 20 to 40 % early and a late one by 15 to 30 %, the next in time; an \
            interval 25 to 50 % too long or 25 to 45 % too short, which shifts all that follows; or \
            all of them mixed.

            A fault is *found* if none of its intervals stands in the result as measured. A sound \
            interval is *kept* if it does. RMSSD and SDNN of the result are compared with those of \
            the series before the faults: the absolute error in percent, its mean, 95th percentile \
            and largest of the series of a cell. Shares are cut, not rounded: 100 means all.

            Other programs: \(versions.joined(separator: ", ")). neurokit2 is told the beats as \
            positions of peaks (`signal_fixpeaks`, Kubios's method, iterated), systole the intervals \
            (`correct_rr`), hrv-analysis the same (`remove_ectopic_beats`, then its linear \
            interpolation). \(failureText)
            """
    }

    private var failureText: String {
        let failed = failures.filter { $0.count > 0 }
        guard !failed.isEmpty else { return "None failed on any series." }
        return "Where one fails, the series stays as it is: "
            + failed.map { "\($0.name) on \($0.count)" }.joined(separator: ", ") + " series."
    }

    // MARK: Simulated artefacts

    private var summary: String {
        let few = ours.filter { $0.name == defaultRule || $0.name == "lipponen" }
            .map { $0.first(peerSeedCount) }
        var parts = [
            "## All methods",
            "Over the \(CorrectionCell.indices(.faulty).count) cells of simulated faults; *worst* is "
                + "the worst cell. The last columns count series without faults of which anything was "
                + "changed, of all amplitudes together.",
            summaryTable(ours),
        ]
        if !peers.isEmpty {
            parts += ["The first \(peerSeedCount) seeds:", summaryTable(few + peers)]
        }
        return parts.joined(separator: "\n\n")
    }

    private func summaryTable(_ methods: [MethodScores]) -> String {
        var table = MarkdownTable([
            "method", "found", "worst", "kept", "worst", "RMSSD off by", "worst", "SDNN off by",
            "worst", "clean paced touched", "clean free touched",
        ])
        for method in methods {
            let cells = method.summaries(.faulty)
            let found = cells.compactMap(\.sensitivity)
            let retained = cells.compactMap(\.specificity)
            let rmssd = cells.compactMap(\.rmssdErrorSummary?.mean)
            let sdnn = cells.compactMap(\.sdnnErrorSummary?.mean)
            table.add([
                name(method), Percent.share(found.mean), Percent.share(found.min()),
                Percent.share(retained.mean), Percent.share(retained.min()),
                Percent.error(rmssd.mean),
                Percent.error(rmssd.max()), Percent.error(sdnn.mean), Percent.error(sdnn.max()),
                touched(method) { $0 != "free" }, touched(method) { $0 == "free" },
            ])
        }
        return table.text
    }

    /// Number of touched series among those without artefacts, of some kinds of breathing.
    private func touched(_ method: MethodScores, _ isMeant: (String) -> Bool) -> String {
        let summaries = zip(CorrectionCell.indices(.clean), method.summaries(.clean))
            .filter { isMeant(CorrectionCell.all[$0.0].rhythm) }.map(\.1)
        let count = summaries.reduce(0) { $0 + $1.alteredSeriesCount }
        return "\(count) of \(summaries.reduce(0) { $0 + $1.seriesCount })"
    }

    func name(_ method: MethodScores) -> String {
        method.name == defaultRule ? "**\(method.name)**" : method.name
    }

    private var inFull: String {
        guard let method = ours.first(where: { $0.name == defaultRule }) else { return "" }
        var table = MarkdownTable([
            "rhythm", "faults", "clock", "found", "kept", "RMSSD off by: mean", "95 %", "largest",
            "SDNN off by: mean", "95 %", "largest",
        ])
        for (cell, summary) in zip(CorrectionCell.indices(.faulty), method.summaries(.faulty)) {
            let cell = CorrectionCell.all[cell]
            let errors = [summary.rmssdErrorSummary, summary.sdnnErrorSummary].flatMap {
                [$0?.mean, $0?.percentile95, $0?.largest].map(Percent.error)
            }
            table.add(
                [
                    cell.rhythm, cell.column, cell.clock, Percent.share(summary.sensitivity),
                    Percent.share(summary.specificity),
                ] + errors)
        }
        return "## The default, `\(defaultRule)`, in full\n\n" + table.text
    }

    private var inShort: [String] {
        let rest = ours.filter { $0.name != defaultRule } + peers
        return [
            """
            ## The others in short
            Clock of 1 ms; found / kept / RMSSD off by, all in percent.
            """
        ]
            + rest.map { method in
                "### \(method.name)\n\n"
                    + grid(method, .faulty, clock: "1 ms") { summary in
                        [
                            Percent.share(summary.sensitivity), Percent.share(summary.specificity),
                            Percent.error(summary.rmssdErrorSummary?.mean),
                        ].joined(separator: " / ")
                    }
            }
    }

    /// Rhythms down, columns across.
    private func grid(
        _ method: MethodScores, _ part: CorrectionCell.Part, clock: String,
        _ text: (ArtefactScoreSummary) -> String
    ) -> String {
        var columns: [String] = []
        var rows: [(rhythm: String, texts: [String])] = []
        for (index, summary) in zip(CorrectionCell.indices(part), method.summaries(part)) {
            let cell = CorrectionCell.all[index]
            guard cell.clock == clock else { continue }
            if !columns.contains(cell.column) { columns.append(cell.column) }
            if rows.last?.rhythm != cell.rhythm { rows.append((cell.rhythm, [])) }
            rows[rows.count - 1].texts.append(text(summary))
        }
        var table = MarkdownTable(["rhythm"] + columns)
        for row in rows { table.add([row.rhythm] + row.texts) }
        return table.text
    }

    private var clean: String {
        let amplitudes = CorrectionCell.cleanAmplitudesMs.map { "\(Int($0))" }
        var table = MarkdownTable(["method", "series a cell", "breathing"] + amplitudes)
        for method in ours + peers {
            let counts = method.summaries(.clean).map { "\($0.alteredSeriesCount)" }
            for (index, kind) in CorrectionCell.cleanKinds.enumerated() {
                let first = index * amplitudes.count
                table.add(
                    [name(method), "\(method.seedCount)", kind]
                        + counts[first..<(first + amplitudes.count)])
            }
        }
        return """
            ## Series without faults
            Of how many a correction changed or left out anything, by amplitude in ms (half the swing).

            \(table.text)
            """
    }

    private var shares: String {
        let methods = ours.filter {
            $0.name == defaultRule || $0.name == "lipponen"
        }
        let parts = methods.map { method in
            "### \(method.name)\n\n"
                + grid(method, .shares, clock: "1 ms") { summary in
                    [
                        Percent.share(summary.sensitivity), Percent.share(summary.specificity),
                        Percent.error(summary.rmssdErrorSummary?.mean),
                    ].joined(separator: " / ")
                }
        }
        return """
            ## Fewer and more faults
            Of one kind each; clock of 1 ms; found / kept / RMSSD off by, all in percent.

            \(parts.joined(separator: "\n\n"))
            """
    }

    private var displaced: String {
        let methods =
            (ours + peers).filter { $0.name == defaultRule || Self.compared.contains($0.name) }
        let parts = methods.map { method in
            "### \(method.name)\n\n"
                + grid(method, .displaced, clock: "1 ms") { summary in
                    Percent.share(summary.sensitivity) + " / " + Percent.share(summary.specificity)
                }
        }
        return """
            ## Detection against size
            3 % of the beats come early or late by a share of their interval, the next ones in time; \
            found / kept.

            \(parts.joined(separator: "\n\n"))
            """
    }
}
