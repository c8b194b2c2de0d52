import BeatCorrection
import Foundation
import PhysioDSP
import PhysioSimulation
import PhysioTypes
import ResonanceBreathing
import SensorProtocol
import Testing
import TestSupport

@testable import LivePipeline

/// A session with a simulated person, driven in steps of 250 ms.
private struct SimulatedSession {
    var person: VirtualPerson
    var seconds: Double
    /// True if beats arrive with their own times, false if they arrive as they are.
    var isTimed = true
    /// Changes what arrives.
    var disturb: (inout [SensorEvent], Int) -> Void = { _, _ in }
    /// The pause, in steps of 250 ms.
    var pause = 0..<0
    /// The steps at which the session is written down and taken up again.
    var savings: [Int] = []

    func run(_ settings: StreamingSettings) throws -> (outputs: [LiveOutput], SessionTotals) {
        var person = person
        var live = try StreamingPipeline(settings, startMicroseconds: 5_000_000)
        var outputs: [LiveOutput] = []
        var beats: [VirtualPerson.Beat] = []
        for tick in 1...Int(4 * seconds) {
            let now = 5_000_000 + 250_000 * tick
            beats.removeAll(keepingCapacity: true)
            person.advance(toSeconds: Double(tick) / 4, into: &beats)
            var inputs = beats.map { beat in
                isTimed
                    ? SensorEvent.beat(atMicroseconds: 5_000_000 + Int(beat.timeSeconds * 1e6))
                    : .packet(
                        StrapPacket(
                            ticks: [UInt16((beat.intervalMs * 1.024).rounded())],
                            arrivalMicroseconds: now))
            }
            disturb(&inputs, tick)
            for input in inputs { live.push(input, atMicroseconds: now) }
            if tick == pause.lowerBound { live.pause(atMicroseconds: now) }
            if tick == pause.upperBound { live.resume(atMicroseconds: now) }
            live.advance(toMicroseconds: now)
            for output in live.drain() {
                outputs.append(output)
                if case .breath(let breath) = output { person.follow(breath.cycle) }
            }
            if savings.contains(tick) {
                let file = try JSONEncoder().encode(live.savedState)
                live = try StreamingPipeline(
                    try JSONDecoder().decode(StreamingPipeline.SavedPipeline.self, from: file))
            }
        }
        live.end(atMicroseconds: 5_000_000 + Int(1e6 * seconds))
        return (outputs + live.drain(), live.totals)
    }
}

@Suite struct StreamingPipelineTests {
    private static func person(_ index: Int) -> VirtualPerson {
        PersonPopulation(seed: 4711).person(index)
    }

    private static func settings(minutes: Double, _ name: PacerName = .defaultPacer)
        -> StreamingSettings
    {
        StreamingSettings(plan: PacerPlan(name, sessionSeconds: 60 * minutes))
    }

    private static func figures(_ outputs: [LiveOutput]) -> [LiveFigures] {
        outputs.compactMap { if case .figures(let figures) = $0 { figures } else { nil } }
    }

    private static func breaths(_ outputs: [LiveOutput]) -> [PacedBreath] {
        outputs.compactMap { if case .breath(let breath) = $0 { breath } else { nil } }
    }

    /// Three of a hundred people get no report after 15 minutes (Guides/pacer-report.md); these are not among them.
    @Test(arguments: [0, 2, 5]) func aSessionEndsNearThePersonsResonance(index: Int) throws {
        let session = SimulatedSession(person: Self.person(index), seconds: 900)
        let (outputs, totals) = try session.run(Self.settings(minutes: 15))
        let truth = PersonPopulation(seed: 4711).truth(index).breathsPerMinute(afterSeconds: 900)
        let found = try #require(totals.resonance?.breathsPerMinute)
        // The largest error of 95 of 100 people after 15 minutes.
        #expect(abs(found - truth) < 0.5, "\(found) \(truth)")
        let last = try #require(Self.figures(outputs).last)
        #expect(last.pacing == .locked && last.phase == .resonanceLock && last.stream == .ok)
        #expect(last.resonance.value == found)
        #expect(try #require(totals.peakCoherence) > 0.8)
        #expect(totals.breathCount == Self.breaths(outputs).count)
        let again = try session.run(Self.settings(minutes: 15))
        #expect(again.outputs == outputs)
    }

