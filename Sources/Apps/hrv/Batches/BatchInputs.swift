import BatchRuns
import Foundation
import RecordingFiles

/// From the words on the command line to the recordings of a batch.
enum BatchInputs {
    /// - Throws: `usage` for a manifest that is none, `noInput` where there is nothing to read.
    static func manifest(_ inputs: [String]) throws(BatchFailure) -> Manifest {
        if inputs == ["-"] {
            return try Manifest(paths: paths(FileHandle.standardInput.readDataToEndOfFile()))
        }
        guard !inputs.contains("-") else {
            throw BatchFailure(
                .usage, "paths on standard input (-) are all of a batch: leave out the other inputs"
            )
        }
        if inputs.count == 1, !isFolder(inputs[0]) { return try table(inputs[0]) }
        for input in inputs where !isFolder(input) {
            throw BatchFailure(
                .usage, "\(input) is no folder: a batch is of one manifest, or of folders")
        }
        return try Manifest(paths: inputs.flatMap(InputList.expand))
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
        return try Manifest(csv: text, name: path, folder: folder)
    }

    /// Paths with a 0 behind each, or one a line.
    private static func paths(_ data: Data) throws(BatchFailure) -> [String] {
        let separator: UInt8 = data.contains(0) ? 0 : UInt8(ascii: "\n")
        return data.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
            .map { $0.hasSuffix("\r") && separator != 0 ? String($0.dropLast()) : $0 }
            .filter { !$0.isEmpty }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }
}
