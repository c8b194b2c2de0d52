import RecordingFiles

/// The origin of the files of sets.
package enum DatasetSource: Sendable, Equatable {
    case folder(String)
    case web(WebAddress)

    /// - Parameter mirror: a folder or an address; nil for the publisher.
    /// - Throws: `usage` for an address that must not be asked.
    package init(mirror: String?) throws(DatasetFailure) {
        guard let mirror else {
            self = .web(.publisher)
            return
        }
        guard mirror.contains("://") else {
            guard FolderListing.kind(of: mirror) == .folder else {
                throw DatasetFailure(
                    .usage,
                    "--mirror \(mirror) is no folder: name a folder with data sets, or https://HOST/PATH"
                )
            }
            self = .folder(mirror)
            return
        }
        self = .web(try WebAddress(mirror: mirror))
    }

    package var name: String {
        switch self {
        case .folder(let path): path
        case .web(let address): address.name
        }
    }

    /// The folder of a set in a mirror that is a folder.
    static func folder(of set: PublishedDataset, in mirror: String) -> String? {
        ["\(mirror)/\(set.folder)", "\(mirror)/\(set.id)"].first {
            FolderListing.kind(of: $0) == .folder
        }
    }
}
