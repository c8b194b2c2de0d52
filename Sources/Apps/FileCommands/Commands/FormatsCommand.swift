import ArgumentParser
import CommandSupport
import HRVReports
import HealthRecords
import RecordingFiles

/// `hrv formats`: the formats that are read and written; with a file, what it is taken for.
struct FormatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "formats",
        abstract: "List the formats that are read and written, or say what a file is taken for.",
        discussion: """
            With a folder it lists what each file below it is taken for. With files it says for each what it is, by which evidence, with its columns, rate and time \
            span, and the command that reads it; where two readings fit, both with the option that \
            chooses each. Of columns the first numbers and times are shown, never names, dates of \
            birth or words. The exit code is 65 where a file is no recording or leaves a question open.
            """)

    @Argument(help: ArgumentHelp("Files or folders to look at.", valueName: "file"))
    var files: [String] = []

    @OptionGroup var reading: BeatFileOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Samples a second, where a text file does not say.", valueName: "Hz"))
    var rate: Double?

    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case table, json
    }

    @Option(help: "Shape of the list.")
    var output: Shape = .table

    @Flag(help: "Short for --output json.")
    var json = false

    /// Something that a command writes.
    private struct OutputFormat {
        let name: String
        let summary: String
        /// The command that gives the format; several with ` | ` between them.
        let command: String
    }

    private static let inputFormats = RecordingFormat.all + [BeatSegment.format]

    /// The inputs of commands other than those of recordings.
    private static let otherInputs = [
        (
            name: "songs",
            summary:
                "WAV by hrv, all else by ffmpeg: MP3, FLAC, Ogg, Opus, M4A ... (hrv music scan)"
        ),
        (name: "m3u", summary: "playlists, .m3u and .m3u8 (hrv music scan --playlists)"),
    ]

    private static let outputFormats: [OutputFormat] = [
        .init(
            name: "table", summary: "text for a terminal, rounded",
            command: "hrv analyze | hrv detect | hrv score | hrv correct | hrv explain | hrv bench"),
        .init(
            name: "csv", summary: "one line a recording, window, beat or frequency",
            command: "hrv analyze | hrv detect | hrv score | hrv correct | hrv spectrum"),
        .init(
            name: "json", summary: "one document: an array of objects",
            command: "hrv analyze --json | hrv detect --json | hrv score --json "
                + "| hrv correct --json | hrv spectrum --json | hrv explain --json "
                + "| hrv bench --json"),
        .init(
            name: "ndjson", summary: "one object a line, as soon as it is ready",
            command: "hrv analyze --ndjson | hrv detect --ndjson | hrv score --ndjson "
                + "| hrv correct --ndjson | hrv spectrum --ndjson"),
        .init(
            name: "html", summary: "one self-contained page with figures",
            command: "hrv analyze --output html"),
        .init(
            name: "svg", summary: "one drawing a recording",
            command: "hrv spectrum --output svg | hrv correct --svg PATH"),
        .init(
            name: "methods", summary: "how the numbers are made: a paragraph with references",
            command: "hrv analyze --methods"),
        .init(
            name: "wfdb-annotations",
            summary: "R peaks as RECORD.NAME, with a header where there is none",
            command: "hrv detect --annotator NAME --out FOLDER "
                + "| hrv history export ID --format wfdb --out FOLDER"),
        .init(
            name: "wfdb", summary: "a record of an ECG (.hea, .dat) and its beats (.atr)",
            command: "hrv simulate ecg --out RECORD"),
        .init(
            name: "ecg-text", summary: "samples of an ECG: time_s,ecg_mV",
            command: "hrv simulate ecg --csv"),
        .init(
            name: "rr-text", summary: "one R-R interval a line, ms",
            command: "hrv simulate rr | hrv simulate person --rate N "
                + "| hrv simulate person --schedule LIST | hrv history export ID --format rr"),
        .init(
            name: "session",
            summary: "a kept session with every second and beat; read by hrv history import",
            command: "hrv history export ID --format json | hrv history export ID --format csv"),
        .init(
            name: "history", summary: "every kept session, a database of SQLite",
            command: "hrv backup PATH"),
        .init(
            name: "music", summary: "the music library as PATH-music, a database of SQLite",
            command: "hrv backup PATH"),
        .init(
            name: "truth", summary: "what is true of simulated signals, as json (.truth.json)",
            command: "hrv simulate ecg --out RECORD | hrv simulate rr --out PATH "
                + "| hrv simulate person --out PATH | hrv simulate person --truth PATH"),
        .init(
            name: "beatline", summary: "lines of a bridge: the beats of a simulated person",
            command: "hrv simulate person --to ADDRESS"),
    ]

    private static let inputNames =
        inputFormats.map { ($0.name, $0.summary) } + otherInputs.map { ($0.name, $0.summary) }

    func run() throws {
        let diagnostics = Diagnostics(isQuiet: false)
        Interruption.install()
        do throws(OutputSink.Failure) {
            let sink = try OutputSink(path: nil)
            let isJSON = json || output == .json
            if files.isEmpty {
                try sink.write(isJSON ? document : table)
                try sink.finish()
                return
            }
            let groups = files.map { file in
                let inputs = InputList.expand(file)
                return (
                    folder: inputs == [file] ? nil : file, inputs: inputs.isEmpty ? [file] : inputs
                )
            }
            let descriptions = groups.map { group in
                group.inputs.map { path in
                    InputDescription(
                        path: reading.part.map { "\(path)#\($0)" } ?? path, options: options)
                }
            }
            let texts = zip(groups, descriptions).map { group, descriptions in
                group.folder.map { InputDescription.list(descriptions, in: $0) }
                    ?? descriptions.map(\.text).joined(separator: "\n")
            }
            try sink.write(
                isJSON
                    ? OrderedJSON.array(descriptions.joined().map(\.json)).prettyText + "\n"
                    : texts.joined(separator: "\n"))
            try sink.finish()
            guard descriptions.joined().contains(where: { $0.outcome != .read }) else { return }
        } catch {
            throw error.exitCode(diagnostics)
        }
        throw ExitStatus.badData.exitCode
    }

    private var options: RecordingFile.Options {
        var options = reading.recordingOptions
        options.rateHz = rate
        return options
    }

    private var table: String {
        func line(_ name: String, _ text: String) -> String {
            "  " + name + String(repeating: " ", count: max(1, 22 - name.count)) + text + "\n"
        }
        return "Read:\n" + Self.inputNames.map(line).joined()
            + "Written:\n"
            + Self.outputFormats.map { line($0.name, $0.summary) + line("", $0.command) }.joined()
    }

    private var document: String {
        func object(_ pairs: [(String, String)]) -> OrderedJSON {
            .object(pairs.map { ($0.0, .text($0.1)) })
        }
        return OrderedJSON.object([
            (
                "read",
                .array(
                    Self.inputNames.map {
                        object([("name", $0.0), ("summary", $0.1)])
                    })
            ),
            (
                "written",
                .array(
                    Self.outputFormats.map {
                        object([
                            ("name", $0.name), ("summary", $0.summary), ("command", $0.command),
                        ])
                    })
            ),
        ]).prettyText + "\n"
    }
}
