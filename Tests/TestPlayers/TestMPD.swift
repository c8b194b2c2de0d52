import Foundation
package import MusicPlayers
package import TestSupport
package import Testing

/// A real MPD in a folder of the test's own, with a null output; ended with `stop`.
///
/// Its buffer holds 4 s of these songs. MPD's own would hold several: then it reports the next song, and obeys a
/// skip, only when all of them have ended.
///
/// Any client that reaches MPD's socket may have it write files: only the account may enter the folder.
package final class TestMPD {
    package static let isAvailable = ["mpd", "mpc"].allSatisfy { name in
        access("/usr/bin/" + name, X_OK) == 0
    }

    package let folder: TemporaryFolder
    private var process: Process?

    package var musicFolder: String { folder.path + "/music" }
    package var socket: String { folder.path + "/socket" }
    package var address: MPDAddress { MPDAddress(.socket(path: socket)) }
    /// The environment for the lock of the player.
    package var environment: [String: String] {
        ["XDG_RUNTIME_DIR": folder.path, "MPD_HOST": socket]
    }

    /// - Parameters:
    ///   - songs: names and lengths in s.
    ///   - password: without it no client may do anything; nil: every client may.
    ///   - settings: more lines of MPD's configuration.
    package init(
        _ songs: [(String, Double)], password: String? = nil, settings: String = ""
    ) throws {
        folder = try TemporaryFolder()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o700], ofItemAtPath: folder.path)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/music", withIntermediateDirectories: true)
        for (index, song) in songs.enumerated() {
            try TestSong.write(
                song.0, seconds: song.1, hertz: 300 + 50 * (index % 40),
                in: folder.path + "/music")
        }
        let guarded = password.map {
            """
            password "\($0)@read,add,control,player,admin"
            default_permissions ""
            """
        }
        try folder.write(
            "mpd.conf",
            """
            music_directory "\(folder.path)/music"
            playlist_directory "\(folder.path)"
            db_file "\(folder.path)/db"
            state_file "\(folder.path)/state"
            state_file_interval "1"
            sticker_file "\(folder.path)/stickers"
            bind_to_address "\(folder.path)/socket"
            zeroconf_enabled "no"
            auto_update "yes"
            audio_buffer_size "64"
            audio_output {
                type "null"
                name "nobody"
                sync "yes"
            }
            \(guarded ?? "")
            \(settings)

            """)
        try start()
        guard password == nil else { return }
        // MPD reads each song by itself, a thousand of them in minutes beside other work.
        try eventually("MPD knows the songs", within: 900) {
            try mpc("listall").split(separator: "\n").count == songs.count
        }
    }

    deinit { kill() }

    package func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/mpd")
        process.arguments = ["--no-daemon", "--stderr", folder.path + "/mpd.conf"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        try eventually("MPD listens") { (try? mpc("status")) != nil }
    }

    /// Kills MPD; its socket stays behind.
    package func kill() {
        guard let process else { return }
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        self.process = nil
    }

    /// MPD refused a person's command.
    package struct Refused: Error {
        package let words: String
    }

    /// Runs `mpc`, as a person does in another program.
    ///
    /// - Returns: what the program printed.
    @discardableResult
    package func mpc(_ arguments: String...) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/mpc")
        process.arguments = ["--host", socket] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let words = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let said = String(decoding: words, as: UTF8.self)
        guard process.terminationStatus == 0 || said.contains("permission") else {
            throw Refused(words: said)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs the test only where MPD is installed, and says so where it is not.
    package static var needsMPD: Self {
        .enabled(if: TestMPD.isAvailable, "skipped: install mpd and mpc (make deps)")
    }
}
