import LiveProtocol
import PhysioTypes
import Testing

@testable import LivePipeline
@testable import LiveSession

@Suite struct SessionReadinessTests {
    typealias State = SessionReadiness.Check.State

    private static func beat(_ end: Double, artefact: CorrectionEvent.Kind? = nil)
        -> BridgeSession.Output
    {
        .live(.beat(LiveBeat(timeSeconds: end, intervalMs: 1000, artefact: artefact)))
    }

    /// A beat a second, each looked at a second later.
    private static func after(
        seconds: Int, _ source: SessionReadiness.Source = .strap,
        artefact: (Int) -> CorrectionEvent.Kind? = { _ in nil }
    ) -> SessionReadiness {
        var readiness = SessionReadiness(source)
        readiness.recordSensorFound("H10")
        for second in 1...seconds {
            readiness.receive(beat(Double(second), artefact: artefact(second)))
            readiness.update(stream: .ok, heartRateBpm: 60, atSeconds: Double(second) + 1)
        }
        return readiness
    }

    private static func states(_ readiness: SessionReadiness) -> [State] {
        readiness.checks.map(\.state)
    }

    @Test func aStrapThatIsNotFoundIsWornElsewhere() {
        let readiness = SessionReadiness(.strap)
        #expect(Self.states(readiness) == [.open, .waiting, .waiting, .waiting])
        #expect(readiness.checks[0].text.contains("phone or watch"))
        #expect(!readiness.isReady)
        #expect(SessionReadiness(.bridge).checks[0].text.contains("bridge"))
    }

    @Test func withoutContactTheElectrodesAreToBeWet() {
        var readiness = SessionReadiness(.strap)
        readiness.recordSensorFound("H10")
        readiness.update(stream: .noContact, heartRateBpm: nil, atSeconds: 1)
        #expect(Self.states(readiness) == [.done, .open, .waiting, .waiting])
        #expect(readiness.checks[1].text.contains("Wet the electrodes"))
        readiness.update(stream: .stale, heartRateBpm: nil, atSeconds: 16)
        #expect(readiness.checks[1].text.contains("Wet the electrodes"))
    }

    /// Ten intervals of a second are ten seconds; nine are not.
    @Test(arguments: [(9, false), (10, true), (30, true)])
    func tenSecondsOfSoundBeatsAreEnough(seconds: Int, isReady: Bool) {
        let readiness = Self.after(seconds: seconds)
        #expect(readiness.isReady == isReady)
        #expect(
            Self.states(readiness) == [.done, .done, .waiting, isReady ? .done : .open])
    }

    /// One beat in ten may be an artefact, as long as nine tenths of the time are covered.
    @Test func unevenBeatsAreNotGood() {
        #expect(Self.after(seconds: 20) { $0 == 15 ? .ectopic : nil }.isReady)
        let uneven = Self.after(seconds: 20) { $0 % 3 == 0 ? .missed : nil }
        #expect(!uneven.isReady)
        #expect(uneven.checks[3].text.contains("sit still"))
    }

    /// A stream that was good and has fallen silent is good no longer.
    @Test func silenceEndsReadiness() {
        var readiness = Self.after(seconds: 12)
        #expect(readiness.isReady)
        readiness.update(stream: .ok, heartRateBpm: 60, atSeconds: 18)
        #expect(!readiness.isReady)
        readiness.receive(Self.beat(18))
        readiness.update(stream: .lost, heartRateBpm: nil, atSeconds: 18)
        #expect(!readiness.isReady && Self.states(readiness)[0] == .open)
    }

    @Test func aHeartRateAloneIsNamed() {
        var readiness = SessionReadiness(.bridge)
        readiness.recordSensorFound("")
        readiness.update(stream: .ok, heartRateBpm: 60, atSeconds: 1)
        #expect(!readiness.checks[3].text.contains("R-R"))
        readiness.update(stream: .ok, heartRateBpm: 61, atSeconds: 9.5)
        #expect(readiness.checks[3].text.contains("no R-R intervals"))
        #expect(!readiness.isReady)
    }

    @Test(arguments: [(19, State.warning), (20, .done), (100, .done)])
    func aWeakBatteryIsWarnedOfAndDoesNotHinder(percent: Int, state: State) {
        var readiness = Self.after(seconds: 12)
        readiness.receive(.battery(percent: percent))
        #expect(Self.states(readiness)[2] == state && readiness.isReady)
    }
}
