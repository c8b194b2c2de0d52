import BatchRuns
import Datasets
import Foundation
import RecordingFiles

/// Finds the recordings of a batch by the words on the command line.
enum BatchInputs {
    /// - Parameter results: the folder of the batch, and what lies in it is no recording.
    /// - Parameter tell: gets a sentence on files that are passed over.
    /// - Throws: `usage` for a manifest that is none, `noInput` where there is nothing to read.
    static func manifest(
        _ inputs: [String], leavingOut results: String, _ tell: (String) -> Void
    ) throws(BatchFailure) -> Manifest {
        if inputs == ["-"] {
            var manifest = try Manifest(
                paths: paths(FileHandle.standardInput.readDataToEndOfFile()))
            manifest.folder = Manifest.base("")
            return manifest
        }
        guard !inputs.contains("-") else {
            throw BatchFailure(
                .usage, "paths on standard input (-) are all of a batch: leave out the other inputs"
            )
        }
        if inputs.count == 1, !isFolder(inputs[0]), name(inputs[0]) == nil {
            return try table(inputs[0])
        }
        var found: [String] = []
        var named: [String: String] = [:]
        for input in inputs {
            if let name = name(input) {
                if let shortage = DatasetName.shortage(input, in: .here) { tell(shortage) }
                for record in try records(name) {
                    found.append(record.name)
                    named[record.name] = record.file
                }
            } else if isFolder(input) {
                if let sentence = FolderListing.sentenceOnOtherNames(in: input) {
                    tell("\(input): \(sentence) [bad_name]")
                }
                found += InputList.expand(input).filter { !isResult($0, of: results) }
            } else {
                throw BatchFailure(
                    .usage, "\(input) is no folder: a batch is of one manifest, or of folders")
            }
        }
        var manifest = try Manifest(paths: found)
        (manifest.folder, manifest.named) = (Manifest.base(""), named)
        return manifest
    }

    /// A data set, or a record of one, such as `mitdb:100`; nil for what is a file.
    private static func name(_ input: String) -> DatasetName? {
        FileManager.default.fileExists(atPath: input) ? nil : DatasetName(input)
    }

    private static func records(
        _ name: DatasetName
    ) throws(BatchFailure) -> [(name: String, file: String)] {
        do throws(DatasetFailure) {
            return try name.records(in: .here)
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
        let folder = (path as NSString).deletingLastPathComponent
        var manifest = try Manifest(csv: text, name: path, folder: Manifest.base(folder))
        for record in manifest.records {
            guard !FileManager.default.fileExists(atPath: manifest.place(of: record)),
                let name = DatasetName(record.path), name.record != nil
            else { continue }
            // A record that is not here fails alone, as a file that is not there.
            manifest.named[record.path] = try? records(name).first?.file
        }
        return manifest
    }

    /// Paths with a 0 behind each, or one a line.
    private static func paths(_ data: Data) throws(BatchFailure) -> [String] {
        let separator: UInt8 = data.contains(0) ? 0 : UInt8(ascii: "\n")
        return data.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
            .map { $0.hasSuffix("\r") && separator != 0 ? String($0.dropLast()) : $0 }
            .filter { !$0.isEmpty }
    }

    /// Whether a file belongs to this batch, or to another one.
    private static func isResult(_ path: String, of results: String) -> Bool {
        let file = Manifest.base(path)
        if file.hasPrefix(Manifest.base(results) + "/") { return true }
        // Rows and failures lie two folders below batch.json.
        let folder = (file as NSString).deletingLastPathComponent as NSString
        return ["rows", "failed", "work", "done"].contains(folder.lastPathComponent)
            && FileManager.default.fileExists(
                atPath: folder.deletingLastPathComponent + "/batch.json")
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
