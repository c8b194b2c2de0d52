package import Datasets
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DatasetLocations {
    /// The locations on this machine.
    package static var local: DatasetLocations {
        let environment = ProcessInfo.processInfo.environment
        return DatasetLocations(
            store: DataFolder.path(environment: environment) + "/datasets",
            sharedFolder: environment["RESONANCE_DATASETS"])
    }
}

extension DatasetFailure {
    package var status: ExitStatus {
        switch kind {
        case .usage: .usage
        case .badData: .badData
        case .unavailable: .unavailable
        case .cannotCreate: .cannotCreate
        case .io: .ioError
        case .occupied: .occupied
        }
    }

    package var code: String {
        switch kind {
        case .usage: "usage"
        case .badData: "bad_data"
        case .unavailable: "unavailable"
        case .cannotCreate: "cannot_create"
        case .io: "io"
        case .occupied: "occupied"
        }
    }
}
