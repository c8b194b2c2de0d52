import Foundation

/// A folder that goes away with the test.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() throws {
        path = NSTemporaryDirectory() + "resonance-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// - Returns: path of the file.
    @discardableResult
    public func write(_ name: String, _ text: String) throws -> String {
        try write(name, Array(text.utf8))
    }

    @discardableResult
    public func write(_ name: String, _ bytes: [UInt8]) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    /// Makes a program of a script's lines.
    ///
    /// Another process writes it: a program that is open for writing cannot be started, and a child that another test
    /// begins meanwhile would hold what this process has open.
    ///
    /// - Returns: path of the program.
    @discardableResult
    public func program(_ name: String, _ lines: String) throws -> String {
        let file = path + "/" + name
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", "cat >\"$1\" && chmod 755 \"$1\"", "sh", file]
        process.standardInput = input
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("#!/bin/sh\n\(lines)\n".utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
        return file
    }
}
