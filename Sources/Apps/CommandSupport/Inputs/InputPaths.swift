import ArgumentParser
import Datasets
import RecordingFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The conversion of the words on the command line to paths of recordings.
package enum InputPaths {
    /// Endings of results, which beside a record are no annotations.
    private static let resultEndings: Set<String> = [
        "csv", "tsv", "txt", "json", "ndjson", "svg", "html", "md",
    ]

    /// - Throws: a usage error where standard input is to be read more than once, or where the path
    ///   of an input is empty.
    package static func validate(_ inputs: [String]) throws {
        if inputs.contains("") { throw ValidationError("the path of an input is empty") }
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input (-) can be read only once")
        }
    }

    /// The recordings that inputs stand for, and how many folders had none, or files that cannot be named.
    ///
    /// - Parameter outputs: files that will be written.
    /// - Throws: exit code 66 where there is nothing to read, 69 where a data set is not here, 64 where an output would
    ///   replace a recording or another output.
    package static func expand(
        _ inputs: [String], writing outputs: [String?], _ diagnostics: Diagnostics
    ) throws -> (paths: [String], emptyFolderCount: Int) {
        var paths: [String] = []
        var emptyFolderCount = 0
        for input in try inputs.flatMap({ try records($0, diagnostics) }) {
            let found = InputList.expand(input)
            if FolderListing.kind(of: input) == .folder,
                let sentence = FolderListing.invalidNamesNotice(in: input)
            {
                diagnostics.error(input, sentence, code: "bad_name")
                emptyFolderCount += 1
            } else if found.isEmpty {
                diagnostics.error(
                    input,
                    .empty(
                        "no recordings in this folder (looked for the endings "
                            + InputList.fileExtensions.filter { !$0.isEmpty }.sorted()
                            .map { ".\($0)" }.joined(separator: " ") + " and WFDB records)"))
                emptyFolderCount += 1
            }
            paths += found
        }
        guard !paths.isEmpty else { throw ExitStatus.noInput.exitCode }
        let outputs = outputs.compactMap(\.self).filter { $0 != "-" }
        var usedPaths = outputs.isEmpty ? [] : canonicalPaths(of: paths)
        for output in outputs {
            guard usedPaths.insert(canonicalPath(output)).inserted,
                !isAnnotation(output, ofOneIn: usedPaths)
            else {
                diagnostics.error(
                    "\(output) is a recording to be read, belongs to one, or is written twice: "
                        + "name another file for the result", code: "usage")
                throw ExitStatus.usage.exitCode
            }
        }
        return (paths, emptyFolderCount)
    }

    /// The files of an input that names records of a data set, such as `mitdb:100`; any other input itself.
    ///
    /// - Throws: exit code 69 where they are not here.
    private static func records(_ input: String, _ diagnostics: Diagnostics) throws -> [String] {
        do throws(DatasetFailure) {
            let paths = try DatasetName.paths(input, in: .local)
            if let missingRecordsText = DatasetName.missingRecordsText(input, in: .local) {
                diagnostics.summary(missingRecordsText)
            }
            return paths
        } catch {
            diagnostics.error(error.text, code: error.code)
            throw error.status.exitCode
        }
    }

    /// The files that are read for inputs: each itself, or header and samples of a WFDB record.
    package static func canonicalPaths(of paths: [String]) -> Set<String> {
        Set(
            paths.filter { $0 != "-" }.map { InputName($0).path }.flatMap {
                [$0] + (WFDBRecordLayout(input: $0)?.files ?? [])
            }
            .map(canonicalPath))
    }

    /// Returns true if there is a file that may hold annotations of a record whose header is in
    /// `usedPaths`.
    private static func isAnnotation(_ path: String, ofOneIn usedPaths: Set<String>) -> Bool {
        let file = canonicalPath(path)
        let ending = FilePath.ending(of: file)
        return !ending.isEmpty && !resultEndings.contains(ending.lowercased())
            && usedPaths.contains(FilePath.stem(of: file) + ".hea")
            && FolderListing.kind(of: file) != nil
    }

    /// One text for every way to write a path.
    package static func canonicalPath(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
