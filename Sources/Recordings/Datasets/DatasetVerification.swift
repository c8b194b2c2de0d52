import RecordingFiles

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The state of a data set on this machine, compared with its sums, its list of records and the
/// catalogue.
package struct DatasetVerification: Sendable, Equatable {
    package struct ChecksumResult: Sendable, Equatable {
        package let isPinned: Bool
        package var matchingCount = 0
        package var mismatchedFiles: [String] = []
        package var missing: [String] = []
    }

    package let folder: String
    /// Nil where there is no file of sums, so that no byte can be checked.
    package let sums: ChecksumResult?
    /// Records with a header.
    package let records: [String]
    /// Names of records that are known to belong to the set, and are not there.
    package let missingRecords: [String]
    /// Beats in the records that are there, by the ending of the annotation files.
    package let beats: [String: Int]
    /// Annotations that cannot be read; each a sentence.
    package let errors: [String]
    package let set: PublishedDataset

    /// True if all of the set is there, and nothing that was verified speaks against it.
    package var isComplete: Bool {
        guard let sums, sums.mismatchedFiles.isEmpty, sums.missing.isEmpty, errors.isEmpty,
            missingRecords.isEmpty,
            !set.recordCount.isVerified || records.count == set.recordCount.value
        else { return false }
        return set.beats.allSatisfy { !$0.value.isVerified || beats[$0.key] == $0.value.value }
    }

    /// - Complexity: every byte of the set is read once.
    package init(_ set: PublishedDataset, in folder: String) throws(DatasetFailure) {
        self.set = set
        self.folder = folder
        sums = try Self.verifyChecksums(set, folder)
        let localDataset = LocalDataset(folder)
        let existing = localDataset.records
        // Some sets list the same recordings by further names.
        let expected = set.records.isEmpty ? localDataset.listedRecords ?? [] : set.records
        records = set.records.isEmpty ? existing : expected.filter(Set(existing).contains)
        missingRecords = expected.filter { !existing.contains($0) }
        (beats, errors) = Self.countBeats(records, in: folder, fileExtensions: Set(set.beats.keys))
    }

    private static func verifyChecksums(
        _ set: PublishedDataset, _ folder: String
    ) throws(DatasetFailure) -> ChecksumResult? {
        let path = "\(folder)/\(ChecksumFile.name)"
        guard FolderListing.kind(of: path) == .file else { return nil }
        let bytes: [UInt8]
        do throws(RecordingError) {
            bytes = try RecordingFile.readAll(path, limit: ChecksumFile.limit)
        } catch {
            throw DatasetFailure(.io, "cannot read \(path): \(error.text)")
        }
        let file = try ChecksumFile(bytes, path: path)
        if let pinnedDigest = set.checksumFileSHA256, pinnedDigest != file.digest {
            throw DatasetFailure(
                .badData,
                "\(path) is not the one that this version of hrv knows of: remove the folder, and fetch the set again"
            )
        }
        var sums = ChecksumResult(isPinned: set.checksumFileSHA256 != nil)
        for line in file.lines {
            let filePath = "\(folder)/\(line.name)"
            if FolderListing.kind(of: filePath) != .file {
                sums.missing.append(line.name)
            } else if PartFile.checksum(of: filePath) == line.checksum {
                sums.matchingCount += 1
            } else {
                sums.mismatchedFiles.append(line.name)
            }
        }
        return sums
    }

    private static func countBeats(
        _ records: [String], in folder: String, fileExtensions: Set<String>
    ) -> (beats: [String: Int], errors: [String]) {
        var beats: [String: Int] = [:]
        var errors: [String] = []
        for fileExtension in fileExtensions.sorted() {
            for record in records
            where FolderListing.kind(of: "\(folder)/\(record).\(fileExtension)") == .file {
                do throws(RecordingError) {
                    let file = try WFDBAnnotationFile.read(
                        path: "\(folder)/\(record)", annotator: fileExtension)
                    // The published counts leave the waves of ventricular flutter out.
                    beats[fileExtension, default: 0] += file.annotations.count {
                        $0.isBeat && $0.code != WFDBCode.flutterWave
                    }
                } catch {
                    errors.append("\(record).\(fileExtension): \(error.text)")
                }
            }
        }
        return (beats, errors)
    }
}
