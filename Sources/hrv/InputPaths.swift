import ArgumentParser
import PhysioRecordings

/// From the words on the command line to paths of recordings.
enum InputPaths {
    /// The recordings that inputs stand for, and how many folders had none.
    ///
    /// - Throws: exit code 66 where there is nothing to read.
    static func expand(
        _ inputs: [String], _ diagnostics: Diagnostics
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
        return (paths, emptyFolderCount)
    }
}
