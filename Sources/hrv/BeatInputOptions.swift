import ArgumentParser
import PhysioRecordings

/// How inputs are read where rates are those of breathing: as ``InputOptions``, without `--rate` for
/// samples a second.
struct BeatInputOptions: ParsableArguments {
    @Option(help: "Unit of R-R intervals; found by their median if not given.")
    var unit: RRTextOptions.Unit?

    @Option(help: "What a comma between digits is, where a file leaves it open.")
    var decimal: RRTextOptions.DecimalMark?

    @Option(help: "Read inputs as this format (rr-text, beat-times, wfdb-annotations).")
    var format: String?

    @Option(help: "Ending of a WFDB record's annotation file, such as atr.")
    var annotator: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The signal to find R peaks in: its name, or its place counted from 0 (default: the "
                + "first ECG).",
            valueName: "name|index"))
    var signal: String?

    @OptionGroup var correction: CorrectionOptions

    func validate() throws { try InputOptions.validate(format: format) }

    var loader: RecordingLoader {
        var options = RecordingFile.Options()
        options.text = RRTextOptions(unit: unit, decimalMark: decimal)
        options.format = format
        options.annotator = annotator
        return RecordingLoader(options: options, signal: signal, baseline: nil)
    }
}
