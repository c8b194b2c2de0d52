import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The record of a chunk that is done: written last, so that all else is there if this is.
struct ChunkRecord: Codable, Sendable, Equatable {
    /// The plan that it belongs to.
    let planFingerprint: String
    let recordCount: Int
    let rowCount: Int
    /// The number of failures with each code.
    let failures: [String: Int]
    /// Recordings of which nothing was analysed.
    let failedCount: Int
    let rowsDigest: String
    let failedDigest: String
    /// The fingerprint of each recording; nil if it was not there.
    let fingerprints: [FileFingerprint?]
    /// SHA-256 of the files of each recording; nil where it was not asked for, or could not be had.
    let fileDigests: [String?]
    /// The numbers of recordings that used each option; nil where none was given.
    let optionUses: [String: OptionUse]?
    /// The sum of all that stands here, by which an edited record is known.
    private(set) var recordDigest = ""

    /// The record with its own sum.
    func withDigest() -> ChunkRecord {
        var record = self
        record.recordDigest = ""
        let text = (try? JSONEncoder.sorted.encode(record)).map {
            String(decoding: $0, as: UTF8.self)
        }
        record.recordDigest = SHA256.hex(of: text ?? "")
        return record
    }

    /// Checks whether the files of the chunk are those that were committed, and the recordings the
    /// same.
    ///
    /// - Parameter checksums: whether recordings are read again, where their sums are known.
    /// - Returns: what is not; nil where all is.
    func error(
        _ chunk: Int, of plan: BatchPlan, in folder: BatchFolder, checksums: Bool
    ) -> String? {
        guard recordDigest == withDigest().recordDigest else {
            return "\(folder.chunkRecordPath(chunk)) is not as it was"
        }
        let indices = plan.records(of: chunk)
        guard planFingerprint == plan.fingerprint, recordCount == indices.count,
            fingerprints.count == indices.count,
            fileDigests.count == indices.count
        else { return "it is of another batch" }
        if let error = filesError(chunk, in: folder) { return error }
        for (index, (fileFingerprint, fileDigest)) in zip(indices, zip(fingerprints, fileDigests)) {
            let record = plan.manifest.records[index]
            let path = plan.manifest.path(of: record)
            if checksums, let fileDigest,
                let currentDigest = FileDigest.sha256(
                    of: path, annotator: plan.annotator(of: record))
            {
                if currentDigest != fileDigest { return "\(record.path) has other bytes" }
                continue
            }
            // What cannot be seen at the moment has not changed for all that is known.
            if let currentFingerprint = plan.fileFingerprint(of: record),
                currentFingerprint != fileFingerprint
            {
                return "\(record.path) has changed"
            }
        }
        return nil
    }

    /// Returns the difference of the two files from what was committed; nil if there is none.
    func filesError(_ chunk: Int, in folder: BatchFolder) -> String? {
        for (file, expectedDigest) in [
            (folder.rowsPath(chunk), rowsDigest), (folder.failuresPath(chunk), failedDigest),
        ] {
            guard let data = FileManager.default.contents(atPath: file) else {
                return "\(file) is missing"
            }
            var digest = SHA256()
            data.withUnsafeBytes { digest.add($0) }
            guard digest.hex() == expectedDigest else { return "\(file) is not as it was" }
        }
        return nil
    }

    private enum CodingKeys: String, CodingKey {
        case planFingerprint = "planSum"
        case recordCount, rowCount, failures, failedCount
        case rowsDigest = "rowsSum"
        case failedDigest = "failedSum"
        case fingerprints = "marks"
        case fileDigests = "sums"
        case optionUses
        case recordDigest = "recordSum"
    }
}

extension BatchFolder {
    /// Returns the record that was committed of a chunk; nil if it is open.
    func record(_ chunk: Int) -> ChunkRecord? {
        FileManager.default.contents(atPath: chunkRecordPath(chunk))
            .flatMap { try? JSONDecoder().decode(ChunkRecord.self, from: $0) }
    }

    /// Packs the rows of a chunk and writes its failures; then it is done.
    ///
    /// - Parameter header: the first line of the rows.
    func commit(
        _ work: ChunkWork, _ chunk: Int, of plan: BatchPlan, header: String,
        fingerprints: [FileFingerprint?]
    ) throws(BatchFailure) -> ChunkRecord {
        let partPath = rowsPath(chunk) + ".part"
        let rowsDigest = try compress(openRowsPath(chunk), header, to: partPath)
        try Self.moveDurably(partPath, rowsPath(chunk))
        let failed =
            ([FailedRecording.header] + work.failures.map(\.csvLine)).joined(separator: "\n") + "\n"
        try write(Array(failed.utf8), to: failuresPath(chunk))
        var digest = SHA256()
        digest.add(Array(failed.utf8))
        let record = ChunkRecord(
            planFingerprint: plan.fingerprint, recordCount: fingerprints.count,
            rowCount: work.rowCount,
            failures: Dictionary(work.failures.map { ($0.code, 1) }, uniquingKeysWith: +),
            failedCount: work.failedCount, rowsDigest: rowsDigest, failedDigest: digest.hex(),
            fingerprints: fingerprints,
            fileDigests: plan.records(of: chunk).map { work.fileDigests[$0] },
            optionUses: work.optionUses.isEmpty ? nil : work.optionUses
        ).withDigest()
        try encode(record, to: chunkRecordPath(chunk))
        unlink(openRowsPath(chunk))
        return record
    }

    private func compress(
        _ source: String, _ header: String, to target: String
    ) throws(BatchFailure) -> String {
        let writer = try SyncedFile(target)
        let packer = GzipPacker()
        try writer.write(packer.pack(Array("\(header)\n".utf8)))
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else {
            throw BatchFailure(.io, "cannot read \(source): \(Self.systemErrorText())")
        }
        defer { close(input) }
        var block = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(input, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw BatchFailure(.io, "cannot read \(source): \(Self.systemErrorText())")
            }
            if count == 0 { break }
            try writer.write(packer.pack(Array(block[..<count])))
        }
        try writer.write(packer.finish())
        return try writer.finish()
    }
}

/// A recording, or a part of one, that could not be analysed.
struct FailedRecording: Sendable, Equatable {
    let id: String
    let path: String
    let code: String
    let text: String
    let attempts: Int

    static let header = "id,path,code,sentence,attempts"

    var csvLine: String {
        [id, path, code, text, "\(attempts)"].map(CSVField.text).joined(separator: ",")
    }
}

/// The state of a chunk while it is worked on.
struct ChunkWork: Sendable {
    /// Indices of the recordings of the batch that are not done yet.
    var openRecords: ArraySlice<Int>
    var failures: [FailedRecording] = []
    var failedCount = 0
    /// True if the disk did not give some recording of the chunk.
    var hasDiskErrors = false
    var rowCount = 0
    var optionUses: [String: OptionUse] = [:]
    /// SHA-256 by index, where it is wanted.
    var fileDigests: [Int: String] = [:]
    /// Bytes of the rows of the recordings that are done.
    var byteCount = 0

    init(_ records: Range<Int>) { openRecords = Array(records)[...] }
}

/// A value between commas, as RFC 4180 has it.
package enum CSVField {
    package static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\n\r".unicodeScalars.contains($0) }) else {
            return text
        }
        var quoted = String.UnicodeScalarView("\"".unicodeScalars)
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.append(scalar) }
            quoted.append(scalar)
        }
        return String(quoted) + "\""
    }
}
