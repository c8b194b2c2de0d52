import Foundation
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import Testing

struct SlidingPacerTests {
    /// Published: 78 breaths, 67.04 ms each, 15.0 min.
    @Test func theSlideIsThePublishedOne() throws {
        let pacer = SlidingPacer()
        #expect(abs(1000 * pacer.periodStepSeconds - 67.04) < 0.01)
        let periods = pacer.periodsSeconds
        #expect(periods.count == 78)
        #expect(abs(periods.reduce(0, +) / 60 - 15) < 0.005)
        #expect(abs(60 / periods[77] - 4.25) < 1e-12)
        #expect(abs(periods[0] - 60 / 6.75 - pacer.periodStepSeconds) < 1e-12)
        for (one, next) in zip(periods, periods.dropFirst()) {
            #expect(abs(next - one - pacer.periodStepSeconds) < 1e-12)
        }
        #expect(SlidingPacer(.up).periodsSeconds == periods.reversed())
    }

    @Test(arguments: SlidingPacer.Direction.allCases)
    func itCommandsItsPeriodsAndStays(_ direction: SlidingPacer.Direction) throws {
        var pacer = SlidingPacer(direction, breathCount: 30)
        let breaths = PacedSession.run(
            &pacer, untilSeconds: 600, beats: PacedSession.sine { 12 - 4 * abs($0 - 5.5) })
        for (breath, period) in zip(breaths, pacer.periodsSeconds) {
            #expect(abs(breath.durationSeconds - period) < 1e-9)
        }
        #expect(pacer.phase == .resonanceLock && pacer.isLocked)
        let found = try #require(pacer.finding.breathsPerMinute)
        let last = try #require(breaths.last)
        #expect(abs(last.breathsPerMinute - found) < 1e-9)
    }

