import Dispatch
import Foundation
@_spi(Studies) import KernelBenchmarks
import Studies
import Synchronization

/// The report on pacers and its figures, as files.
enum PacerFiles {
    /// Runs the study on all processors; writes the report, and its figures into `figures` beside it.
    static func writeReport(to path: String, personCount: Int) throws {
        let report = try PacerReport(PacerStudy(personCount: personCount), concurrently) {
            FileHandle.standardError.write(Data(($0 + "\n").utf8))
        }
        let page = URL(fileURLWithPath: path)
        let figures = page.deletingLastPathComponent().appendingPathComponent("figures")
        try FileManager.default.createDirectory(at: figures, withIntermediateDirectories: true)
        for (name, text) in [
            (PacerReport.errorFigureName, report.errorFigure),
            (PacerReport.sessionFigureName, report.sessionFigure),
        ] {
            try Data(text.utf8).write(to: figures.appendingPathComponent(name))
        }
        try Data(report.markdown.utf8).write(to: page)
    }

    private static func concurrently(
        _ count: Int, _ trial: @Sendable (Int) -> PacerTrial
    ) -> [PacerTrial] {
        let trials = Mutex([PacerTrial?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = trial(index)
            trials.withLock { $0[index] = result }
        }
        return trials.withLock { $0.compactMap(\.self) }
    }
}
