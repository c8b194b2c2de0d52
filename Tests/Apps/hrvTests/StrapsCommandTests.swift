import Foundation
import PhysioTypes
import SessionHistory
import TestSupport
import Testing

/// `hrv straps --forget-latency`, which needs no Bluetooth.
@Suite struct StrapsCommandTests {
    private static let strap = "Polar H10 A1B2C3D4"

    /// Stores two sessions of the strap, and one of another.
    private static func fill(_ path: String) throws {
        let store = try SessionStore(path: path)
        for (device, seconds) in [(strap, 2.5), (strap, 2.75), ("Movesense 7", 0.5)] {
            var session = BreathingSession(
                startedAt: Date(), utcOffsetSeconds: 0, source: .strap, deviceName: device)
            session.state = .ended
            session.latency = LatencyEstimate(seconds: seconds, deviationSeconds: 0.25)
            try store.add(SessionDetails(session: session))
        }
    }

    @Test(arguments: [false, true])
    func theLatencyOfAStrapIsForgotten(isPathNamed: Bool) throws {
        let home = try TemporaryFolder()
        let named = home.path + "/other.sqlite"
        let usual = SessionStore.defaultPath(environment: [
            "HOME": home.path, "XDG_DATA_HOME": home.path,
        ])
        let path = isPathNamed ? named : usual
        try Self.fill(path)
        let arguments =
            ["straps", "--forget-latency", Self.strap]
            + (isPathNamed ? ["--database", named] : [])
        let first = try CommandRunner.run(arguments, home: home)
        #expect(first.status == 0 && first.text == "")
        #expect(
            first.errors == "hrv: forgot the latency of \(Self.strap): 2 sessions had one\n")
        let latencies = try SessionStore(path: path).latencies()
        #expect(latencies.map(\.key) == ["Movesense 7"])
        let second = try CommandRunner.run(arguments, home: home)
        #expect(second.status == 66)
        #expect(
            second.errors == "hrv: error: no session has a latency of \(Self.strap) [latency]\n")
    }

    @Test func withoutAHistoryNoneIsMade() throws {
        let home = try TemporaryFolder()
        let output = try CommandRunner.run(
            ["straps", "--forget-latency", Self.strap], home: home)
        #expect(output.status == 66 && output.errors.contains("no session has a latency"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).isEmpty)
    }
}