    /// A heart that answers at once has its largest amplitude a breath before it is thought to: one step early.
    @Test(arguments: SlidingPacer.Direction.allCases)
    func theLargestAmplitudeIsFound(_ direction: SlidingPacer.Direction) throws {
        var pacer = SlidingPacer(direction)
        _ = PacedSession.run(
            &pacer, untilSeconds: 1000, hasEnded: \.isLocked,
            beats: PacedSession.sine { 12 - 4 * abs($0 - 5.5) })
        let found = try #require(pacer.finding.breathsPerMinute)
        let shift = direction == .down ? 0.034 : -0.034
        #expect(abs(found - 5.5 - shift) < 0.06)
        // Bins of 0.5 from one end to the other.
        let rates = [6.5, 6.0, 5.5, 5.0, 4.5]
        #expect(
            pacer.rows.map(\.breathsPerMinute) == (direction == .down ? rates : rates.reversed()))
        #expect(pacer.rows.allSatisfy { $0[.amplitude].value != nil })
        #expect(pacer.criteria.bestRow(.amplitude)?.index == 2)
    }

    @Test func fewerBreathsFitAShorterSession() {
        for minutes in [5.0, 10, 15, 20] {
            let pacer = SlidingPacer(sessionSeconds: 60 * minutes)
            let length = pacer.periodsSeconds.reduce(0, +)
            #expect(length <= 60 * minutes - SlidingPacer.marginSeconds)
            // As many as fit: a further breath would not.
            if pacer.breathCount < 78 { #expect(length + 15 > 60 * minutes - 30) }
        }
        #expect(SlidingPacer(sessionSeconds: 1200).breathCount == 78)
        #expect(SlidingPacer(sessionSeconds: 0).breathCount == 20)
        #expect(SlidingPacer(sessionSeconds: .nan).breathCount == 78)
        #expect(SlidingPacer(breathCount: -4).breathCount == 20)
        #expect(SlidingPacer(breathCount: .max).breathCount == 312)
    }

    @Test(arguments: [300.0, 600, 960])
    func theSlideEndsInItsSession(_ session: Double) {
        var pacer = SlidingPacer(sessionSeconds: session)
        _ = PacedSession.run(
            &pacer, untilSeconds: session,
            beats: PacedSession.sine { 12 - 4 * abs($0 - 5.5) })
        #expect(pacer.isLocked)
    }

    @Test func aSilentMinuteIsBridged() throws {
        var pacer = SlidingPacer()
        _ = PacedSession.run(
            &pacer, untilSeconds: 1000, hasEnded: \.isLocked,
            beats: PacedSession.sine(rsaAmplitudeBpm: { 12 - 4 * abs($0 - 5.5) }) {
                (600...660).contains($0)
            })
        #expect(abs(try #require(pacer.finding.breathsPerMinute) - 5.5) < 0.1)
        #expect(
            pacer.amplitudes.rsaAmplitudesBpm.count < 76
                && pacer.amplitudes.rsaAmplitudesBpm.count > 65)
    }

    @Test func withoutBeatsNothingIsDetermined() {
        var pacer = SlidingPacer(breathCount: 20)
        _ = PacedSession.run(&pacer, untilSeconds: 400) { _, _, _ in [] }
        #expect(pacer.phase == .resonanceLock && !pacer.isLocked)
        #expect(pacer.finding == .notDetermined("Too few beats came to compare the rates."))
        #expect(pacer.command == .breathe(breathsPerMinute: 5.5))
    }

    @Test func hostileTimesArePassedOver() {
        var expected = SlidingPacer(breathCount: 20)
        _ = PacedSession.run(
            &expected, untilSeconds: 300, beats: PacedSession.sine { _ in 8 })
        var pacer = SlidingPacer(breathCount: 20)
        _ = PacedSession.run(
            &pacer, untilSeconds: 300,
            look: { pacer, now in
                guard now > 0 else { return }
                pacer.breathEnded(atSeconds: .infinity)
                pacer.breathEnded(atSeconds: now - 1)
                pacer.begin(BreathCycle(startSeconds: -5, inhaleSeconds: 4, exhaleSeconds: 6))
            }, beats: PacedSession.sine { _ in 8 })
        #expect(pacer.amplitudes == expected.amplitudes && pacer.command == expected.command)
    }

    /// Coded after every breath, it does the same.
    @Test func itIsCodedAndContinues() throws {
        let heart = PacedSession.sine { 12 - 4 * abs($0 - 5.5) }
        var pacer = SlidingPacer(.up, breathCount: 30)
        _ = PacedSession.run(&pacer, untilSeconds: 500, beats: heart)
        #expect(pacer.isLocked)
        var restored = SlidingPacer(.up, breathCount: 30)
        var failure: (any Error)?
        _ = PacedSession.run(
            &restored, untilSeconds: 500,
            look: { pacer, _ in
                do {
                    pacer = try JSONDecoder().decode(
                        SlidingPacer.self, from: try JSONEncoder().encode(pacer))
                } catch {
                    failure = error
                }
            }, beats: PacedSession.sine { 12 - 4 * abs($0 - 5.5) })
        #expect(failure == nil)
        #expect(restored.rows == pacer.rows && restored.amplitudes == pacer.amplitudes)
        #expect(restored.command == pacer.command && restored.finding == pacer.finding)
        #expect(restored.explanation == pacer.explanation)
    }

    /// Down and up lie on either side of the truth where the lag is corrected wrongly.
    @Test func cleanPeopleAreFoundFromBothSides() throws {
        let seed: UInt64 = 20_262
        let people = PersonPopulation(seed: seed, scenario: .clean)
        var (down, up): ([Double], [Double]) = ([], [])
        for index in 0..<60 {
            for direction in SlidingPacer.Direction.allCases {
                var pacer = SlidingPacer(direction)
                _ = PacedSession.run(
                    &pacer, untilSeconds: 1000, hasEnded: \.isLocked,
                    beats: PacedSession.person(people.person(index)))
                let error =
                    try #require(pacer.finding.breathsPerMinute)
                    - people.truth(index).breathsPerMinute
                if direction == .down { down.append(error) } else { up.append(error) }
            }
        }
        let lag = zip(down, up).map { $0 - $1 }.sorted()[30]
        print("sliding, seed \(seed), 60 people: median of down minus up \(lag)")
        #expect(abs(lag) < 0.25)
        #expect((down + up).map { abs($0) }.sorted()[60] < 0.4)
    }
}
