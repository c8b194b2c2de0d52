import Foundation
import PhysioTypes
import TestSupport
import Testing

@testable import ResonanceBreathing

/// Beats that are late by a constant, laid beside the breath by their latency, give what beats on time give.
@Suite struct LatencyTests {
    /// Ten breaths of 10 s and a heart that oscillates with them.
    private static let breaths = (0..<18).map {
        BreathCycle(startSeconds: 10 * Double($0), inhaleSeconds: 4, exhaleSeconds: 6)
    }

    /// - Parameter latency: added to every time; a multiple of 1/16 s, so that sums are exact.
    private static func beats(latency: Double) -> [NNBeat] {
        var random = SplitMix64(seed: 3)
        var (time, beats) = (0.0, [NNBeat]())
        while time < 175 {
            let oscillation = sine(time / 10) * 6 + random.gaussian()
            let interval = (60_000 / (65 + oscillation)).rounded()
            time += (interval * 0.016).rounded() / 16
            beats.append(
                NNBeat(
                    intervalMs: interval, endSeconds: time + latency,
                    isAdjacentToPrevious: !beats.isEmpty, isCorrected: false,
                    rawIndex: beats.count))
        }
        return beats
    }

    private static func sine(_ turns: Double) -> Double {
        // A triangle is rhythm enough, and the same on every machine.
        let share = turns - turns.rounded(.down)
        return share < 0.5 ? 4 * share - 1 : 3 - 4 * share
    }

    @Test(arguments: [0.5, 2.625, 5]) func theVerdictIsThatOfBeatsOnTime(latency: Double) {
        func verdict(_ latency: Double, stated: Double) -> FollowVerdict {
            var follow = LiveFollowVerdict()
            follow.latencySeconds = stated
            for breath in Self.breaths { follow.begin(breath) }
            for beat in Self.beats(latency: latency) { follow.push(beat) }
            return follow.verdict(atSeconds: 175 + latency)
        }
        let onTime = verdict(0, stated: 0)
        let corrected = verdict(latency, stated: latency)
        #expect(onTime.outcome == .following, "\(onTime.text)")
        #expect(corrected.outcome == onTime.outcome)
        let (a, b) = (onTime.evidence.first ?? nil, corrected.evidence.first ?? nil)
        #expect(abs((a?.lagBreaths ?? 9) - (b?.lagBreaths ?? 0)) < 1e-6)
        // Without it the rhythm seems to be behind by the latency.
        let late = verdict(latency, stated: 0).evidence.first ?? nil
        let behind = (late?.lagBreaths ?? 0) - (a?.lagBreaths ?? 0) - latency / 10
        #expect(abs(behind - behind.rounded()) < 0.02)
    }

    @Test(arguments: [0.5, 2.625, 5]) func theCoherenceIsThatOfBeatsOnTime(latency: Double) throws {
        func score(_ latency: Double, stated: Double, isStatedFirst: Bool) throws -> Double {
            var live = LiveHarmonicCoherence()
            if isStatedFirst { live.setLatency(seconds: stated) }
            for breath in Self.breaths { live.begin(breath) }
            for beat in Self.beats(latency: latency) { live.push(beat) }
            live.setLatency(seconds: stated)
            return try live.coherence().score
        }
        let onTime = try score(0, stated: 0, isStatedFirst: true)
        for isStatedFirst in [true, false] {
            let found = try score(latency, stated: latency, isStatedFirst: isStatedFirst)
            #expect(abs(found - onTime) < 1e-6, "\(found) \(onTime)")
        }
    }

    /// Breaths that began before a new connection are in no group: it has one latency.
    @Test func aGroupHasOneConnection() {
        var responses = BreathResponseStream()
        var found: [BreathResponse] = []
        for (index, breath) in Self.breaths.enumerated() {
            if index == 8 { responses.reconnect() }
            responses.begin(breath)
            let beats = Self.beats(latency: 0).filter {
                $0.endSeconds > breath.startSeconds && $0.endSeconds <= breath.endSeconds
            }
            responses.revise(NNRevision(beats: beats))
            while let outcome = responses.next(atSeconds: breath.endSeconds) {
                if case .response(let response) = outcome { found.append(response) }
            }
        }
        let first = found.first { $0.isNewConnection }
        #expect(found.count { $0.isNewConnection } == 1)
        // The eighth breath, from 70 s on, lasts while it comes.
        #expect(first?.startSeconds == 80)
        #expect(found.allSatisfy { $0.endSeconds <= 70 || $0.startSeconds >= 80 })
    }

    /// The statement of a second sensor says nothing of the first one's answers.
    @Test func anotherSensorHasAnotherStatement() throws {
        func stated(_ seconds: Double) -> LatencyPrior {
            LatencyPrior(LatencyEstimate(seconds: seconds, deviationSeconds: 0.2))
        }
        var pacer = ResonanceFitPacer(.slide)
        pacer.expectLatency(stated(2.6))
        for (index, breath) in Self.breaths.enumerated() {
            if index == 9 {
                pacer.reconnect()
                pacer.expectLatency(stated(0.5))
            }
            pacer.begin(breath)
            let beats = Self.beats(latency: index < 9 ? 2.625 : 0.5).filter {
                $0.endSeconds > breath.startSeconds && $0.endSeconds <= breath.endSeconds
            }
            pacer.revise(NNRevision(beats: beats))
            pacer.breathEnded(atSeconds: breath.endSeconds)
            if index == 8 { #expect(abs((pacer.latency?.seconds ?? 9) - 2.6) < 0.4) }
        }
        let latency = try #require(pacer.latency)
        #expect(abs(latency.seconds - 0.5) < 0.4, "\(latency)")
        #expect(latency.deviationSeconds < 0.35, "\(latency)")
    }

    @Test func aPacerKeepsWhatItKnowsOfTheLatency() throws {
        var pacer = ResonanceFitPacer(.slide)
        pacer.expectLatency(LatencyPrior(LatencyEstimate(seconds: 2.6, deviationSeconds: 0.3)))
        for breath in Self.breaths {
            pacer.begin(breath)
            let beats = Self.beats(latency: 2.625).filter {
                $0.endSeconds > breath.startSeconds && $0.endSeconds <= breath.endSeconds
            }
            pacer.revise(NNRevision(beats: beats))
            pacer.breathEnded(atSeconds: breath.endSeconds)
        }
        let latency = try #require(pacer.latency)
        #expect(abs(latency.seconds - 2.6) < 0.5)
        let saved = try #require(SavedPacer(pacer))
        #expect(try saved.coded().pacer.latency == latency)
    }
}

extension SavedPacer {
    fileprivate func coded() throws -> SavedPacer {
        try JSONDecoder().decode(SavedPacer.self, from: JSONEncoder().encode(self))
    }
}
