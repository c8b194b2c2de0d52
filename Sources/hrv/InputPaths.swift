import ArgumentParser
import Foundation
import PhysioRecordings

/// From the words on the command line to paths of recordings.
enum InputPaths {
    /// - Throws: a usage error where standard input is to be read more than once.
    static func validate(_ inputs: [String]) throws {
        if inputs.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("standard input (-) can be read only once")
        }
    }

    /// The recordings that inputs stand for, and how many folders had none.
    ///
    /// - Parameter outputs: files that will be written.
    /// - Throws: exit code 66 where there is nothing to read, 64 where an output would take the place
    ///   of a recording or of another output.
    static func expand(
        _ inputs: [String], writing outputs: [String?], _ diagnostics: Diagnostics
    ) throws -> (paths: [String], emptyFolderCount: Int) {
        var paths: [String] = []
        var emptyFolderCount = 0
        for input in inputs {
            let found = InputList.expand(input)
            if found.isEmpty {
                diagnostics.error(
                    input,
                    .empty(
                        "no recordings in this folder (looked for the endings "
                            + InputList.endings.filter { !$0.isEmpty }.sorted()
                            .map { ".\($0)" }.joined(separator: " ") + " and WFDB records)"))
                emptyFolderCount += 1
            }
            paths += found
        }
        guard !paths.isEmpty else { throw ExitStatus.noInput.exitCode }
        var taken = Set(paths.filter { $0 != "-" }.map(place))
        for output in outputs.compactMap(\.self) where output != "-" {
            guard taken.insert(place(output)).inserted else {
                diagnostics.error(
                    "\(output) is a recording to be read, or written twice: name another file for "
                        + "the result", code: "usage")
                throw ExitStatus.usage.exitCode
            }
        }
        return (paths, emptyFolderCount)
    }

    private static func place(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
