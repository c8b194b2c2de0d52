import BatchRuns
import CommandSupport
import Datasets
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

/// Finds the recordings of a batch by the words on the command line.
enum BatchInputs {
    /// - Parameter results: the folder of the batch, and what lies in it is no recording.
    /// - Parameter warn: gets a sentence on files that are passed over.
    /// - Throws: `usage` for a manifest that is none, `noInput` where there is nothing to read.
    static func manifest(
        _ inputs: [String], leavingOut results: String, _ warn: (String) -> Void
    ) throws(BatchFailure) -> Manifest {
        if inputs == ["-"] {
            var manifest = try Manifest(
                paths: paths(readStandardInput(), warn))
            manifest.folder = Manifest.absolutePath("")
            return try resolvedManifest(manifest, "standard input")
        }
        guard !inputs.contains("-") else {
            throw BatchFailure(
                .usage, "paths on standard input (-) are all of a batch: leave out the other inputs"
            )
        }
        if inputs.count == 1, !isFolder(inputs[0]), datasetName(inputs[0]) == nil {
            return try table(inputs[0])
        }
        var folderFilter = BatchFolderFilter(results)
        var inputPaths: [String] = []
        var named: [String: String] = [:]
        for input in inputs {
            if let datasetName = datasetName(input) {
                if let missingRecordsText = DatasetName.missingRecordsText(input, in: .local) {
                    warn(missingRecordsText)
                }
                for record in try records(datasetName) {
                    inputPaths.append(record.name)
                    named[record.name] = record.file
                }
            } else if isFolder(input) {
                if let sentence = FolderListing.invalidNamesNotice(in: input) {
                    warn("\(input): \(sentence) [bad_name]")
                }
                inputPaths += InputList.expand(input).filter { !folderFilter.contains($0) }
            } else {
                throw BatchFailure(
                    .usage, "\(input) is no folder: a batch is of one manifest, or of folders")
            }
        }
        var manifest = try Manifest(paths: inputPaths)
        (manifest.folder, manifest.named) = (Manifest.absolutePath(""), named)
        return manifest
    }

    /// A data set, or a record of one, such as `mitdb:100`; nil for what is a file.
    private static func datasetName(_ input: String) -> DatasetName? {
        FileManager.default.fileExists(atPath: input) ? nil : DatasetName(input)
    }

    private static func records(
        _ name: DatasetName
    ) throws(BatchFailure) -> [(name: String, file: String)] {
        do throws(DatasetFailure) {
            return try name.records(in: .local)
        } catch {
            throw BatchFailure(.unavailable, error.text)
        }
    }

    private static func table(_ path: String) throws(BatchFailure) -> Manifest {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw BatchFailure(
                .noInput, "cannot read the manifest \(path): \(String(cString: strerror(errno)))")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw BatchFailure(.usage, "the manifest \(path) is no text in UTF-8")
        }
        let folder = FilePath.folder(of: path)
        return try resolvedManifest(
            Manifest(csv: text, name: path, folder: Manifest.absolutePath(folder)), path)
    }

    /// The manifest with the files of its names of data sets.
    private static func resolvedManifest(
        _ manifest: Manifest, _ source: String
    ) throws(BatchFailure) -> Manifest {
        if let record = manifest.records.first(where: { record in
            FolderListing.kind(of: manifest.path(of: record)) == nil
                && DatasetName(record.path).map { $0.record == nil } == true
        }) {
            throw BatchFailure(
                .usage,
                "\(source): \(record.path) names more than one recording: give it in place of the manifest, or name each record"
            )
        }
        var manifest = manifest
        manifest.named = named(manifest)
        return manifest
    }

    /// Files of the paths of a manifest that name a record of a data set which is here.
    static func named(_ manifest: Manifest) -> [String: String] {
        // Files that were found before may have gone.
        var manifest = manifest
        manifest.named = [:]
        var named: [String: String] = [:]
        for record in manifest.records where record.path.contains(":") {
            guard FolderListing.kind(of: manifest.path(of: record)) == nil,
                let name = DatasetName(record.path), name.record != nil
            else { continue }
            // A record that is not here fails alone, as a file that is not there.
            named[record.path] = try? records(name).first?.file
        }
        return named
    }

    /// Returns the reason that there is no file of a path that names a record of a data set; nil
    /// for any other path.
    static func missingFileText(of path: String, _ file: String) -> String? {
        guard FolderListing.kind(of: file) == nil, let name = DatasetName(path) else { return nil }
        do throws(BatchFailure) {
            _ = try records(name)
            return nil
        } catch {
            return error.text
        }
    }

    private static func readStandardInput() throws(BatchFailure) -> [UInt8] {
        var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let count = read(STDIN_FILENO, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw BatchFailure(.io, "standard input: \(POSIXFiles.reason)")
            }
            if count == 0 { return bytes }
            bytes += block[..<count]
        }
    }

    /// Paths with a 0 behind each, or one a line.
    private static func paths(_ data: [UInt8], _ warn: (String) -> Void) -> [String] {
        let separator: UInt8 = data.contains(0) ? 0 : UInt8(ascii: "\n")
        let words = data.split(separator: separator)
        let texts = words.compactMap { String(validating: $0, as: UTF8.self) }
        if texts.count < words.count {
            let first = words.first { String(validating: $0, as: UTF8.self) == nil } ?? []
            warn(
                "standard input: \(words.count - texts.count) paths are no UTF-8, so these files cannot be opened: rename them; "
                    + "the first is \(String(decoding: first, as: UTF8.self)) [bad_name]")
        }
        return texts.map { $0.hasSuffix("\r") && separator != 0 ? String($0.dropLast()) : $0 }
            .filter { !$0.isEmpty }
    }

    /// The folders of this batch and of others, in which no recording lies.
    private struct BatchFolderFilter {
        private let ownFolder: String
        private var isInsideBatch: [String: Bool] = ["": false, "/": false]

        init(_ results: String) { ownFolder = Manifest.absolutePath(results) }

        mutating func contains(_ path: String) -> Bool {
            isWithinBatch(FilePath.folder(of: Manifest.absolutePath(path)))
        }

        private mutating func isWithinBatch(_ folder: String) -> Bool {
            if let isInsideBatch = isInsideBatch[folder] { return isInsideBatch }
            let files = FileManager.default
            let isBatch =
                folder == ownFolder
                || ["batch.json", "rows", "failed", "done"].allSatisfy {
                    files.fileExists(atPath: "\(folder)/\($0)")
                }
            let result = isBatch || isWithinBatch(FilePath.folder(of: folder))
            isInsideBatch[folder] = result
            return result
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        FolderListing.kind(of: path) == .folder
    }
}
