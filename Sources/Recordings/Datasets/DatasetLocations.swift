import RecordingFiles

/// The folders of data sets on this machine.
package struct DatasetLocations: Sendable, Equatable {
    /// Sets are fetched to this folder.
    package let store: String
    /// A folder with sets that a person put there; read, never written. Nil where there is none.
    package let sharedFolder: String?

    /// - Parameter sharedFolder: the value of `RESONANCE_DATASETS`.
    package init(store: String, sharedFolder: String?) {
        self.store = store
        self.sharedFolder = sharedFolder.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The folder that a set is fetched to.
    package func storeFolder(of set: PublishedDataset) -> String { "\(store)/\(set.folder)" }

    /// The folders in which there is something of a set, the fetched one first.
    package func folders(of set: PublishedDataset) -> [String] {
        let sharedFolder = sharedFolder.map { ["\($0)/\(set.folder)", "\($0)/\(set.id)"] } ?? []
        return ([storeFolder(of: set)] + sharedFolder).filter { !LocalDataset($0).isEmpty }
    }
}

/// The part of a data set that a folder has.
struct LocalDataset {
    let folder: String

    init(_ folder: String) { self.folder = folder }

    /// Returns the number of a set's records that are there.
    func recordCount(of set: PublishedDataset) -> Int {
        set.records.isEmpty ? records.count : Set(records).intersection(set.records).count
    }

    /// True if there is nothing in it that could be read.
    var isEmpty: Bool {
        guard FolderListing.kind(of: folder) == .folder else { return true }
        return headers.isEmpty && FolderListing.kind(of: "\(folder)/RECORDS") != .file
    }

    /// Records whose header is there, in the order of `RECORDS`, else by name.
    var records: [String] {
        let headers = headers
        guard let listedRecords else { return headers.sorted() }
        let existing = Set(headers)
        return listedRecords.filter(existing.contains)
    }

    /// The records that `RECORDS` names; nil where it is not there.
    var listedRecords: [String]? {
        guard let bytes = try? RecordingFile.readAll("\(folder)/RECORDS", limit: 1 << 20) else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { String($0.drop { $0 == " " }) }.filter(ChecksumFile.isSafeRelativePath)
    }

    private var headers: [String] {
        FolderListing.files(in: folder).filter { $0.hasSuffix(".hea") }.map {
            String($0.dropLast(4))
        }
    }
}
