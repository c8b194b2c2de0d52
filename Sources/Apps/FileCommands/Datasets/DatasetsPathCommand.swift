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
        try await DatasetText.telling(Diagnostics(isQuiet: false)) { () throws(DatasetFailure) in
            guard let id else {
                print(DatasetLocations.here.store)
                return .ok
            }
            if DatasetName(id) != nil {
                for path in try DatasetName.paths(id, in: .here) { print(path) }
                return .ok
            }
            let set = try PublishedDataset.named(id)
            guard let folder = DatasetLocations.here.folders(of: set).first else {
                throw try Self.absence(set)
            }
            print(folder)
            return .ok
        }
    }

    /// Why there is no folder of a set, and where it belongs.
    static func absence(_ set: PublishedDataset) throws(DatasetFailure) -> DatasetFailure {
        do throws(DatasetFailure) {
            _ = try DatasetName.paths("\(set.id):*", in: .here)
        } catch {
            return error
        }
        return DatasetFailure(.unavailable, "\(set.id) is not here")
    }
}
