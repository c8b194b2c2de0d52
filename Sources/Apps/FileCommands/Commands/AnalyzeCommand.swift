import ArgumentParser
import CommandSupport
import HRVFeatures
import HRVPipeline
import HRVReports
import PhysioTypes
import RecordingAnalysis
import RecordingFiles
import SensorProtocol

/// `hrv analyze`: recordings in, one row each out.
struct AnalyzeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "analyze",
        abstract: "Compute heart-rate-variability metrics of recordings.",
        discussion: """
            Inputs are files, folders (searched, in the order of their names), WFDB records or - \
            for standard input. One row a recording, or one a window with --window. The recordings \
            of a file that holds several have names such as activity.fit#2, by which one of them \
            can be named. An Apple Health export (export.zip, its folder or export.xml) has a row \
            for each minute of beats and each ECG in it; a table shows the newest 20.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    /// Most rows of a health export in a table.
    private static let maxNewestCount = 20

    @Flag(help: "Print how the numbers are made, as a paragraph with references, instead of them.")
    var methods = false

    @OptionGroup var rows: RowOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
        try output.validate(isMethods: methods)
        try InputPaths.validate(inputs)
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: output.delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(
            inputs, writing: [output.delivery.out], diagnostics)
        var report = BatchReport(
            isStrict: output.delivery.strict, emptyFolderCount: emptyFolderCount,
            diagnostics: diagnostics)
        let analysis = FileAnalysis(
            loader: loader.run(over: paths, report.unusedOptions), settings: settings)
        let batch = Batch(
            paths: paths, jobCount: output.batch.jobs,
            each: { name throws(RecordingError) in try analysis.analyzeAll(name) })
        do {
            let writer = EntryWriter(
                sink: try OutputSink(path: output.delivery.out),
                shape: methods
                    ? .table : EntryOutputFormat(rawValue: output.shape.rawValue) ?? .table,
                table: table(hasFileColumn: paths.count > 1 || inputs.count > 1),
                document: document)
            let progress = ProgressLine(
                total: paths.count, isWanted: !output.batch.noProgress && !output.delivery.quiet)
            try await report.recordAll(batch, progress) { entry in
                // The recordings of one input are distinguished by their names.
                if entry.name != paths[0] { writer.table = table(hasFileColumn: true) }
                try writer.add(entry)
            }
            try writer.finish(hasResults: report.hasResults)
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw failure.exitCode(diagnostics)
        }
    }

    private var loader: RecordingLoader {
        var loader = request.loader
        if output.shape == .table, !methods {
            loader.healthSelection.maxNewestCount = Self.maxNewestCount
        }
        return loader
    }

    private func table(hasFileColumn: Bool) -> ResultTable {
        request.table(hasFileColumn: hasFileColumn)
    }

    private func document(_ entries: [ReportEntry]) -> String {
        if methods { return Self.paragraphs(entries) }
        if output.shape == .html { return HTMLReport.render(entries, title: "Resonance") }
        return TextTable.render(entries, names: output.metricNames, width: Terminal.width)
    }

    /// Returns the paragraphs; recordings that were read and analysed alike share one.
    private static func paragraphs(_ entries: [ReportEntry]) -> String {
        var texts: [String] = []
        for entry in entries {
            let text = MethodsParagraph(entry.result.recipe).text
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.joined(separator: "\n")
    }

    private var settings: AnalysisSettings {
        var settings = request.settings
        settings.keepsFigures = output.shape == .html
        return settings
    }

    private var request: AnalysisRequest {
        var request = rows.request
        request.names = output.metricNames
        return request
    }
}
