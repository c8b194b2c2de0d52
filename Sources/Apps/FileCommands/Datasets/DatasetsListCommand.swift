import ArgumentParser
import CommandSupport
import Datasets

/// `hrv datasets list`: all sets that are known, and which are here.
struct DatasetsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Name all data sets that are known (the default).")

    @Flag(help: "As a JSON array.")
    var json = false

    func run() async throws {
        try await DatasetText.runReportingErrors(Diagnostics(isQuiet: false)) {
            () throws(DatasetFailure) in
            let locations = DatasetLocations.local
            if json {
                print(DatasetJSON.text(DatasetCatalogue.all.map { DatasetJSON($0, locations) }))
                return .ok
            }
            let rows = DatasetCatalogue.all.map { row($0, locations) }
            let head = ["id", "records", "Hz", "size", "here", "title"]
            for row in [head] + rows {
                let cells = zip(row.dropLast(), [10, 7, 4, 9, 4]).map { text, width in
                    text + String(repeating: " ", count: max(0, width - text.count))
                }
                print((cells + [row.last ?? ""]).joined(separator: "  "))
            }
            return .ok
        }
    }

    private func row(_ set: PublishedDataset, _ locations: DatasetLocations) -> [String] {
        let isPresent = !locations.folders(of: set).isEmpty
        return [
            set.id, DatasetText.count(set.recordCount.value),
            set.rateHz.map { "\(Int($0.value))" } ?? "",
            set.byteCount.map { DatasetText.size($0.value) } ?? "",
            isPresent ? "yes" : set.agreementAddress == nil ? "" : "sign", set.title,
        ]
    }
}