    /// A pacer of any kind, saved at seeded moments, continues as if nothing had been between.
    @Test(arguments: PacerName.allCases)
    func aSavedSessionContinues(name: PacerName) throws {
        var random = SplitMix64(seed: 77)
        var session = SimulatedSession(person: Self.person(2), seconds: 420)
        session.isTimed = false
        session.disturb = { inputs, tick in
            // A hole, and beats that are none.
            if (600..<640).contains(tick) { inputs.removeAll() }
            if tick.isMultiple(of: 97), !inputs.isEmpty { inputs.removeLast() }
            if tick == 800 { inputs.append(.respiration([0.1, 0.2], sampleRateHz: 8)) }
        }
        session.pause = 1000..<1040
        let whole = try session.run(Self.settings(minutes: 7, name))
        session.savings = (0..<30).map { _ in Int(random.uniform(in: 1...1679)) }
        session.savings += [601, 639, 1001, 1020]
        let pieces = try session.run(Self.settings(minutes: 7, name))
        #expect(pieces.outputs.count == whole.outputs.count && whole.outputs.count > 1000)
        #expect(pieces.outputs == whole.outputs)
        #expect(pieces.1 == whole.1)
    }

    @Test func whatNoSessionSavedIsRefused() throws {
        var session = try StreamingPipeline(Self.settings(minutes: 5), startMicroseconds: 0)
        for second in 1...120 {
            session.push(
                .packet(StrapPacket(ms: [1000], arrivalMicroseconds: 1_000_000 * second)),
                atMicroseconds: 1_000_000 * second)
        }
        let text = String(decoding: try JSONEncoder().encode(session.savedState), as: UTF8.self)
        let tracker = try #require(text.range(of: #""tracker":["#))
        // Another version, and a length that is none.
        for change in ["1,", "2,1,", "1e301,"] {
            let end = try #require(text[tracker.upperBound...].firstIndex(of: ","))
            let broken = text[..<tracker.upperBound] + change + text[text.index(after: end)...]
            let saved = try JSONDecoder().decode(
                StreamingPipeline.SavedPipeline.self, from: Data(broken.utf8))
            #expect(throws: LiveCorrection.InvalidStateError.self) {
                _ = try StreamingPipeline(saved)
            }
        }
    }

    /// Breaths follow each other without a seam, are announced ahead, and so are their phases and taps.
    @Test func breathsPhasesAndTapsAreSentAhead() throws {
        var live = try StreamingPipeline(Self.settings(minutes: 5), startMicroseconds: 0)
        var (breaths, taps, phases) = ([PacedBreath](), [Double](), [PhaseCue]())
        for tick in 1...1200 {
            live.advance(toMicroseconds: 250_000 * tick)
            for output in live.drain() {
                let now = Double(tick) / 4
                switch output {
                case .breath(let breath):
                    #expect(breath.cycle.startSeconds - now > 0.24)
                    breaths.append(breath)
                case .phase(let cue):
                    #expect(cue.startSeconds - now > 0.24 && cue.startSeconds - now <= 0.5)
                    phases.append(cue)
                case .tap(let tap):
                    #expect(tap.timeSeconds - now > 0.24 && tap.timeSeconds - now <= 0.5)
                    taps.append(tap.timeSeconds)
                default: break
                }
            }
        }
        #expect(breaths.map(\.number) == Array(0..<breaths.count))
        for (one, next) in zip(breaths, breaths.dropFirst()) {
            #expect(one.cycle.endSeconds == next.cycle.startSeconds)
        }
        for (one, next) in zip(phases, phases.dropFirst()) {
            #expect(abs(one.startSeconds + one.durationSeconds - next.startSeconds) < 1e-9)
        }
        let expected = breaths.flatMap { HapticSchedule.taps(of: $0.cycle).map(\.timeSeconds) }
        #expect(taps == Array(expected.prefix(taps.count)) && taps.count > expected.count - 30)
    }

    /// The figures without artefacts are those of the definitions on the intervals reported so far.
    @Test func figuresAreThoseOfTheWindow() throws {
        var settings = Self.settings(minutes: 4)
        settings.rmssdWindowSeconds = 40
        var live = try StreamingPipeline(settings, startMicroseconds: 0)
        var emitted: [LiveBeat] = []
        var (next, compared) = (0.5, 0)
        for second in 1...200 {
            while next < Double(second) {
                live.push(.beat(atMicroseconds: Int(next * 1e6)), atMicroseconds: Int(next * 1e6))
                next += 0.85 + 0.06 * PlatformMath.sin(0.6 * next)
            }
            live.advance(toMicroseconds: 1_000_000 * second)
            for output in live.drain() {
                if case .beat(let beat) = output { emitted.append(beat) }
                guard case .figures(let figures) = output, second >= 45 else { continue }
                let last = try #require(emitted.last).timeSeconds
                let window = emitted.filter { $0.timeSeconds >= last - 40 }.map(\.intervalMs)
                let steps = zip(window, window.dropFirst()).map { $1 - $0 }
                let rmssd =
                    (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
                #expect(try abs(#require(figures.rmssd.value) - rmssd) < 1e-9 * rmssd)
                compared += 1
            }
        }
        #expect(compared == 156 && live.totals.correctedCount == 0)
    }

    @Test func signalLossIsReported() throws {
        var session = SimulatedSession(person: Self.person(4), seconds: 300)
        session.disturb = { inputs, tick in
            if (400..<800).contains(tick) { inputs.removeAll() }
        }
        let (outputs, totals) = try session.run(Self.settings(minutes: 5))
        let figures = Self.figures(outputs)
        func at(_ second: Int) -> LiveFigures { figures[second - 1] }
        #expect(at(99).stream == .ok && at(99).rmssd.value != nil)
        #expect(at(112).rmssd.missing?.code == "coverage")
        #expect(at(116).stream == .stale && at(116).heartRate.value == nil)
        #expect(at(116).coherence.value == nil && at(116).rmssd.value == nil)
        #expect(at(161).stream == .lost)
        #expect(at(203).stream == .ok && at(203).rmssd.value == nil)
        #expect(at(240).rmssd.value != nil)
        // Breathing goes on.
        #expect(at(150).breathsPerMinute != nil)
        #expect(outputs.count { $0 == .stop } == 1)
        #expect(totals.beatCount < 300)
        let intervals = outputs.compactMap { output -> Double? in
            if case .beat(let beat) = output { beat.intervalMs } else { nil }
        }
        #expect(intervals.allSatisfy { (300...2000).contains($0) })
    }

    @Test func aPauseStopsPacingAndTime() throws {
        var session = SimulatedSession(person: Self.person(4), seconds: 120)
        session.pause = 120..<200
        let (outputs, totals) = try session.run(Self.settings(minutes: 2))
        #expect(outputs.count { $0 == .stop } == 2)
        #expect(totals.durationSeconds == 100)
        #expect(Self.figures(outputs).count == 100)
        let starts = Self.breaths(outputs).map(\.cycle.startSeconds)
        #expect(!starts.contains { $0 > 30.5 && $0 < 50.4 } && starts.contains(50.5))
    }

    @Test func aDeviceWithoutIntervalsShowsItsHeartRateAlone() throws {
        var live = try StreamingPipeline(Self.settings(minutes: 5), startMicroseconds: 0)
        for second in 1...60 {
            live.push(.heartRate(71), atMicroseconds: 1_000_000 * second - 1)
            live.advance(toMicroseconds: 1_000_000 * second)
        }
        let last = try #require(Self.figures(live.drain()).last)
        #expect(last.heartRate.value == 71 && last.stream == .ok)
        for figure in [last.rmssd, last.coherence] {
            #expect(figure.missing?.text == "the device sends no R-R intervals")
        }
    }

    @Test func electrodesOffTheSkinAreReported() throws {
        var session = SimulatedSession(person: Self.person(4), seconds: 60)
        session.isTimed = false
        session.disturb = { inputs, tick in
            guard tick >= 120 else { return }
            inputs = [.contact(false), .heartRate(nil)]
        }
        let (outputs, totals) = try session.run(Self.settings(minutes: 1))
        let last = try #require(Self.figures(outputs).last)
        #expect(last.stream == .noContact && last.heartRate.value == nil)
        #expect(totals.beatCount < 60)
    }

    /// The same beats as packets: what the clock and whole ticks leave of them.
    @Test func packetsGiveNearlyTheSameFigures() throws {
        var session = SimulatedSession(person: Self.person(6), seconds: 240)
        let timed = try session.run(Self.settings(minutes: 4, .fixed))
        session.isTimed = false
        let packets = try session.run(Self.settings(minutes: 4, .fixed))
        let (one, other) = (
            try #require(timed.1.averageRMSSD), try #require(packets.1.averageRMSSD)
        )
        #expect(abs(one - other) < 0.05 * one)
        #expect(
            try abs(
                #require(timed.1.averageCoherence) - #require(packets.1.averageCoherence)) < 0.05)
    }

    @Test func everyArtefactIsReportedWithItsBeat() throws {
        var session = SimulatedSession(person: Self.person(6), seconds: 200)
        // Beats that the strap does not hear, far from each other.
        session.disturb = { inputs, tick in
            if tick > 400, tick % 80 < 4, !inputs.isEmpty { inputs.removeLast() }
        }
        let (outputs, totals) = try session.run(Self.settings(minutes: 3.4))
        let artefacts = outputs.compactMap { output -> CorrectionEvent.Kind? in
            if case .beat(let beat) = output { beat.artefact } else { nil }
        }
        #expect(artefacts.count { $0 == .missed } >= 4)
        #expect(totals.correctedCount >= 4)
    }
}
