import ArgumentParser
import CommandSupport
import HRVReports
import PhysioSimulation
import PhysioTypes

/// `hrv simulate`: seeded signals with their truth beside them.
struct SimulateCommand: ParsableCommand {
    static let configuration = CommandTree.simulate(person: SessionStubs.Person.self)
}

/// `FREQUENCY,POWER`: Hz and ms^2.
struct SpectralLineArgument: ExpressibleByArgument {
    let line: RRSimulation.Line

    init(frequencyHz: Double, powerMsSquared: Double) {
        line = RRSimulation.Line(frequencyHz: frequencyHz, powerMsSquared: powerMsSquared)
    }

    var defaultValueDescription: String {
        "\(line.frequencyHz),\(line.powerMsSquared)"
    }

    init?(argument: String) {
        let parts = argument.split(separator: ",")
        guard parts.count == 2, let frequency = Double(parts[0]), let power = Double(parts[1]),
            frequency > 0, frequency < 1, power >= 0, power.isFinite
        else { return nil }
        line = RRSimulation.Line(frequencyHz: frequency, powerMsSquared: power)
    }
}

/// `hrv simulate rr`: R-R intervals as text, and their truth as JSON.
struct SimulateRRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rr",
        abstract: "R-R intervals with oscillations of given power, noise, trend and faults.",
        discussion: """
            The text goes to --out, its truth to the same name with .truth.json; without --out \
            the text goes to standard output and the truth is left out. Equal options and seed \
            give equal files.
            """)

    @OptionGroup var seeding: SeedOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length; s.", valueName: "s"))
    var duration = 300.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Mean interval; ms.", valueName: "ms"))
    var mean = 900.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Low-frequency oscillation.", valueName: "hz,ms2"))
    var lf = SpectralLineArgument(frequencyHz: 0.1, powerMsSquared: 500)

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("High-frequency oscillation.", valueName: "hz,ms2"))
    var hf = SpectralLineArgument(frequencyHz: 0.25, powerMsSquared: 300)

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Further oscillation; repeatable.", valueName: "hz,ms2"))
    var line: [SpectralLineArgument] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Power of the 1/f noise (0.003 to 0.4 Hz).", valueName: "ms2"))
    var pink = 400.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Variance of the white noise.", valueName: "ms2"))
    var white = 25.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Change of the mean over the whole length.", valueName: "ms"))
    var trend = 0.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Step of the recorder's clock; 0 for none.", valueName: "ms"))
    var resolution = 1.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of beats that are missed.", valueName: "%"))
    var missed = 0.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of beats followed by one that is none.", valueName: "%"))
    var extra = 0.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of beats that come early.", valueName: "%"))
    var ectopic = 0.0

    @Option(help: ArgumentHelp("File of the intervals.", valueName: "path"))
    var out: String?

    func validate() throws {
        try require((1...1_000_000).contains(duration), "--duration lies in 1 ... 1000000 s")
        try require((300...2000).contains(mean), "--mean lies in 300 ... 2000 ms")
        try require(pink >= 0 && pink.isFinite, "--pink is 0 ms^2 or more")
        try require(white >= 0 && white.isFinite, "--white is 0 ms^2 or more")
        try require(trend.isFinite && abs(trend) <= 1000, "--trend lies in -1000 ... 1000 ms")
        try require((0...100).contains(resolution), "--resolution lies in 0 ... 100 ms")
        let amplitude =
            ([lf, hf] + line).reduce(0) { $0 + $1.line.amplitudeMs }
            + 3 * (pink + white).squareRoot() + abs(trend)
        let maxAmplitudeMs = min(
            mean - RRSimulation.minIntervalMs, RRSimulation.maxIntervalMs - mean)
        try require(
            amplitude <= maxAmplitudeMs,
            "the powers asked for swing by \(amplitude.rounded()) ms, more than the \(maxAmplitudeMs) ms that a "
                + "mean of \(mean) ms leaves")
        for (name, share) in [("missed", missed), ("extra", extra), ("ectopic", ectopic)] {
            try require((0...50).contains(share), "--\(name) lies in 0 ... 50 %")
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        let seed = seeding.resolvedSeed(diagnostics)
        let simulation = self.simulation(seed: seed)
        let output = simulation.run()
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: out)
            try sink.write(text(output, seed: seed))
            try sink.finish()
            if let out, out != "-" {
                try TruthFile.write(truth(output, simulation), beside: out)
            }
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    private func simulation(seed: UInt64) -> RRSimulation {
        var simulation = RRSimulation(seed: seed)
        simulation.durationSeconds = duration
        simulation.meanMs = mean
        simulation.lines = ([lf, hf] + line).map(\.line)
            .filter { $0.powerMsSquared > 0 }
        simulation.pinkPowerMsSquared = pink
        simulation.whiteVarianceMsSquared = white
        simulation.slopeMsPerSecond = trend / duration
        simulation.resolutionMs = resolution
        simulation.artefactRates = [
            .missed: missed / 100, .extra: extra / 100, .ectopic: ectopic / 100,
        ].filter { $0.value > 0 }
        return simulation
    }

    private func text(_ output: RRSimulation.Output, seed: UInt64) -> String {
        var text = "# R-R intervals, ms; simulated, seed \(seed)\n"
        for interval in output.intervalsMs { text += TruthFile.plain(interval) + "\n" }
        return text
    }

    private func truth(_ output: RRSimulation.Output, _ simulation: RRSimulation) -> OrderedJSON {
        let bands: [(String, Double, Double)] = [
            ("ULF", 0, 0.003), ("VLF", 0.003, 0.04), ("LF", 0.04, 0.15), ("HF", 0.15, 0.4),
        ]
        return TruthFile.object(
            seed: simulation.seed,
            [
                ("duration_s", .number(duration)), ("mean_ms", .number(mean)),
                ("white_variance_ms2", .number(white)), ("trend_ms", .number(trend)),
                ("resolution_ms", .number(resolution)),
                (
                    "line_power_ms2",
                    .object(
                        bands.map { ($0.0, .number(output.linePower(fromHz: $0.1, toHz: $0.2))) })
                ),
                (
                    "lines",
                    .array(
                        output.lines.map {
                            .object([
                                ("f_hz", .number($0.frequencyHz)),
                                ("power_ms2", .number($0.powerMsSquared)),
                                ("phase_rad", .number($0.phase ?? 0)),
                            ])
                        })
                ),
                (
                    "faults",
                    .array(
                        output.artefacts.map {
                            .object([
                                ("index", .integer($0.index)),
                                ("kind", .text($0.artefact.rawValue)),
                            ])
                        })
                ),
            ])
    }
}
