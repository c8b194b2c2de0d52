import Foundation
import Synchronization
import TestSupport

/// `hrv` while it runs: what it says is heard as it says it.
final class LiveProcess {
    private let process = Process()
    private let input: TestBridge
    private let said = Said()
    private let readers = DispatchGroup()
    /// Held, since their ends close with them.
    private let pipes = (output: Pipe(), errors: Pipe())
    /// The folder of its logs.
    let data: TemporaryFolder

    /// Waiting longer than that is a failure; s.
    static let timeoutSeconds = 120.0

    /// The output so far.
    private final class Said: Sendable {
        let output = Mutex(Data())
        let errors = Mutex(Data())
    }

    struct NothingCame: Error {
        let what: String
        let errors: String
    }

    /// - Parameter environment: added to that of the tests.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
        data = try TemporaryFolder()
        process.executableURL = try CommandRunner.tool
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(["XDG_DATA_HOME": data.path]) { $1 }.merging(environment) { $1 }
        // A socket as its standard input: what it does not take is lost, and kills no process.
        let (near, far) = try TestBridge.pair()
        input = near
        process.standardInput = far.handle
        process.standardOutput = pipes.output
        process.standardError = pipes.errors
        try process.run()
        far.close()
        let said = said
        Self.hear(pipes.output, readers) { block in said.output.withLock { $0 += block } }
        Self.hear(pipes.errors, readers) { block in said.errors.withLock { $0 += block } }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    private static func hear(
        _ pipe: Pipe, _ readers: DispatchGroup, _ receive: @escaping @Sendable (Data) -> Void
    ) {
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        DispatchQueue(label: "LiveProcess").async(group: readers) {
            var block = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(descriptor, &block, block.count)
                guard count > 0 else { return }
                receive(Data(block[..<count]))
            }
        }
    }

    var output: String { String(decoding: said.output.withLock { $0 }, as: UTF8.self) }
    var errors: String { String(decoding: said.errors.withLock { $0 }, as: UTF8.self) }
    var processIdentifier: Int32 { process.processIdentifier }

    /// Lines of a bridge on standard input.
    func send(_ text: String) { input.send(text) }
    func send(_ bytes: [UInt8]) { input.send(bytes) }
    func endInput() { input.close() }
    /// Its standard input, for a program that is to write there instead of the test.
    var inputHandle: FileHandle { input.handle }
    func send(signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits until something is so.
    func wait(for what: String, _ isSo: (LiveProcess) throws -> Bool) throws {
        let end = Date() + Self.timeoutSeconds
        while try !isSo(self) {
            guard Date() < end else { throw NothingCame(what: what, errors: errors) }
            usleep(10_000)
        }
    }

    /// The address after "listening at".
    func address() throws -> String {
        let beginning = "hrv: listening at "
        try wait(for: "the address") { $0.errors.contains("\n") }
        let line = errors.split(separator: "\n").first.map(String.init) ?? ""
        guard line.hasPrefix(beginning) else { throw NothingCame(what: "address", errors: errors) }
        return String(line.dropFirst(beginning.count))
    }

    /// Waits for the end.
    ///
    /// - Returns: the exit status; 128 and the signal's number where it was killed.
    func end() throws -> Int32 {
        try wait(for: "the end") { !$0.process.isRunning }
        process.waitUntilExit()
        readers.wait()
        return process.terminationStatus
            + (process.terminationReason == .uncaughtSignal ? 128 : 0)
    }

    /// Returns the present contents of its log.
    func log() throws -> String {
        let folder = data.path + "/resonance/logs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return try names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }
            .joined()
    }

    /// The beats of its summary.
    var beatCount: Int? { Self.beatCount(errors) }

    static func beatCount(_ summary: String) -> Int? {
        guard let end = summary.range(of: " beats (") else { return nil }
        return Int(summary[..<end.lowerBound].split(separator: " ").last ?? "")
    }

    /// The resident memory of the process, as its system sees it.
    var residentBytes: Int? {
        let path = "/proc/\(process.processIdentifier)/statm"
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
    }
}
