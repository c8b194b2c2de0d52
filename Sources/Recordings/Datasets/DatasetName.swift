import RecordingFiles

/// A record by the name of its set: `mitdb:100`, or all of them: `mitdb:*`.
package struct DatasetName: Sendable, Equatable {
    package let set: PublishedDataset
    /// Nil for all of them.
    package let record: String?

    /// - Returns: nil for a word that begins with no set of the catalogue.
    package init?(_ word: String) {
        guard let colon = word.firstIndex(of: ":"),
            let set = DatasetCatalogue.set(String(word[..<colon]))
        else { return nil }
        let recordText = String(word[word.index(after: colon)...])
        guard recordText == "*" || ChecksumFile.isSafeRelativePath(recordText) else { return nil }
        self.set = set
        record = recordText == "*" ? nil : recordText
    }

    /// The paths of inputs, where those that are names of data sets become files.
    ///
    /// A file that has such a name itself is meant where there is one.
    ///
    /// - Throws: `unavailable` where the set, or the record, is not here.
    package static func paths(
        _ input: String, in locations: DatasetLocations
    ) throws(DatasetFailure) -> [String] {
        guard FolderListing.kind(of: input) == nil, let name = DatasetName(input) else {
            return [input]
        }
        return try name.paths(in: locations)
    }

    /// The folder with the most records of the set, of several the first.
    private func fullestFolder(_ folders: [String]) -> String? {
        let counts = folders.map { LocalDataset($0).recordCount(of: set) }
        return counts.max().flatMap { maxCount in
            counts.firstIndex(of: maxCount).map { folders[$0] }
        }
    }

    /// Returns the text for a person where `mitdb:*` is not the whole set; nil where it is, and for
    /// a single record.
    package static func missingRecordsText(_ input: String, in locations: DatasetLocations)
        -> String?
    {
        guard FolderListing.kind(of: input) == nil, let name = DatasetName(input),
            name.record == nil, let folder = name.fullestFolder(locations.folders(of: name.set))
        else { return nil }
        let count = LocalDataset(folder).recordCount(of: name.set)
        let totalCount = name.set.recordCount.value
        return count < totalCount
            ? "\(input): \(count) of \(totalCount) records are here (hrv datasets verify \(name.set.id))"
            : nil
    }

    /// The records that the name means, each as `mitdb:100`, with their files.
    package func records(
        in locations: DatasetLocations
    ) throws(DatasetFailure) -> [(name: String, file: String)] {
        let files = try paths(in: locations)
        if let record { return files.map { ("\(set.id):\(record)", $0) } }
        let folder = fullestFolder(locations.folders(of: set)) ?? ""
        return files.map { ("\(set.id):\($0.dropFirst(folder.count + 1).dropLast(4))", $0) }
    }

    private func paths(in locations: DatasetLocations) throws(DatasetFailure) -> [String] {
        let folders = locations.folders(of: set)
        let found: [String] =
            if let record {
                folders.lazy.map { "\($0)/\(record)" }.first {
                    FolderListing.kind(of: $0 + ".hea") == .file
                        || FolderListing.kind(of: $0) == .file
                }.map { [FolderListing.kind(of: $0 + ".hea") == .file ? $0 + ".hea" : $0] } ?? []
            } else {
                fullestFolder(folders).map { folder in
                    LocalDataset(folder).records.map { "\(folder)/\($0).hea" }
                } ?? []
            }
        guard found.isEmpty else { return found }
        let word = "\(set.id):\(record ?? "*")"
        if let folder = folders.first, let record {
            throw DatasetFailure(
                .unavailable,
                "\(word): there is no record \(record) in \(folder): hrv datasets fetch \(word) brings it"
            )
        }
        let storeFolder = locations.storeFolder(of: set)
        throw DatasetFailure(
            .unavailable,
            set.agreementAddress.map {
                "\(word): \(set.title) is not here, and one signs for it at \($0): put its files into \(storeFolder)"
            }
                ?? "\(word): \(set.title) is not here: hrv datasets fetch \(set.id) brings it, or put its files into \(storeFolder)"
        )
    }
}
