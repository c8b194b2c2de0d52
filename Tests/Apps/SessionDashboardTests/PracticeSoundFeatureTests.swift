import FlyingFox
import Foundation
import PracticePlans
import PracticeRuntime
import SessionHistory
import TestSupport
import Testing

@testable import SessionDashboard

/// Sounds, words, tracks and presets of the page.
@Suite(.timeLimit(.minutes(1))) struct PracticeSoundFeatureTests {
    /// A WAV states its bytes: 44 of its head, two a sample.
    private static func sampleCount(_ body: Data) -> Int {
        let length = body.dropFirst(40).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return length / 2
    }

    @Test func soundsAreWAVFiles() async throws {
        let page = try PracticePage()
        // .08 s at 48 kHz.
        let tick = try await page.call(.GET, "/sound/tick", as: .view)
        #expect(tick.status == 200 && tick.headers[.contentType] == "audio/wav")
        #expect(tick.body.prefix(4) == Data("RIFF".utf8))
        #expect(Self.sampleCount(tick.body) == 3840 && tick.body.count == 44 + 7680)
        let tone = try await page.call(.GET, "/sound/second-hold?seconds=4")
        #expect(Self.sampleCount(tone.body) == 4 * 48_000)
        #expect(try await page.call(.GET, "/sound/inhale").status == 422)
        #expect(try await page.call(.GET, "/sound/inhale?seconds=21").status == 422)
        #expect(try await page.call(.GET, "/sound/nothing").status == 404)
        await page.close()
    }

    @Test func aSoundOfOnesOwnIsSent() async throws {
        let page = try PracticePage()
        let tick = try await page.call(.GET, "/sound/tick").body
        try FileManager.default.createDirectory(
            atPath: page.folder.path + "/sounds", withIntermediateDirectories: true)
        try tick.write(to: URL(fileURLWithPath: page.folder.path + "/sounds/gong.wav"))
        #expect(Self.sampleCount(try await page.call(.GET, "/sound/gong").body) == 3840)
        await page.close()
    }

    @Test func wordsAreSaidByTheProgramOfTheComputer() async throws {
        let silent = try PracticePage()
        let refused = try await silent.call(.GET, "/speech/practice.rest")
        #expect(refused.status == 404)
        #expect((refused.object["error"] as? String)?.contains("espeak-ng") == true)
        #expect(try await silent.call(.GET, "/speech/no.words").status == 404)
        #expect(try await silent.call(.GET, "/speech/practice.round?n=x").status == 422)
        await silent.close()
    }

    /// The stand-in writes the words it is to say where the test reads them.
    @Test func theWordsAreThoseOfTheKeyAndTheLanguage() async throws {
        let tools = try TemporaryFolder()
        let heard = tools.path + "/heard"
        try tools.program("espeak-ng", "echo \"$@\" > \(heard)\nexit 1")
        let page = try PracticePage(path: tools.path)
        _ = try await page.call(.GET, "/speech/practice.round?n=2&of=8&language=de")
        let said = try String(contentsOfFile: heard, encoding: .utf8)
        #expect(said == "--stdout -v de -- Runde 2 von 8\n")
        await page.close()
    }

    @Test func aTrackIsSentInAnyPieces() async throws {
        let page = try PracticePage()
        #expect(try await page.call(.GET, "/track").status == 404)
        _ = try await page.call(
            .POST, "",
            """
            {"plan": {"version": 1, "kind": "interval", "prepare": 0, "work": 5, "rest": 0, "rounds": 2, \
            "countAloud": false}}
            """)
        // 10 s, and .75 s of the last sound.
        let count = 44 + 2 * 48_000 * 43 / 4
        let head = try await page.call(.HEAD, "/track", as: .view)
        #expect(head.status == 200 && head.headers[.contentLength] == "\(count)")
        #expect(head.headers[.acceptRanges] == "bytes" && head.body.isEmpty)
        let whole = try await page.call(.GET, "/track")
        #expect(whole.status == 200 && whole.body.count == count)
        for range in [44..<100, 101..<4099, count - 11..<count] {
            let piece = try await page.call(
                .GET, "/track", as: .full,
                [.range: "bytes=\(range.lowerBound)-\(range.upperBound - 1)"])
            #expect(piece.status == 206 && piece.body == whole.body.subdata(in: range))
            #expect(
                piece.headers[.contentRange]
                    == "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)")
        }
        let open = try await page.call(.GET, "/track", as: .full, [.range: "bytes=0-"])
        #expect(open.status == 206 && open.body == whole.body.prefix(1 << 20))
        let beyond = try await page.call(.GET, "/track", as: .full, [.range: "bytes=\(count)-"])
        #expect(beyond.status == 416 && beyond.headers[.contentRange] == "bytes */\(count)")
        await page.close()
    }

    /// A person's own last word of 5 s begins .4 s after the end, and the page still gets it when the practice has ended.
    @Test func theTrackHoldsWhatIsHeardAfterTheEnd() async throws {
        let page = try PracticePage()
        try FileManager.default.createDirectory(
            atPath: page.folder.path + "/sounds", withIntermediateDirectories: true)
        let samples = SoundSamples(values: [Float](repeating: 0.1, count: 5 * 48_000))
        let sound = try WAVTrack(
            SoundTrackContents(
                cues: [], clips: [SpeechClip(timeSeconds: 0, sound: samples)], level: 1,
                lengthSeconds: 0))
        try Data(sound.bytes(from: 0, count: sound.byteCount)).write(
            to: URL(fileURLWithPath: page.folder.path + "/sounds/done.wav"))
        let begun = try await page.call(
            .POST, "",
            """
            {"plan": {"version": 1, "kind": "interval", "prepare": 0, "work": 5, "rest": 0, "rounds": 1, \
            "countAloud": false}}
            """)
        let id = try #require(begun.practice?["id"] as? String)
        let revision = try #require(begun.practice?["revision"] as? Int)
        let address = "/track?id=\(id)&revision=\(revision)"
        let count = 44 + 2 * 48_000 * 52 / 5
        let whole = try await page.call(.GET, address)
        #expect(whole.body.count == count)
        page.clock.pass(7)
        _ = try await page.wait { $0 == nil }
        let rest = try await page.call(
            .GET, address, as: .full, [.range: "bytes=\(count - 960_000)-"])
        #expect(rest.status == 206 && rest.body == whole.body.suffix(960_000))
        #expect(rest.body.contains { $0 != 0 })
        for other in ["/track", "/track?id=\(id)&revision=\(revision + 1)"] {
            #expect(try await page.call(.GET, other).status == 404)
        }
        await page.close()
    }

    /// The stand-in stores what it is to play: 2 s of silence, then the gong.
    @Test func theMachinePlaysWhereItIsChosen() async throws {
        let tools = try TemporaryFolder()
        let heard = tools.path + "/heard"
        let command = try #require(PlayerCommand("/bin/sh -c '/bin/cat > \(heard)'"))
        let page = try PracticePage(players: [command])
        var settings = PracticeSettings()
        settings.sound = .machine
        try page.store.save(settings)
        let start = ContinuousClock.now
        let begun = try await page.call(.POST, "", PracticePage.sit)
        #expect(begun.practice?["sound"] as? String == "machine")
        while !FileManager.default.fileExists(atPath: heard) {
            try await Task.sleep(for: .milliseconds(5))
        }
        // What a player misses while it starts is silence, and it has started by now.
        let missedSeconds = (ContinuousClock.now - start) / .seconds(1)
        func samples() -> [UInt8] { [UInt8](FileManager.default.contents(atPath: heard) ?? Data()) }
        while samples().allSatisfy({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(50)) }
        let first = try #require(samples().firstIndex { $0 != 0 }) / 2
        // At 48 kHz; half a second is written at once.
        let minFirst = 72_000 - Int(48_000 * missedSeconds)
        #expect((minFirst...97_000).contains(first), "\(first), missed \(missedSeconds) s")
        #expect(try await page.call(.POST, "/mute", #"{"muted": true}"#).status == 204)
        _ = try await page.wait { $0?["muted"] as? Bool == true }
        #expect(try await page.call(.POST, "/cancel").status == 204)
        await page.close()
    }

    @Test func mediaComeFromHereAlone() async throws {
        let page = try PracticePage()
        let policy = try await page.call(.GET, "").headers[HTTPHeader("Content-Security-Policy")]
        #expect(policy?.contains("media-src 'self';") == true)
        await page.close()
    }

    @Test(
        arguments: [
            (nil, .wholeFile), ("bytes=0-", .part(0..<100)), ("bytes=5-9", .part(5..<10)),
            ("bytes=90-200", .part(90..<100)), ("bytes=-10", .part(90..<100)),
            ("bytes=-200", .part(0..<100)), ("bytes=100-", .unsatisfiable),
            ("bytes=-0", .unsatisfiable),
            ("bytes=9-5", .wholeFile), ("bytes=a-b", .wholeFile), ("items=0-5", .wholeFile),
            ("bytes=0-1,5-6", .wholeFile), ("bytes=-", .wholeFile), ("bytes=--5", .wholeFile),
        ] as [(String?, ByteRange)])
    func rangesAreRead(header: String?, range: ByteRange) {
        #expect(ByteRange(header, count: 100) == range)
    }

    // MARK: Presets

    @Test func userPresetsAreStoredAndRemoved() async throws {
        let page = try PracticePage()
        func presets() async throws -> [[String: Any]] {
            try await page.call(.GET, "/presets").object["presets"] as? [[String: Any]] ?? []
        }
        #expect(try await presets().count == 8)
        #expect(try await presets().allSatisfy { $0["isOwn"] as? Bool == false })
        let body = """
            {"name": {"en": "Slow Sit", "de": "Langsam"}, "plan": {"version": 1, "kind": "timer", "prepare": 0, \
            "phase1": 1200, "phase2": 0, "bells": []}}
            """
        #expect(try await page.call(.POST, "/presets", body, as: .view).status == 403)
        let saved = try await page.call(.POST, "/presets", body)
        #expect(saved.status == 201 && saved.object["id"] as? String == "slow-sit")
        #expect(
            try await page.call(.POST, "/presets", body).object["id"] as? String == "slow-sit-2")
        #expect(try await presets().count == 10)
        let begun = try await page.call(.POST, "", #"{"preset": "slow-sit", "kind": "timer"}"#)
        #expect(begun.status == 201 && begun.practice?["title"] as? String == "Slow Sit")
        #expect(try await page.call(.DELETE, "/presets/timer/slow-sit").status == 204)
        #expect(try await page.call(.DELETE, "/presets/timer/slow-sit").status == 404)
        let invalid = try await page.call(
            .POST, "/presets", body.replacing("1200", with: "100000"))
        #expect(invalid.status == 422 && invalid.object["field"] as? String == "phase1")
        let nameless = try await page.call(.POST, "/presets", body.replacing("Slow Sit", with: ""))
        #expect(nameless.status == 422 && nameless.object["field"] as? String == "name.en")
        await page.close()
    }
}
