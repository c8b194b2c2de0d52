public import ArgumentParser
import Foundation
public import HRVFeatures
import HRVPipeline
import HRVReports
public import PhysioDSP
import PhysioTypes
import RecordingAnalysis
public import RecordingFiles

extension RRTextOptions.Unit: ExpressibleByArgument {}
extension RRTextOptions.DecimalMark: ExpressibleByArgument {}
extension NormalBeats: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
extension SpectrumSettings.Estimator: ExpressibleByArgument {}
extension Resampling: ExpressibleByArgument {}
extension Detrending: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}

/// How files of beats are read. Spelled the same in every command.
struct BeatFileOptions: ParsableArguments {
    @Option(help: "Unit of R-R intervals; found by their median if not given.")
    var unit: RRTextOptions.Unit?

    @Option(help: "What a comma between digits is, where a file leaves it open.")
    var decimal: RRTextOptions.DecimalMark?

    @Option(help: "Read inputs as this format (rr-text, beat-times, wfdb-annotations).")
    var format: String?

    @Option(help: "Ending of a WFDB record's annotation file, such as atr.")
    var annotator: String?

    @Option(
        help: ArgumentHelp(
            "Beats that count as normal where a file names their kinds (default: N,L,R,B); e, j, n, "
                + "/ are escape beats and paced ones.", valueName: "codes"))
    var normal: NormalBeats?

    func validate() throws { try Self.validate(format: format) }

    /// - Throws: a usage error for a format that cannot be forced.
    static func validate(format: String?) throws {
        let names = RecordingFormat.all.filter(\.canBeForced).map(\.name)
        if let format, !names.contains(format) {
            throw ValidationError(
                "--format \(format): choose one of \(names.joined(separator: ", ")); all other "
                    + "formats are recognised by themselves")
        }
    }

    var recordingOptions: RecordingFile.Options {
        var options = RecordingFile.Options()
        options.text = RRTextOptions(unit: unit, decimalMark: decimal)
        options.format = format
        options.annotator = annotator
        if let normal { options.normal = normal }
        return options
    }
}

/// How inputs are read. Spelled the same in every command.
struct InputOptions: ParsableArguments {
    @OptionGroup var beats: BeatFileOptions
    @OptionGroup var signals: SignalOptions

    var loader: RecordingLoader { signals.loader(beats.recordingOptions) }

    func describe(in request: inout AnalysisRequest) {
        request.reading = beats.recordingOptions
        request.reading.rateHz = signals.rate
        request.signal = signals.choice.signal
        request.detector = signals.detector?.baseline
    }
}

/// How inputs are read where `--rate` is that of breathing.
struct PacedInputOptions: ParsableArguments {
    @OptionGroup var beats: BeatFileOptions
    @OptionGroup var choice: SignalChoice
    @OptionGroup var correction: CorrectionOptions

    var loader: RecordingLoader {
        RecordingLoader(options: beats.recordingOptions, signal: choice.signal)
    }
}

/// How numbers are made. Spelled the same in every command.
struct AnalysisOptions: ParsableArguments {
    /// The tapers that the command line offers: with others the bands' edges leak differently.
    enum TaperChoice: String, ExpressibleByArgument, CaseIterable {
        case hann, none

        var taper: Taper { self == .hann ? .hann : .none }
    }

    @Option(
        help: ArgumentHelp(
            "Spectral estimator (default: fft); hrv spectrum compares several.",
            valueName: "name[,name...]"))
    var psd: [EstimatorList] = []

    @Option(help: "Taper over the window (lomb, fft) or each segment (welch) (default: hann).")
    var taper: TaperChoice?

    @Option(help: "How beats are put on an even grid (all but lomb) (default: band-limited).")
    var resample: Resampling?

    @Option(help: "Trend removed before the spectrum is estimated (default: linear).")
    var detrend: Detrending?

    @OptionGroup var correction: CorrectionOptions

    @Option(
        help: ArgumentHelp(
            "Redefine a band or add one; repeatable; Hz.", valueName: "name=lo,hi"))
    var band: [BandArgument] = []

    @Flag(help: "Give numbers even where the data are too short or too sparse, flagged.")
    var force = false

    /// Whether an option says how the spectrum is made.
    var shapesSpectrum: Bool {
        !psd.isEmpty || taper != nil || resample != nil || detrend != nil || !band.isEmpty
    }

    func describe(in request: inout AnalysisRequest) {
        // The usual one says nothing, and goes with every other option.
        request.estimator = psd.isEmpty ? nil : estimators[0]
        request.taper = taper?.taper
        (request.resampling, request.detrending) = (resample, detrend)
        request.bands = band.map { ($0.choice.name, $0.choice.band) }
        request.rule = correction.choice
        request.repair = correction.repair
        request.isForced = force
    }

