// A table of metrics from the path of a recording: R-R intervals, WFDB beats, or an ECG of any format
// that is read.
import Foundation
import Resonance

let paths = CommandLine.arguments.dropFirst()
guard !paths.isEmpty else {
    print("usage: TableOfFile PATH...")
    exit(64)
}

let analysis = FileAnalysis()
do throws(RecordingError) {
    var entries: [ReportEntry] = []
    for path in paths { entries.append(try analysis.analyze(path)) }
    print(TextTable.render(entries), terminator: "")
} catch {
    print("This recording cannot be analysed: \(error.text)")
    exit(65)
}
