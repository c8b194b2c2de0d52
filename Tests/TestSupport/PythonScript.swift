import Foundation

/// Python's standard library as an oracle.
public enum PythonScript {
    /// A script that failed, with what it said.
    public struct Failure: Error {
        public let errors: String
    }

    private static let path = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { $0 + "/python3" }.first(where: FileManager.default.isExecutableFile)

    public static let isAvailable = path != nil

    /// Runs a script to its end.
    ///
    /// - Returns: what it wrote to standard output.
    public static func run(_ script: String, _ arguments: [String] = []) throws -> String {
        guard let path else { throw Failure(errors: "there is no python3") }
        let folder = try TemporaryFolder()
        let errors = URL(fileURLWithPath: try folder.write("errors", ""))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-c", script] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging([
            "PYTHONIOENCODING": "utf-8"
        ]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
