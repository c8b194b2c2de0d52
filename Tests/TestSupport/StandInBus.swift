import Foundation

/// A message bus of its own with a stand-in for BlueZ on it, both ended with `stop`.
public final class StandInBus {
    public let address: String
    private var processes: [Process] = []
    private let folder: URL

    /// The bus or the stand-in did not begin.
    public struct Missing: Error {}

    /// - Parameters:
    ///   - scenario: what the stand-in plays; nil: no process has BlueZ's name.
    ///   - isDenied: whether the bus refuses calls to BlueZ, as it does to accounts without rights.
    public init(_ scenario: String?, isDenied: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("straps-" + UUID().uuidString.prefix(8))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let configuration = folder.appendingPathComponent("bus.conf")
        try Self.configuration(in: folder, isDenied: isDenied).write(
            to: configuration, atomically: true, encoding: .utf8)
        let daemon = try Self.start(
            try Self.found(Self.daemonPath),
            [
                "--config-file=\(configuration.path)", "--nofork", "--nopidfile",
                "--print-address=1",
            ])
        processes = [daemon.process]
        address = daemon.firstLine
        guard let scenario else { return }
        let script = Repository.root.appendingPathComponent(
            "Tests/Sessions/BluetoothStrapsTests/StandIn/bluez_stand_in.py")
        let standIn = try Self.start(
            try Self.found(Self.pythonPath), [script.path, address, scenario])
        processes.append(standIn.process)
        guard standIn.firstLine == "ready" else { throw Missing() }
    }

    private static func found(_ path: String?) throws -> String {
        guard let path else { throw Missing() }
        return path
    }

    public func stop() {
        // They inherit the mask of the test's thread, which blocks every signal that can be blocked.
        for process in processes.reversed() { kill(process.processIdentifier, SIGKILL) }
        for process in processes { process.waitUntilExit() }
        try? FileManager.default.removeItem(at: folder)
    }

    private static func configuration(in folder: URL, isDenied: Bool) -> String {
        let denial =
            isDenied
            ? #"<deny send_destination="org.bluez" send_type="method_call"/>"# : ""
        return """
            <busconfig>
              <type>session</type>
              <listen>unix:path=\(folder.path)/socket</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
                \(denial)
              </policy>
            </busconfig>
            """
    }

    private static func start(
        _ path: String, _ arguments: [String]
    ) throws -> (process: Process, firstLine: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8)
        {
            line += byte
        }
        return (process, String(decoding: line, as: UTF8.self))
    }
}

// Whether this machine has what the stand-in needs.
extension StandInBus {
    public static let isAvailable = daemonPath != nil && pythonPath != nil

    private static let daemonPath = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map { $0 + "/dbus-daemon" }.first(where: FileManager.default.isExecutableFile)

    /// The system's own Python: another one on the path has no D-Bus module.
    private static let pythonPath: String? = {
        let path = "/usr/bin/python3"
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["-c", "import dbus, gi"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        process.waitUntilExit()
        return process.terminationStatus == 0 ? path : nil
    }()
}
