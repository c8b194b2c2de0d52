import ArgumentParser
import Foundation
import HRVPipeline
import HRVReports
import PhysioTypes

/// `hrv spectrum`: the power spectral density of recordings.
struct SpectrumCommand: AsyncParsableCommand {
    enum Shape: String, ExpressibleByArgument, CaseIterable {
        case csv, json, ndjson, svg
    }

    static let configuration = CommandConfiguration(
        commandName: "spectrum",
        abstract: "Estimate the power spectral density of recordings.",
        discussion: """
            csv: f_hz,psd_ms2_per_hz. json and ndjson add band powers, method and resolution. svg: \
            the drawing of the report.
            """)

    @Argument(help: "Files, folders, WFDB records, or - for standard input.")
    var inputs: [String]

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions

    @Option(help: "Shape of the result (default: csv).")
    var output: Shape?

    @OptionGroup var delivery: DeliveryOptions

    private var shape: Shape {
        delivery.json ? .json : delivery.ndjson ? .ndjson : output ?? .csv
    }

    func validate() throws {
        try delivery.validateShape(isOtherChosen: output != nil)
    }

    func run() async throws {
        Interruption.install()
        let diagnostics = Diagnostics(isQuiet: delivery.quiet)
        let (paths, emptyFolderCount) = try InputPaths.expand(inputs, diagnostics)
        guard shape != .svg || paths.count == 1 else {
            diagnostics.error("svg shows one recording: name a single one", code: "usage")
            throw ExitStatus.usage.exitCode
        }
        var settings = AnalysisSettings()
        settings.spectrum = analysis.spectrumSettings
        settings.isForced = analysis.force
        settings.keepsFigures = true
        let batch = Batch(
            paths: paths, options: input.recordingOptions,
            pipeline: AnalysisPipeline(settings: settings),
            jobCount: ProcessInfo.processInfo.activeProcessorCount)
        var report = BatchReport(
            isStrict: delivery.strict, emptyFolderCount: emptyFolderCount, diagnostics: diagnostics)
        do {
            let sink = try OutputSink(path: delivery.out)
            var isFirst = true
            for await item in batch.items() {
                guard let entry = report.take(item, examine: Self.absence) else { continue }
                try write(entry, to: sink, isFirst: isFirst, hasFileColumn: paths.count > 1)
                isFirst = false
            }
            if report.hasResults {
                if shape == .json { try sink.write("\n]\n") }
                try sink.finish()
            } else {
                sink.discard()
            }
            report.summarise()
            throw report.status.exitCode
        } catch let failure as OutputSink.Failure {
            throw AnalyzeCommand.exitCode(failure, diagnostics)
        }
    }

    private static func absence(_ entry: ReportEntry) -> [Notice] {
        guard entry.result.figures?.spectrum == nil else { return [] }
        return [Notice(.warning, code: "no_spectrum", "no spectrum could be estimated")]
    }

    private func write(
        _ entry: ReportEntry, to sink: OutputSink, isFirst: Bool, hasFileColumn: Bool
    ) throws(OutputSink.Failure) {
        switch shape {
        case .csv:
            if isFirst {
                try sink.write(SpectrumTable.csvHeader(hasFileColumn: hasFileColumn) + "\n")
            }
            for line in SpectrumTable.csvLines(entry, hasFileColumn: hasFileColumn) {
                try sink.write(line + "\n")
            }
        case .json:
            try sink.write((isFirst ? "[\n" : ",\n") + SpectrumTable.object(entry).pretty)
        case .ndjson:
            try sink.write(SpectrumTable.object(entry).compact + "\n")
            try sink.flush()
        case .svg:
            if let drawing = SpectrumTable.svg(entry) { try sink.write(drawing) }
        }
    }
}
