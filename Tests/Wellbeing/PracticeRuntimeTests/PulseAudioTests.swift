import Foundation
import PracticePlans
import PracticeRuntime
import TestSupport
import Testing

/// A server of sound of the test's own, whose only device is a null sink, and what it was given to play.
private final class SoundServer {
    static var isAvailable: Bool {
        ["pulseaudio", "pacat", "parec"].allSatisfy { name in
            access("/usr/bin/" + name, X_OK) == 0
        }
    }

    let environment: [String: String]
    private let folder: TemporaryFolder
    private let server = Process()
    private let recorder = Process()
    private var recording: String { folder.path + "/recording" }

    init() throws {
        folder = try TemporaryFolder()
        environment = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
            "PULSE_SERVER": "unix:\(folder.path)/socket",
        ]
        try start(
            server, "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1",
            "--load=module-null-sink sink_name=nobody rate=48000",
            "--load=module-native-protocol-unix auth-anonymous=1 socket=\(folder.path)/socket")
        let socket = folder.path + "/socket"
        try eventually("the server of sound listens") {
            FileManager.default.fileExists(atPath: socket)
        }
        try folder.write("recording", "")
        recorder.standardOutput = FileHandle(forWritingAtPath: recording)
        try start(
            recorder, "parec", "--raw", "--device=nobody.monitor", "--format=s16le",
            "--rate=48000", "--channels=1", "--latency-msec=20")
        let recording = recording
        try eventually("something is recorded") {
            ((try? FileManager.default.attributesOfItem(atPath: recording)[.size]) as? Int ?? 0) > 0
        }
    }

    deinit {
        for process in [recorder, server] where process.isRunning {
            kill(process.processIdentifier, SIGKILL)
        }
    }

    private func start(_ process: Process, _ name: String, _ arguments: String...) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/" + name)
        process.arguments = arguments
        process.environment = environment
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Returns the times at which sounds began, from the first on; s.
    func onsets() throws -> [Double] {
        let data = try Data(contentsOf: URL(fileURLWithPath: recording))
        let samples = data.withUnsafeBytes { bytes in
            (0..<data.count / 2).map {
                bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self)
            }
        }
        var onsets: [Int] = []
        var last = -48_000
        for (index, sample) in samples.enumerated() where abs(Int(sample)) > 100 {
            if index - last > 2400 { onsets.append(index) }
            last = index
        }
        return onsets.map { Double($0 - (onsets.first ?? 0)) / 48_000 }
    }
}

/// The usual player with a real server of sound, and what came out of it.
@Suite(
    .enabled(
        if: SoundServer.isAvailable, "skipped: install pulseaudio and pulseaudio-utils"))
struct PulseAudioTests {
    /// Every sound is there, none twice, and half of them within 20 ms of their distance from the first. On a busy
    /// machine the server itself may stop for a moment, which delays what follows; even then none lies nearer to
    /// the time of another one (0.5 s away at least).
    @Test func soundsArriveAsPlanned() throws {
        let server = try SoundServer()
        let times = [0, 1, 2.5, 3, 4.75, 5.25]
        let track = SoundTrack(
            SoundTrackContents(
                cues: times.map { SoundCue(timeSeconds: $0, sound: .named(.tick)) },
                lengthSeconds: 6))
        let clock = SystemPracticeClock()
        let players = PlayerCommand.desktopPlayers(sampleRateHz: 48_000)
        let output = SoundOutput(
            track, players: players, clock: clock, environment: server.environment
        ) { report in
            #expect(report == .playing(players[0].words))
        }
        output.begin(atSeconds: clock.seconds + SoundFeed.leadInSeconds)
        output.finish()
        usleep(500_000)
        let onsets = try server.onsets()
        try #require(onsets.count == times.count, "\(onsets)")
        let delays = zip(onsets, times).map { abs($0 - $1) }
        #expect(delays.sorted()[delays.count / 2] < 0.02, "\(delays)")
        #expect(delays.allSatisfy { $0 < 0.25 }, "\(delays)")
        print("a server of sound: \(zip(onsets, times).map { 1000 * ($0 - $1) }) ms late")
    }
}
