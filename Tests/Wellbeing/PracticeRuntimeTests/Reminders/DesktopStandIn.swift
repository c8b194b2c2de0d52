import Foundation
import Synchronization
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Runs the test only where a private bus can be had, and says so where it cannot.
    static var needsStandIn: Self {
        .enabled(
            if: StandInBus.isAvailable,
            "skipped: install dbus-daemon, python3-dbus and python3-gi (make deps)")
    }
}

/// A notification server or logind that a test plays, on a bus of its own.
final class DesktopStandIn {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let said = Said()

    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// - Parameter scenario: as `desktop_stand_in.py` lists them.
    init(_ scenario: String, at address: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            Repository.root.appendingPathComponent(
                "Tests/Sessions/BluetoothStrapsTests/StandIn/desktop_stand_in.py"
            ).path, address, scenario,
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let handle = output.fileHandleForReading
        Thread.detachNewThread { [said] in
            var rest = Data()
            while case let block = handle.availableData, !block.isEmpty {
                rest += block
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
                    rest = Data(rest[(end + 1)...])
                    said.lines.withLock { $0.append(line) }
                }
            }
        }
        try wait("ready") { $0.contains("ready") }
    }

    deinit { stop() }

    /// Kills it, as a desktop's server that crashes.
    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    func order(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The events so far.
    var events: [[String: Any]] {
        said.lines.withLock(\.self).compactMap {
            try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
    }

    func events(_ name: String) -> [[String: Any]] {
        events.filter { $0["event"] as? String == name }
    }

    private func wait(_ what: String, _ isSo: ([String]) -> Bool) throws {
        try eventually(what) { isSo(said.lines.withLock(\.self)) }
    }

    func wait(for name: String, count: Int = 1) throws {
        try eventually(name) { events(name).count >= count }
    }
}
