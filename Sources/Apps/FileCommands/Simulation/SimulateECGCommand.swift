import ArgumentParser
import CommandSupport
import HRVReports
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// `NAME=DECIBELS`: a kind of noise and its ratio of signal to noise.
struct NoiseArgument: ExpressibleByArgument {
    let kind: ECGNoise.Kind
    let decibels: Double

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let kind = ECGNoise.Kind(rawValue: String(parts[0])),
            let decibels = Double(parts[1]), abs(decibels) <= 100
        else { return nil }
        self.kind = kind
        self.decibels = decibels
    }
}

/// `hrv simulate ecg`: an electrocardiogram whose R peaks are known.
struct SimulateECGCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecg",
        abstract: "An electrocardiogram with exactly known R peaks, noise and premature beats.",
        discussion: """
            --out RECORD makes the WFDB record RECORD.hea and RECORD.dat, its beats in RECORD.atr \
            and the whole truth, R peaks between samples among it, in RECORD.truth.json. Without \
            --out the signal goes to standard output as CSV and the truth is left out. Equal \
            options and seed give equal files. A record without that truth is never replaced.
            """)

    @OptionGroup var seeding: SeedOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length; s.", valueName: "s"))
    var duration = 60.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Samples a second; need not be whole.", valueName: "hz"))
    var sampleRate = 250.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Mean heart rate.", valueName: "bpm"))
    var heartRate = 60.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Standard deviation of the intervals.", valueName: "ms"))
    var sdnn = 40.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Power at 0.1 Hz over that at the breathing rate."))
    var lfHf = 0.5

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Breathing rate.", valueName: "breaths/min"))
    var breathing = 15.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How much breathing changes the heights of R.", valueName: "%"))
    var breathingDepth = 10.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of premature ventricular beats.", valueName: "%"))
    var ectopic = 0.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Share of premature atrial beats.", valueName: "%"))
    var atrial = 0.0

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Noise by its signal-to-noise ratio in dB; repeatable. Names: "
                + ECGNoise.Kind.allCases.map(\.rawValue).joined(separator: ", ") + ".",
            valueName: "name=db"))
    var noise: [NoiseArgument] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Mains frequency, 50 or 60.", valueName: "hz"))
    var mains = 50

    @Option(help: ArgumentHelp("Record to make, or the file of --csv.", valueName: "path"))
    var out: String?

    @Flag(help: "Write CSV: time_s,ecg_mV.")
    var csv = false

    func validate() throws {
        try require((5...200_000).contains(duration), "--duration lies in 5 ... 200000 s")
        try require(
            ECGSampleRates.allowedHz.contains(sampleRate),
            "--sample-rate lies in 100 ... 4000 Hz")
        try require((30...220).contains(heartRate), "--heart-rate lies in 30 ... 220 beats/min")
        let mean = 60_000 / heartRate
        let maxSDNNMs =
            min(mean - RRSimulation.minIntervalMs, RRSimulation.maxIntervalMs - mean) / 4
        try require(
            (0...max(0, maxSDNNMs)).contains(sdnn),
            "--sdnn lies in 0 ... \(maxSDNNMs.rounded(.down)) ms at that heart rate")
        try require((0...1000).contains(lfHf), "--lf-hf lies in 0 ... 1000")
        try require((2...40).contains(breathing), "--breathing lies in 2 ... 40 breaths/min")
        try require((0...90).contains(breathingDepth), "--breathing-depth lies in 0 ... 90 %")
        for (name, share) in [("ectopic", ectopic), ("atrial", atrial)] {
            try require((0...30).contains(share), "--\(name) lies in 0 ... 30 %")
        }
        try require(ectopic + atrial <= 30, "--ectopic and --atrial are 30 % at most together")
        try require(mains == 50 || mains == 60, "--mains is 50 or 60 Hz")
        let hasMains = noise.contains { $0.kind == .mains }
        try require(
            !hasMains || Double(mains) < sampleRate / 2,
            "mains noise of \(mains) Hz needs a sample rate above \(2 * mains) Hz")
        if let name = recordPath.map(Self.lastComponent) {
            try require(
                !name.isEmpty
                    && name.allSatisfy {
                        $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0))
                    },
                "the name of a WFDB record has letters, digits, _ and - only")
        }
    }

    func run() throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: false)
        if let blockingPath {
            diagnostics.error(
                "\(blockingPath) is there already and was not written by hrv simulate ecg: remove it, "
                    + "or choose another --out", code: "usage")
            throw ExitStatus.usage.exitCode
        }
        let seed = seeding.resolvedSeed(diagnostics)
        let ecg = simulation(seed: seed).run()
        do throws(OutputSink.Failure) {
            if let path = recordPath {
                try writeRecord(ecg, path: path)
                try TruthFile.write(truth(ecg, seed: seed), beside: path + ".hea")
            } else {
                let sink = try OutputSink(path: out)
                try Self.writeTable(ecg, to: sink)
                if let out, out != "-" {
                    try TruthFile.write(truth(ecg, seed: seed), beside: out)
                }
            }
        } catch {
            throw error.exitCode(diagnostics)
        }
    }

    /// A file of a record that would be replaced though it has no truth beside it, as ours have.
    private var blockingPath: String? {
        guard let path = recordPath else { return nil }
        let manager = FileManager.default
        let truth = manager.contents(atPath: TruthFile.name(beside: path + ".hea"))
        if let truth, TruthFile.isTruth(Array(truth)) { return nil }
        return [".hea", ".dat", ".atr"].map { path + $0 }
            .first { manager.fileExists(atPath: $0) }
    }

    /// The path of the record without the ending; nil for CSV.
    private var recordPath: String? {
        guard !csv, let out, out != "-" else { return nil }
        for ending in [".hea", ".dat"] where out.hasSuffix(ending) {
            return String(out.dropLast(ending.count))
        }
        return out
    }

    private static func lastComponent(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }

    private func simulation(seed: UInt64) -> ECGSimulation {
        var seedGenerator = SeededGenerator(seed: seed)
        var bimodalRhythm = BimodalRhythm(seed: seedGenerator.next())
        bimodalRhythm.heartRateBpm = heartRate
        bimodalRhythm.deviationBpm = sdnn * heartRate * heartRate / 60_000
        bimodalRhythm.highHz = breathing / 60
        bimodalRhythm.powerRatio = lfHf
        // Atrial beats shorten the whole; a few beats more than needed are cut off.
        let needed = duration * (1 + atrial / 100) + 10
        var rhythm = ECGRhythm(intervalsMs: bimodalRhythm.intervalsMs(lastingSeconds: needed))
        rhythm.addPrematureBeats(
            ventricularShare: ectopic / 100, atrialShare: atrial / 100, seed: seedGenerator.next())
        var simulation = ECGSimulation(seed: seedGenerator.next(), rhythm: rhythm)
        simulation.durationSeconds = duration
        simulation.sampleRateHz = sampleRate
        simulation.breathing.frequencyHz = breathing / 60
        simulation.breathing.modulationDepth = breathingDepth / 100
        simulation.noises = noise.map { argument in
            var noise = ECGNoise(
                argument.kind, level: .signalToNoise(decibels: argument.decibels))
            noise.mainsHz = Double(mains)
            return noise
        }
        return simulation
    }

    private static func writeTable(
        _ ecg: SimulatedECG, to sink: OutputSink
    ) throws(OutputSink.Failure) {
        try sink.write("time_s,ecg_mV\n")
        for (index, value) in ecg.millivolts.enumerated() {
            try sink.write("\(Double(index) / ecg.sampleRateHz),\(value)\n")
        }
        try sink.finish()
    }

    /// The header last: a record that can be opened is whole.
    private func writeRecord(_ ecg: SimulatedECG, path: String) throws(OutputSink.Failure) {
        let signal = SampledSignal(
            name: "ECG", unit: "mV", sampleRateHz: ecg.sampleRateHz, samples: ecg.millivolts)
        let files: WFDBSignalWriter.Files
        do {
            files = try WFDBSignalWriter.files(name: Self.lastComponent(path), signals: [signal])
        } catch {
            throw .cannotCreate("cannot create \(path): \(error.text)")
        }
        let beats = ecg.beats.map { beat in
            WFDBAnnotation(
                sample: Int(beat.sample.rounded()),
                code: WFDBCode.code(of: beat.kind.symbol) ?? WFDBCode.normal)
        }
        try OutputSink.write(files.samples, to: path + ".dat")
        try OutputSink.write(WFDBAnnotationWriter.bytes(of: beats), to: path + ".atr")
        try OutputSink.write(files.header, to: path + ".hea")
    }

    private func truth(_ ecg: SimulatedECG, seed: UInt64) -> OrderedJSON {
        TruthFile.object(
            seed: seed,
            [
                ("duration_s", .number(duration)), ("sample_rate_hz", .number(sampleRate)),
                ("n_samples", .integer(ecg.millivolts.count)),
                ("heart_rate_bpm", .number(heartRate)), ("sdnn_ms", .number(sdnn)),
                ("lf_hf", .number(lfHf)), ("breathing_per_min", .number(breathing)),
                ("breathing_depth_pct", .number(breathingDepth)),
                ("ectopic_pct", .number(ectopic)), ("atrial_pct", .number(atrial)),
                ("mains_hz", .integer(mains)),
                (
                    "noise",
                    .array(
                        noise.map {
                            .object([
                                ("kind", .text($0.kind.rawValue)), ("snr_db", .number($0.decibels)),
                                ("start_s", .number(0)), ("end_s", .number(duration)),
                            ])
                        })
                ),
                (
                    "beats",
                    .array(
                        ecg.beats.map {
                            .object([
                                ("time_s", .number($0.timeSeconds)), ("sample", .number($0.sample)),
                                ("kind", .text($0.kind.rawValue)),
                            ])
                        })
                ),
            ])
    }
}
