public import ArgumentParser
public import HRVFeatures
import HRVPipeline
package import HRVReports
public import PhysioDSP
import PhysioTypes
package import RecordingAnalysis
public import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension RRTextOptions.Unit: ExpressibleByArgument {}
extension RRTextOptions.DecimalMark: ExpressibleByArgument {}
extension RRTextOptions.DateOrder: ExpressibleByArgument {}
extension NormalBeats: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}
extension SpectrumSettings.Estimator: ExpressibleByArgument {}
extension Resampling: ExpressibleByArgument {}
extension Detrending: ExpressibleByArgument {}
extension Dialect: ExpressibleByArgument {}

/// The options for reading files of beats. Spelled the same in every command.
package struct BeatFileOptions: ParsableArguments {
    @Option(
        help: "Unit of R-R intervals, found by their median if not given; samples need --rate.")
    package var unit: RRTextOptions.Unit?

    @Option(help: "What a comma between digits is, where a file leaves it open.")
    package var decimal: RRTextOptions.DecimalMark?

    @Option(help: "Order of day and month in dates such as 3/4/2025, where a file leaves it open.")
    package var dates: RRTextOptions.DateOrder?

    @Option(
        help: ArgumentHelp(
            "The column of a table that holds the R-R intervals: its name, or its index counted "
                + "from 0.", valueName: "name|index"))
    package var column: String?

    @Option(
        help: ArgumentHelp(
            "A column of a table, such as the stage: each of its values makes a recording.",
            valueName: "name|index"))
    package var splitBy: String?

    /// The help of the option, wherever it stands.
    package static let partHelp = ArgumentHelp(
        "One recording of each input: a participant, a block, a sheet or a file of an archive, by its "
            + "name, or its number counted from 1; as FILE#name.", valueName: "name|number")

    @Option(help: BeatFileOptions.partHelp)
    package var part: String?

    @Option(help: "Read inputs as this format (rr-text, beat-times, wfdb-annotations).")
    package var format: String?

    @Option(help: "Ending of a WFDB record's annotation file, such as atr.")
    package var annotator: String?

    @Option(
        help: ArgumentHelp(
            "Beats that count as normal where a file names their kinds (default: N,L,R,B); e, j, n, "
                + "/ are escape beats and paced ones.", valueName: "codes"))
    package var normal: NormalBeats?

    package init() {}

    package func validate() throws { try Self.validate(format: format) }

    /// - Throws: a usage error for a format that cannot be forced.
    package static func validate(format: String?) throws {
        let names = RecordingFormat.all.filter(\.canBeForced).map(\.name)
        if let format, !names.contains(format) {
            throw ValidationError(
                "--format \(format): choose one of \(names.joined(separator: ", ")); all other "
                    + "formats are recognised by themselves")
        }
    }

    package var recordingOptions: RecordingFile.Options {
        var options = RecordingFile.Options()
        options.text = RRTextOptions(unit: unit, decimalMark: decimal)
        options.text.dateOrder = dates
        options.text.column = column
        options.text.splitColumn = splitBy
        options.format = format
        options.annotator = annotator
        if let normal { options.normalBeats = normal }
        return options
    }
}

/// The options for reading inputs. Spelled the same in every command.
package struct InputOptions: ParsableArguments {
    @OptionGroup package var beats: BeatFileOptions
    @OptionGroup package var signals: SignalOptions

    package init() {}

    package var loader: RecordingLoader {
        var loader = signals.loader(beats.recordingOptions)
        loader.part = beats.part
        return loader
    }
}

/// The options for reading inputs if `--rate` is that of breathing.
package struct PacedInputOptions: ParsableArguments {
    @OptionGroup package var beats: BeatFileOptions
    @OptionGroup package var choice: SignalChoice
    @OptionGroup package var correction: CorrectionOptions

    package init() {}

    package var loader: RecordingLoader {
        var loader = RecordingLoader(options: beats.recordingOptions, signal: choice.signal)
        loader.part = beats.part
        return loader
    }
}

