import ArgumentParser
import CommandSupport
import Datasets

/// `hrv datasets path [ID]`: where sets, or one of them, lie.
struct DatasetsPathCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "path", abstract: "Print the folder of a data set, or of all that are fetched."
    )

    @Argument(
        help: ArgumentHelp("The name of a set, or of a record such as mitdb:100.", valueName: "ID"))
    var id: String?

    func run() async throws {
        try await DatasetText.runReportingErrors(Diagnostics(isQuiet: false)) {
            () throws(DatasetFailure) in
            guard let id else {
                print(DatasetLocations.local.store)
                return .ok
            }
            if DatasetName(id) != nil {
                for path in try DatasetName.paths(id, in: .local) { print(path) }
                return .ok
            }
            let set = try PublishedDataset.named(id)
            guard let folder = DatasetLocations.local.folders(of: set).first else {
                throw try Self.missingFolderFailure(set)
            }
            print(folder)
            return .ok
        }
    }

    /// Returns the reason that there is no folder of a set, and the location where it belongs.
    static func missingFolderFailure(_ set: PublishedDataset) throws(DatasetFailure)
        -> DatasetFailure
    {
        do throws(DatasetFailure) {
            _ = try DatasetName.paths("\(set.id):*", in: .local)
        } catch {
            return error
        }
        return DatasetFailure(.unavailable, "\(set.id) is not here")
    }
}
