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

    /// Runs the test only where mpv and its plug-in for the bus are installed too.
    static var needsMPV: Self {
        .enabled(
            if: StandInBus.isAvailable && MPVOnBus.isAvailable,
            "skipped: install dbus-daemon, python3-dbus, python3-gi, mpv and mpv-mpris (make deps)")
    }
}

/// A player of the desktop that a test plays, on a bus of its own.
final class MPRISStandIn {
    private let process = Process()
    private let input = Pipe()
    private let said = Said()

    private final class Said: Sendable {
        let lines = Mutex<[String]>([])
    }

    /// - Parameter scenario: as `mpris_stand_in.py` lists them.
    init(_ scenario: String, name: String = "standin", at address: String) throws {
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = [
            Repository.path("Tests/Wellbeing/MusicPlayersTests/StandIn/mpris_stand_in.py"),
            address, name, scenario,
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
        try eventually("the stand-in is ready") { !lines.isEmpty }
    }

    deinit { stop() }

    /// Kills it, as a player that crashes.
    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private var lines: [String] { said.lines.withLock(\.self) }

    /// Names of the methods that were called, in order.
    var calls: [String] {
        lines.compactMap { line in
            guard
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [String: Any]
            else { return nil }
            return object["call"] as? String
        }
    }

    /// Has it do what a line says.
    func order(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// A song plays from a position on.
    func plays(_ uri: String, lengthSeconds: Int = 100, atSeconds position: Int = 0) throws {
        try order("position \(position)")
        try order(
            """
            set Metadata {"mpris:trackid": "/0", "xesam:url": "\(uri)", \
            "xesam:title": "A title", "xesam:artist": ["A", "B"], \
            "mpris:length": \(lengthSeconds * 1_000_000)}
            """)
        try order(#"set PlaybackStatus "Playing""#)
    }
}

/// A real player of the desktop, on a bus of its own, with a null output.
final class MPVOnBus {
    private static let plugin = "/usr/lib/mpv-mpris/mpris.so"

    static let isAvailable =
        access("/usr/bin/mpv", X_OK) == 0 && access(plugin, R_OK) == 0

    private let process = Process()

    init(at address: String, folder: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/mpv")
        process.arguments = [
            "--no-config", "--idle", "--ao=null", "--no-video", "--really-quiet",
            "--load-scripts=no", "--script=" + Self.plugin,
        ]
        process.environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder, "DBUS_SESSION_BUS_ADDRESS": address,
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    deinit { stop() }

    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