/// The options for making numbers. Spelled the same in every command.
package struct AnalysisOptions: ParsableArguments {
    /// The tapers that the command line offers: with others the bands' edges leak differently.
    package enum TaperChoice: String, ExpressibleByArgument, CaseIterable {
        case hann, none

        package var taper: Taper { self == .hann ? .hann : .none }
    }

    @Option(
        help: ArgumentHelp(
            "Spectral estimator (default: fft); hrv spectrum compares several.",
            valueName: "name[,name...]"))
    package var psd: [EstimatorList] = []

    @Option(help: "Taper over the window (lomb, fft) or each segment (welch) (default: hann).")
    package var taper: TaperChoice?

    @Option(help: "How beats are put on an even grid (all but lomb) (default: band-limited).")
    package var resample: Resampling?

    @Option(help: "Trend removed before the spectrum is estimated (default: linear).")
    package var detrend: Detrending?

    @Option(
        help: ArgumentHelp(
            "Redefine a band or add one; repeatable; Hz.", valueName: "name=lo,hi"))
    package var band: [BandArgument] = []

    @Flag(help: "Give numbers even where the data are too short or too sparse, flagged.")
    package var force = false

    package init() {}

    /// True if an option sets how the spectrum is made.
    package var hasSpectrumOptions: Bool {
        !psd.isEmpty || taper != nil || resample != nil || detrend != nil || !band.isEmpty
    }

    package func describe(in request: inout AnalysisRequest) {
        // The usual one says nothing, and goes with every other option.
        request.estimator = psd.isEmpty ? nil : estimators[0]
        request.taper = taper?.taper
        (request.resampling, request.detrending) = (resample, detrend)
        request.bands = band.map { ($0.choice.name, $0.choice.band) }
        request.isForced = force
    }

    /// The estimators that are named, in their order; at least one.
    package var estimators: [SpectrumSettings.Estimator] {
        psd.isEmpty ? [SpectrumSettings().estimator] : psd.flatMap(\.estimators)
    }

    package func validate() throws {
        let names = estimators.map(\.rawValue)
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            throw ValidationError("--psd names \(name) twice")
        }
        let standard = Set(MetricKey.allCases.map(\.rawValue))
        for (name, _) in spectrumSettings.bands.custom where standard.contains("HRV_\(name)_ms2") {
            throw ValidationError("--band \(name): that name is taken by a standard metric")
        }
    }

    package var spectrumSettings: SpectrumSettings {
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
package struct EstimatorList: ExpressibleByArgument {
    package let estimators: [SpectrumSettings.Estimator]

    package static let allValueStrings = SpectrumSettings.Estimator.allCases.map(\.rawValue)

    package init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        estimators = names.compactMap { SpectrumSettings.Estimator(rawValue: String($0)) }
        guard estimators.count == names.count else { return nil }
    }
}

/// `name=lo,hi` in Hz.
package struct BandArgument: ExpressibleByArgument {
    package let choice: BandChoice

    package init?(argument: String) {
        guard let choice = BandChoice(argument) else { return nil }
        self.choice = choice
    }
}

/// The options for the destination of data and messages. Spelled the same in every command.
package struct DeliveryOptions: ParsableArguments {
    @Flag(help: "Short for --output json.")
    package var json = false

    @Flag(help: "Short for --output ndjson.")
    package var ndjson = false

    @Option(help: ArgumentHelp("Write to a file instead of standard output.", valueName: "path"))
    package var out: String?

    @Flag(help: "Only errors on standard error.")
    package var quiet = false

    @Flag(help: "Count a warning as a failure.")
    package var strict = false

    package init() {}

    /// The shape asked for; a table on a terminal, csv otherwise.
    ///
    /// - Parameter output: what `--output` says.
    package func shape<Shape: StandardOutputShape>(_ output: Shape?) -> Shape {
        if json { return .json }
        if ndjson { return .ndjson }
        return output ?? (out == nil && Terminal.isStandardOutput ? .table : .csv)
    }

    /// - Throws: a usage error for more than one shape.
    package func validateShape(isOtherChosen: Bool) throws {
        guard [json, ndjson, isOtherChosen].count(where: { $0 }) <= 1 else {
            throw ValidationError("choose one of --output, --json and --ndjson")
        }
    }
}

/// Shapes with those that ``DeliveryOptions`` choose from.
package protocol StandardOutputShape {
    static var table: Self { get }
    static var csv: Self { get }
    static var json: Self { get }
    static var ndjson: Self { get }
}

extension EntryOutputFormat: StandardOutputShape {}

/// The options for the number of recordings that are worked on together. Spelled the same in every
/// command.
package struct BatchOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: "How many recordings are worked on at once (default: processors).")
    package var jobs: Int?

    @Flag(help: "No progress line.")
    package var noProgress = false

    package init() {}

    package func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
    }
}

/// The options for the shape in which beats are given. Spelled the same in every command.
package struct BeatOutputOptions: ParsableArguments {
    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    package var output: EntryOutputFormat?

    @OptionGroup package var batch: BatchOptions
    @OptionGroup package var delivery: DeliveryOptions

    package init() {}

    package func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    package var shape: EntryOutputFormat { delivery.shape(output) }
}

/// The options for the shape and the names in which results are given.
package struct OutputOptions: ParsableArguments {
    package enum Shape: String, ExpressibleByArgument, CaseIterable, StandardOutputShape {
        case table, csv, json, ndjson, html
    }

    package enum NamingSchemeOption: String, ExpressibleByArgument, CaseIterable {
        case neurokit, kubios, hrvanalysis, sql
    }

    @Option(help: "Shape of the result (default: table on a terminal, csv otherwise).")
    package var output: Shape?

    @OptionGroup package var delivery: DeliveryOptions

    @Option(
        help: "Name the metrics as this tool does, or for databases (sql); the numbers stay ours.")
    package var names: NamingSchemeOption?

    @OptionGroup package var batch: BatchOptions

    package init() {}

    package func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    /// - Throws: a usage error for a shape of numbers where a text is wanted.
    package func validate(isMethods: Bool) throws {
        guard isMethods, output != nil || delivery.json || delivery.ndjson else { return }
        throw ValidationError("--methods prints text: leave out --output, --json and --ndjson")
    }

    package var shape: Shape { delivery.shape(output) }

    package var metricNames: MetricNamingScheme { names?.metricNames ?? .resonance }
}

extension OutputOptions.NamingSchemeOption {
    package var metricNames: MetricNamingScheme {
        switch self {
        case .neurokit: .neurokit
        case .kubios: .kubios
        case .hrvanalysis: .hrvanalysis
        case .sql: .sql
        }
    }
}
