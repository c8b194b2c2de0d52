import Foundation
import MusicLibrary
import PracticePlans
import PracticeRuntime
import Synchronization
import TestSupport
import Testing

/// A person's own sounds: which files they are, and that each is heard to its end.
@Suite struct OwnSoundsTests {
    private let folder: TemporaryFolder
    private static let rateHz = 48_000

    init() throws { folder = try TemporaryFolder() }

    /// A WAV file of one level.
    private func write(_ name: String, seconds: Double, level: Float = 0.1) throws {
        let count = Int(seconds * Double(Self.rateHz))
        let samples = SoundSamples(values: [Float](repeating: level, count: count))
        let track = try WAVTrack(
            SoundTrackContents(
                cues: [], clips: [SpeechClip(timeSeconds: 0, sound: samples)], level: 1,
                lengthSeconds: 0))
        try folder.write(name, track.bytes(from: 0, count: track.byteCount))
    }

    /// The workout of the specification (10 s, then three times 30 s with 15 s between) with sounds of 5 s for all that it
    /// plays and says: at each moment as many are heard as began in the 5 s before it, and the last one ends 5.4 s after
    /// the workout.
    @Test func ownSoundsAreHeardToTheirEnd() throws {
        for name in [
            "lead-in", "turn-work", "turn-rest", "tick", "close", "get-ready", "round-1", "round-2",
            "round-3", "rest", "last-round", "halfway", "done",
        ] { try write("\(name).wav", seconds: 5) }
        let ticks = [7, 8, 9, 37, 38, 39, 52, 53, 54, 82, 83, 84, 97, 98, 99, 127, 128, 129]
        let starts =
            [0, 10, 40, 55, 70, 85, 100, 130].map(Double.init) + ticks.map(Double.init)
            + [0.4, 10.4, 40.4, 55.4, 70.4, 85.4, 100.4, 130.4]

        let plan = try IntervalPlan(
            prepareSeconds: 10, workSeconds: 30, restSeconds: 15, rounds: 3)
        var start = PracticeStart(
            .interval(plan), title: "HIIT", owner: .terminalCommand, language: .en, version: "1")
        start.level = 1
        let clock = ScriptedClock()
        let made = Mutex<SoundTrack?>(nil)
        let sounds = PracticeSounds(
            start, clock: clock, customSounds: CustomSounds(folder: folder.path), speech: nil
        ) { track in
            made.withLock { $0 = track }
            return SoundOutput(track, players: [], clock: clock, environment: [:]) { _ in }
        }
        var timeline = Timeline(start.plan)
        timeline.apply(.start, at: clock.seconds)
        sounds.begin(timeline)
        sounds.finish()
        let found = made.withLock { $0 }
        let track = try #require(found)
        #expect(track.sampleCount == Int(135.4 * Double(Self.rateHz)))
        for moment in stride(from: 0.25, to: 136, by: 0.5) {
            let index = Int(moment * Double(Self.rateHz))
            let count = starts.count { $0 <= moment && moment < $0 + 5 }
            let value = track.samples(in: index..<index + 1)[0]
            #expect(
                abs(value - 0.1 * Float(count)) < 1e-3, "at \(moment) s: \(value), not \(count)")
        }
    }

    private static var decoder: DecoderPrograms? {
        DecoderPrograms.find(path: ProcessInfo.processInfo.environment["PATH"])
    }

    /// A tone of 2 s that FFmpeg itself makes, by its length and its frequency; what is lossy may have a little more.
    @Test(
        .enabled(if: Self.decoder != nil, "ffmpeg is not installed"),
        arguments: ["caf", "wav", "mp3", "flac", "ogg"])
    func aFileOfEachFormatReplacesASound(format: String) throws {
        let program = Process()
        program.executableURL = URL(fileURLWithPath: try #require(Self.decoder).decoderPath)
        program.arguments = [
            "-v", "error", "-f", "lavfi", "-i", "sine=frequency=500:sample_rate=44100:duration=2",
            "-ac", "2", folder.path + "/gong." + format,
        ]
        try program.run()
        program.waitUntilExit()
        let own = CustomSounds(folder: folder.path)
        #expect(own.warnings.isEmpty)
        let sound = try #require(own.samples["gong"])
        #expect(sound.sampleRateHz == Self.rateHz)
        #expect(abs(sound.durationSeconds - 2) < 0.06)
        let second = sound.values[24_000..<72_000]
        let crossingCount = zip(second, second.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect(abs(crossingCount - 500) <= 1, "\(crossingCount)")
    }

    /// The first format of several files with a name is used; one that cannot be read is named, and
    /// the next is used.
    @Test func theFirstFileThatCanBeReadIsUsed() throws {
        try write("gong.wav", seconds: 1)
        try folder.write("gong.mp3", "no sound")
        try folder.write("tick.caf", "no sound")
        try write("tick.wav", seconds: 2)
        try folder.write("bell.flac", "no sound")
        for _ in 0..<2 {
            let own = CustomSounds(folder: folder.path)
            #expect(own.samples.mapValues(\.durationSeconds) == ["gong": 1, "tick": 2])
            #expect(own.warnings.map { $0.contains("tick.caf") } == [true, false])
            #expect(own.warnings.last?.contains("bell.flac") == true)
        }
        try write("gong.wav", seconds: 1.5)
        #expect(CustomSounds(folder: folder.path).samples["gong"]?.durationSeconds == 1.5)
    }

    @Test func withoutTheDecoderItIsSaid() throws {
        try folder.write("gong.mp3", "x")
        let own = CustomSounds(folder: folder.path, environment: ["PATH": "/nowhere"])
        #expect(own.samples.isEmpty)
        #expect(own.warnings.count == 1 && own.warnings[0].contains("install the package ffmpeg"))
    }
}
