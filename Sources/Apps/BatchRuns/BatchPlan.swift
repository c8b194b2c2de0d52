import RecordingFiles

/// The definition of a batch: written once into its folder as `batch.json`.
package struct BatchPlan: Codable, Sendable, Equatable {
    /// Version of the toolkit that makes the rows.
    package let version: String
    /// The options of the analysis as words of the command line, in one order.
    package let options: [String]
    /// The sum of the manifest.
    package let digest: String
    package private(set) var manifest: Manifest
    /// Size of each recording when the batch began; bytes.
    package let sizes: [Int]
    /// The index at which each chunk ends among the recordings.
    package let chunkEnds: [Int]

    package init(version: String, options: [String], manifest: Manifest) {
        self.version = version
        self.options = options
        self.manifest = manifest
        digest = manifest.digest
        sizes = manifest.records.map { record in
            let annotator = Self.annotator(of: record, options)
            return FileFingerprint(manifest.path(of: record), annotator: annotator)?.byteCount ?? 0
        }
        chunkEnds = ChunkPlan.chunks(sizes).map(\.upperBound)
    }

    private static func annotator(of record: BatchRecord, _ options: [String]) -> String? {
        let optionPrefix = "--annotator="
        let commonAnnotator = options.first { $0.hasPrefix(optionPrefix) }.map {
            String($0.dropFirst(optionPrefix.count))
        }
        return record.options["annotator"] ?? commonAnnotator
    }

    /// Ending of the annotations of a recording; nil where none is stated.
    func annotator(of record: BatchRecord) -> String? {
        Self.annotator(of: record, options)
    }

    /// Returns the fingerprint by which the files of a recording are recognized; nil if it is not
    /// there.
    func fileFingerprint(of record: BatchRecord) -> FileFingerprint? {
        FileFingerprint(manifest.path(of: record), annotator: annotator(of: record))
    }

    /// The fingerprint to which every committed chunk belongs: another version, option or manifest
    /// has another one.
    var fingerprint: String {
        SHA256.hex(of: ([version, digest] + options).joined(separator: "\n"))
    }

    /// True if a plan that was read is one that was written.
    var isConsistent: Bool {
        sizes.count == manifest.records.count && digest == manifest.digest
            && (chunkEnds.last ?? 0) == sizes.count && (chunkEnds.first ?? 1) > 0
            && zip(chunkEnds.dropFirst(), chunkEnds).allSatisfy { $0 > $1 }
    }

    /// The same batch, whose recordings lie where another plan says.
    func moved(to other: BatchPlan) -> BatchPlan {
        var plan = self
        plan.manifest.folder = other.manifest.folder
        plan.manifest.named = other.manifest.named
        return plan
    }

    /// The same batch, whose names of data sets are these files.
    func named(_ files: [String: String]) -> BatchPlan {
        var plan = self
        plan.manifest.named = files
        return plan
    }

    package var chunkCount: Int { chunkEnds.count }

    /// Indices of the recordings of a chunk.
    package func records(of chunk: Int) -> Range<Int> {
        (chunk == 0 ? 0 : chunkEnds[chunk - 1])..<chunkEnds[chunk]
    }

    /// Returns the difference in the batch that the folder was made for; nil if it is the same.
    package func difference(to other: BatchPlan) -> String? {
        if version != other.version {
            return "it was begun by version \(other.version), and this is \(version)"
        }
        if options != other.options {
            func optionText(_ words: [String]) -> String {
                words.isEmpty ? "no options" : words.joined(separator: " ")
            }
            return
                "it was begun with \(optionText(other.options)), and now there are \(optionText(options))"
        }
        if digest != other.digest {
            let (oldRecords, newRecords) = (other.manifest.records, manifest.records)
            if oldRecords.count != newRecords.count {
                return
                    "it was begun with \(oldRecords.count) recordings, and now there are \(newRecords.count)"
            }
            if let index = zip(oldRecords, newRecords).enumerated().first(where: { $1.0 != $1.1 })?
                .offset
            {
                return
                    "recording \(index + 1) of the manifest was \(oldRecords[index].id), and is another one or has other values now"
            }
            return "the columns of the manifest have changed"
        }
        return nil
    }
}
