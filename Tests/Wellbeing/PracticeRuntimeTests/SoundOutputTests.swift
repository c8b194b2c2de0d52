import Foundation
import PracticePlans
import PracticeRuntime
import Synchronization
import TestSupport
import Testing

/// The samples that a player reads, in real time: a program that stores them in a file.
@Suite struct SoundOutputTests {
    private let folder = NSTemporaryDirectory() + "sound-\(UUID().uuidString)"

    /// A tick at 2.1 s and the turn to work at 2.6 s.
    private var track: SoundTrack {
        SoundTrack(
            SoundTrackContents(
                cues: [
                    SoundCue(timeSeconds: 2.1, sound: .named(.tick)),
                    SoundCue(timeSeconds: 2.6, sound: .named(.changeToWork)),
                ], level: 1, lengthSeconds: 3.2))
    }

    private func player() throws -> (PlayerCommand, String) {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/heard.raw"
        return (PlayerCommand(words: ["tee", file]), file)
    }

    /// The player gets silence first, each sound whole and at its position, and everything before the program ends.
    @Test func everySampleArrives() throws {
        let (player, file) = try player()
        let clock = SystemPracticeClock()
        let reports = Mutex<[SoundOutput.Report]>([])
        let output = SoundOutput(
            track, players: [PlayerCommand(words: ["no-such-player"]), player], clock: clock,
            environment: ProcessInfo.processInfo.environment
        ) { report in reports.withLock { $0.append(report) } }
        output.begin(atSeconds: clock.seconds)
        output.finish()
        #expect(reports.withLock { $0 } == [.playing(player.words)])
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let heard: [Int16] = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let wanted = track.pcm16(in: 0..<track.sampleCount)
        let first = try #require(heard.firstIndex { $0 != 0 })
        let firstWanted = try #require(wanted.firstIndex { $0 != 0 })
        // Silence comes first, from 2 s before the sound on once the player has been started.
        #expect((4_800...firstWanted).contains(first))
        let sound = wanted[firstWanted..<firstWanted + 3800]
        #expect(Array(heard[first..<first + 3800]) == Array(sound))
        #expect(heard.count(where: { $0 != 0 }) == wanted.count(where: { $0 != 0 }))
    }

    /// The clock of the system, which a test lets jump as if nothing had run meanwhile.
    private final class JumpingClock: PracticeClock {
        private let clock = SystemPracticeClock()
        private let jumped = Mutex(0.0)

        var seconds: Double { clock.seconds + jumped.withLock { $0 } }
        var awakeSeconds: Double { clock.awakeSeconds }
        var date: Date { clock.date }
        var zone: TimeZone { clock.zone }
        var bootID: String { clock.bootID }

        func jump(_ seconds: Double) { jumped.withLock { $0 += seconds } }
    }

    /// A process that was stopped makes no sound until it is known whether another one has claimed its activity.
    @Test(arguments: [nil, -0.1, 0.1]) func aSuspendedProgramPlaysAfterItsCheck(
        lookedAfter seconds: Double?
    ) throws {
        let (player, file) = try player()
        let clock = JumpingClock()
        let output = SoundOutput(
            track, players: [player], clock: clock,
            environment: ProcessInfo.processInfo.environment
        ) { _ in }
        let start = clock.seconds
        output.begin(atSeconds: start)
        Thread.sleep(forTimeInterval: 0.2)
        clock.jump(1.3)
        let cameBack = clock.seconds
        Thread.sleep(forTimeInterval: 0.2)
        if let seconds { output.confirmSlot(atSeconds: cameBack + seconds) }
        while clock.seconds < start + 3.3 { Thread.sleep(forTimeInterval: 0.02) }
        output.stop()
        let heard = try Data(contentsOf: URL(fileURLWithPath: file))
        #expect(heard.count > 2 * 48_000)
        #expect(heard.contains { $0 != 0 } == (seconds == 0.1))
    }

    @Test func withoutAPlayerItIsSaid() {
        let reports = Mutex<[SoundOutput.Report]>([])
        let clock = SystemPracticeClock()
        let output = SoundOutput(
            track, players: [PlayerCommand(words: ["false"])], clock: clock,
            environment: ProcessInfo.processInfo.environment
        ) { report in reports.withLock { $0.append(report) } }
        output.begin(atSeconds: clock.seconds)
        output.finish()
        #expect(reports.withLock { $0 } == [.noPlayer])
    }

    /// A player that reads nothing for 3 s, or that stops reading for 1 s, is replaced once; the next one is in time for
    /// what comes then. One that worked is tried again after the others.
    @Test(arguments: [
        (["sleep", "100"], 1), (["sh", "-c", "head -c 100000 >/dev/null; exec sleep 100"], 2),
    ])
    func aPlayerThatHangsIsReplaced(hanging: [String], playingCount: Int) throws {
        let (player, file) = try player()
        let clock = SystemPracticeClock()
        let reports = Mutex<[SoundOutput.Report]>([])
        let late = SoundTrack(
            SoundTrackContents(
                cues: [
                    SoundCue(timeSeconds: 0.1, sound: .named(.tick)),
                    SoundCue(timeSeconds: 5.5, sound: .named(.tick)),
                ], level: 1, lengthSeconds: 5.6))
        let output = SoundOutput(
            late, players: [PlayerCommand(words: hanging), player], clock: clock,
            environment: ProcessInfo.processInfo.environment
        ) { report in reports.withLock { $0.append(report) } }
        let start = clock.seconds
        output.begin(atSeconds: start)
        output.finish()
        #expect(clock.seconds - start < 9)
        let found = reports.withLock { $0 }
        #expect(found.filter { $0 == .stalled(hanging) }.count == 1)
        #expect(found.count { if case .playing = $0 { true } else { false } } == playingCount)
        #expect(found.last == .playing(player.words))
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let heard: [Int16] = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let tick = late.pcm16(in: 264_000..<late.sampleCount)
        #expect(heard.count { $0 != 0 } == tick.count { $0 != 0 })
    }

    @Test func commandsArePartedWithoutAShell() {
        #expect(PlayerCommand("a 'b c' d\"e f\"")?.words == ["a", "b c", "de f"])
        #expect(PlayerCommand("a ''")?.words == ["a", ""])
        #expect(PlayerCommand("a 'b") == nil)
        #expect(PlayerCommand("  ") == nil)
    }
}