    /// Those named, in their order; at least one.
    var estimators: [SpectrumSettings.Estimator] {
        psd.isEmpty ? [SpectrumSettings().estimator] : psd.flatMap(\.estimators)
    }

    func validate() throws {
        let names = estimators.map(\.rawValue)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw ValidationError("--psd names \(name) twice")
        }
        let standard = Set(MetricKey.allCases.map(\.rawValue))
        for (name, _) in spectrumSettings.bands.custom where standard.contains("HRV_\(name)_ms2") {
            throw ValidationError("--band \(name): that name is taken by a standard metric")
        }
    }

    var spectrumSettings: SpectrumSettings {
        var settings = SpectrumSettings()
        settings.estimator = estimators[0]
        settings.taper = (taper ?? .hann).taper
        settings.resampling = resample ?? .bandLimited
        settings.detrending = detrend ?? .linear
        for argument in band { settings.bands.set(argument.choice.name, to: argument.choice.band) }
        return settings
    }
}

/// One estimator, or several with commas between them.
struct EstimatorList: ExpressibleByArgument {
    let estimators: [SpectrumSettings.Estimator]

    static let allValueStrings = SpectrumSettings.Estimator.allCases.map(\.rawValue)

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        estimators = names.compactMap { SpectrumSettings.Estimator(rawValue: String($0)) }
        guard estimators.count == names.count else { return nil }
    }
}

/// `name=lo,hi` in Hz.
struct BandArgument: ExpressibleByArgument {
    let choice: BandChoice

    init?(argument: String) {
        guard let choice = BandChoice(argument) else { return nil }
        self.choice = choice
    }
}

/// Where data and messages go. Spelled the same in every command.
struct DeliveryOptions: ParsableArguments {
    @Flag(help: "Short for --output json.")
    var json = false

    @Flag(help: "Short for --output ndjson.")
    var ndjson = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    var out: String?

    @Flag(help: "Only errors on standard error.")
    var quiet = false

    @Flag(help: "Count a warning as a failure.")
    var strict = false

    /// The shape asked for; a table on a terminal, csv otherwise.
    ///
    /// - Parameter output: what `--output` says.
    func shape<Shape: DeliveredShape>(_ output: Shape?) -> Shape {
        if json { return .json }
        if ndjson { return .ndjson }
        return output ?? (out == nil && Terminal.isOutput ? .table : .csv)
    }

    /// - Throws: a usage error for more than one shape.
    func validateShape(isOtherChosen: Bool) throws {
        guard [json, ndjson, isOtherChosen].count(where: { $0 }) <= 1 else {
            throw ValidationError("choose one of --output, --json and --ndjson")
        }
    }
}

/// Shapes with those that ``DeliveryOptions`` choose from.
protocol DeliveredShape {
    static var table: Self { get }
    static var csv: Self { get }
    static var json: Self { get }
    static var ndjson: Self { get }
}

extension EntryShape: DeliveredShape {}

/// How many recordings are worked on together. Spelled the same in every command.
struct BatchOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "How many recordings are worked on at once (default: processors).")
    var jobs: Int?

    @Flag(help: "No progress line.")
    var noProgress = false

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
    }
}

/// In which shape beats are given. Spelled the same in every command.
struct BeatOutputOptions: ParsableArguments {
    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: EntryShape?

    @OptionGroup var batch: BatchOptions
    @OptionGroup var delivery: DeliveryOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    var shape: EntryShape { delivery.shape(output) }
}

/// In which shape and under which names results are given.
struct OutputOptions: ParsableArguments {
    enum Shape: String, ExpressibleByArgument, CaseIterable, DeliveredShape {
        case table, csv, json, ndjson, html
    }

    enum Names: String, ExpressibleByArgument, CaseIterable {
        case neurokit, kubios, hrvanalysis, sql
    }

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    var output: Shape?

    @OptionGroup var delivery: DeliveryOptions

    @Option(
        help: "Name the metrics as this tool does, or for databases (sql); the numbers stay ours.")
    var names: Names?

    @OptionGroup var batch: BatchOptions

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    /// - Throws: a usage error for a shape of numbers where a text is wanted.
    func validate(isMethods: Bool) throws {
        guard isMethods, output != nil || delivery.json || delivery.ndjson else { return }
        throw ValidationError("--methods prints text: leave out --output, --json and --ndjson")
    }

    var shape: Shape { delivery.shape(output) }

    var metricNames: MetricNames { names?.metricNames ?? .resonance }
}
