import Foundation
import PracticePlans
import TestSupport
import Testing

@testable import SessionDashboard

/// Bells at free times and the background in the one-track file of the page.
@Suite(.timeLimit(.minutes(1))) struct PracticeBackgroundTests {
    private static func sit(_ bells: String) -> String {
        """
        {"plan": {"version": 1, "kind": "timer", "prepare": 0, "phase1": 20, "phase2": 0, "bells": [\(bells)]}}
        """
    }

    /// Samples of a WAV file of 16 bits.
    private static func samples(_ file: Data) -> [Int] {
        let bytes = [UInt8](file.dropFirst(44))
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    private static func track(_ page: PracticePage) async throws -> [Int] {
        samples(try await page.call(.GET, "/track").body)
    }

    /// The track of a sit that begins now, and is left.
    private static func track(_ page: PracticePage, _ bells: String) async throws -> [Int] {
        let begun = try await page.call(.POST, "", sit(bells))
        try #require(begun.status == 201, "\(begun.object)")
        let track = try await track(page)
        page.clock.pass(1)
        _ = try await page.call(.POST, "/cancel")
        _ = try await page.wait { $0 == nil }
        return track
    }

    /// The bells of 6 s and 12.6 s are what two tracks differ in, each rounded to 16 bits.
    @Test func bellsRingAtTheirTimes() async throws {
        let page = try PracticePage()
        let plain = try await Self.track(page, "")
        let rung = try await Self.track(page, #"{"at": 0.1}, {"at": 0.21}"#)
        let bell = PracticeSound.named(.bell).samples(level: 0.5).values.map {
            32_767 * Double($0)
        }
        #expect(plain.count == rung.count)
        var wanted = [Double](repeating: 0, count: plain.count)
        for start in [288_000, 604_800] {
            for (offset, value) in bell.enumerated() { wanted[start + offset] += value }
        }
        let worst = zip(zip(rung, plain), wanted).map { abs(Double($0.0 - $0.1) - $1) }.max()
        #expect(try #require(worst) <= 1.01)
        #expect(rung[288_000 + 100] != plain[288_000 + 100] && rung[287_999] == plain[287_999])
        await page.close()
    }

    @Test func theBackgroundSoundsBeneathTheBellsAndFallsInAPause() async throws {
        let page = try PracticePage()
        let plain = try await Self.track(page, "")
        let settings = #"{"background": "drone", "backgroundLevelDB": -30}"#
        #expect(try await page.call(.PUT, "/settings", settings).status == 200)
        #expect(try await page.call(.GET, "/background").status == 404)
        let begun = try await page.call(.POST, "", Self.sit(""))
        #expect(begun.practice?["background"] as? String == "drone")
        // 20 s of 48 kHz.
        #expect(Self.samples(try await page.call(.GET, "/background").body).count == 960_000)
        let names = try await page.call(.GET, "/backgrounds").object["names"] as? [String]
        #expect(names == ["brown-noise", "drone"])

        let loop = try #require(
            BackgroundSound(name: "drone", levelDB: -30).loop(own: nil)
        ).samples.values.map { 32_767 * 0.5 * Double($0) }
        func worst(_ track: [Int], _ range: Range<Int>, gain: Double) -> Double {
            range.map { index in
                let before = index < plain.count ? plain[index] : 0
                return abs(Double(track[index] - before) - gain * loop[index % loop.count])
            }.max() ?? .infinity
        }
        let whole = try await Self.track(page)
        #expect(worst(whole, 4 * 48_000..<20 * 48_000, gain: 1) <= 1.01)
        #expect(worst(whole, 96_000..<96_001, gain: 0.5) <= 1.01)
        #expect(worst(whole, 0..<1, gain: 0) <= 1.01)

        // It begins .6 s after the press, so 10.6 s later it is at 10 s.
        page.clock.pass(10.6)
        _ = try await page.call(.POST, "/pause")
        _ = try await page.wait { $0?["paused"] as? Bool == true }
        let paused = try await Self.track(page)
        #expect(worst(paused, 5 * 48_000..<9 * 48_000, gain: 1) <= 1.01)
        #expect(paused.count >= 14 * 48_000)
        #expect(worst(paused, 12 * 48_000..<12 * 48_000 + 1, gain: 0.5) <= 1.01)
        await page.close()
    }
}
