import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing

@testable import LivePipeline

/// Sessions with a strap that sends a packet a second, late by a constant.
@Suite struct SensorLatencyTests {
    private struct LateSession {
        var latencySeconds = 2.6
        var minutes = 10.0
        var deviceName: String?
        var known: [String: LatencyEstimate]?
        /// True if each beat comes with its own time.
        var isTimed = false
        /// The latency from the middle on, after a lost link; nil for one connection.
        var laterLatencySeconds: Double?

        /// Returns the totals of the session, and its figures second by second.
        func run() throws -> (figures: [LiveFigures], totals: SessionTotals) {
            let people = PersonPopulation(seed: 91)
            var person = people.person(3)
            var settings = StreamingSettings(
                plan: PacerPlan(.resonanceFit, sessionSeconds: 60 * minutes))
            settings.knownLatencies = known
            var live = try StreamingPipeline(settings, startMicroseconds: 0)
            if let deviceName { live.setDevice(name: deviceName) }
            var (waiting, figures) = ([VirtualPerson.Beat](), [LiveFigures]())
            var latency = latencySeconds
            let last = Int(240 * minutes)
            for tick in 1...last {
                let (now, time) = (250_000 * tick, Double(tick) / 4)
                person.advance(toSeconds: time, into: &waiting)
                if isTimed {
                    for beat in waiting {
                        live.push(
                            .beat(atMicroseconds: Int(beat.timeSeconds * 1e6)),
                            atMicroseconds: now)
                    }
                    waiting.removeAll()
                } else if tick % 4 == 0 {
                    let due = waiting.prefix { $0.timeSeconds + latency <= time }
                    waiting.removeFirst(due.count)
                    if !due.isEmpty {
                        live.push(
                            .packet(
                                StrapPacket(
                                    ms: due.map(\.intervalMs), arrivalMicroseconds: now)),
                            atMicroseconds: now)
                    }
                }
                if tick == last / 2, let laterLatencySeconds {
                    live.push(.link(isUp: false), atMicroseconds: now)
                    latency = laterLatencySeconds
                    waiting.removeAll()
                    live.push(.link(isUp: true), atMicroseconds: now)
                }
                live.advance(toMicroseconds: now)
                for output in live.drain() {
                    if case .breath(let breath) = output { person.follow(breath.cycle) }
                    if case .figures(let found) = output { figures.append(found) }
                }
            }
            live.end(atMicroseconds: 250_000 * last)
            return (figures, live.totals)
        }
    }

    /// A packet is half a second old in the mean, of which the clock of arrivals knows nothing.
    @Test(arguments: [0.4, 2.6, 5]) func theLatencyIsFound(latency: Double) throws {
        let (figures, totals) = try LateSession(latencySeconds: latency).run()
        let found = try #require(totals.latency)
        #expect(abs(found.seconds - latency) < 2 * found.deviationSeconds, "\(found)")
        #expect(found.deviationSeconds < 0.9)
        #expect(figures.last?.latency == found)
        #expect(figures.last?.isLatencyMeasured == true)
        #expect(figures.first?.isLatencyMeasured == false)
    }

    @Test func aModelIsExpectedToBeAsPublished() throws {
        let (figures, _) = try LateSession(minutes: 0.2, deviceName: "Polar H10 A1B2C3D4").run()
        #expect(figures.last?.latency?.seconds == 2.6)
        #expect(figures.last?.isLatencyMeasured == false)
        let (unknown, _) = try LateSession(minutes: 0.2, deviceName: "Nobody's strap").run()
        #expect(unknown.last?.latency == nil)
    }

    @Test func whatASessionFoundComesBeforeWhatIsPublished() throws {
        let name = "Polar H10 A1B2C3D4"
        let learned = LatencyEstimate(seconds: 1.5, deviationSeconds: 0.3)
        let (figures, _) = try LateSession(
            minutes: 0.2, deviceName: name, known: [name: learned]
        ).run()
        #expect(figures.last?.latency?.seconds == 1.5)
        // A log that a user has changed.
        let absurd = LatencyEstimate(seconds: .infinity, deviationSeconds: 0.3)
        let (others, _) = try LateSession(
            minutes: 0.2, deviceName: name, known: [name: absurd]
        ).run()
        #expect(others.last?.latency?.seconds == 2.6)
    }

    /// Beats with times of their own teach nothing of the strap's intervals.
    @Test func beatsWithTheirTimesAreExpectedOnTime() throws {
        let (figures, totals) = try LateSession(deviceName: "Polar H10 A1B2C3D4", isTimed: true)
            .run()
        #expect(abs(figures.last?.latency?.seconds ?? 9) < 0.3)
        #expect(totals.latency == nil)
    }

    @Test(arguments: [(0.4, 2.6), (2.6, 0.4)]) func aNewConnectionHasItsOwn(
        latencies: (Double, Double)
    ) throws {
        var session = LateSession(latencySeconds: latencies.0, minutes: 15)
        session.laterLatencySeconds = latencies.1
        let found = try #require(try session.run().totals.latency)
        #expect(abs(found.seconds - latencies.1) < 2 * found.deviationSeconds, "\(found)")
    }
}
