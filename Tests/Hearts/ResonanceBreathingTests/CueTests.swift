import Foundation
import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct HapticScheduleTests {
    /// The design's taps at 5.5 breaths/min, to the digits it gives.
    @Test func tapsAreThoseOfTheDesign() throws {
        let pattern = try BreathPattern.paced(breathsPerMinute: 5.5, limits: .referencePacer)
        for (phase, duration, expected) in [
            (
                BreathPhase.inhale, pattern.inhaleSeconds,
                [0, 0.8, 1.504, 2.122, 2.666, 3.145, 3.565, 3.935]
            ),
            (.hold, pattern.holdSeconds, [0]),
            (
                .exhale, pattern.exhaleSeconds,
                [
                    0, 0.3, 0.624, 0.974, 1.353, 1.761, 2.203, 2.680, 3.196, 3.753, 4.354, 5.005,
                    5.707,
                ]
            ),
        ] {
            let taps = HapticSchedule.tapOffsets(phase, durationSeconds: duration)
            #expect(taps.count == expected.count)
            for (tap, expected) in zip(taps, expected) { #expect(abs(tap - expected) <= 0.0005) }
        }
    }

    /// A second opinion: taps found by stepping through the phase in closed form. With a = 0.5 / d the
    /// n-th exhale tap is 0.3 ((1 + a)^n - 1) / a, the n-th inhale tap 0.8 (1 - (1 - a)^n) / a.
    @Test func tapsHaveAClosedForm() {
        for duration in [1.5, 3.257, 4, 6.218, 20] {
            let a = 0.5 / duration
            for (n, tap) in HapticSchedule.tapOffsets(.exhale, durationSeconds: duration)
                .enumerated()
            {
                #expect(abs(tap - 0.3 * (pow(1 + a, Double(n)) - 1) / a) < 1e-10)
            }
            for (n, tap) in HapticSchedule.tapOffsets(.inhale, durationSeconds: duration)
                .enumerated()
            {
                #expect(abs(tap - 0.8 * (1 - pow(1 - a, Double(n))) / a) < 1e-10)
            }
        }
    }

    @Test func everyPhaseEndsInSilence() {
        for phase in BreathPhase.allCases {
            for step in 20...2000 {
                let duration = 0.01 * Double(step)
                let taps = HapticSchedule.tapOffsets(phase, durationSeconds: duration)
                let last = taps.last ?? -1
                #expect(taps.first == 0 && last <= duration - 0.2 + 1e-9)
                // And no longer than one more tap would have kept.
                let share = last / duration
                let spacing =
                    switch phase {
                    case .inhale: 0.8 - 0.5 * share
                    case .exhale: 0.3 + 0.5 * share
                    case .hold, .secondHold: 0.6
                    }
                #expect(last + spacing > duration - 0.2)
            }
            #expect(HapticSchedule.tapOffsets(phase, durationSeconds: 0).isEmpty)
            #expect(HapticSchedule.tapOffsets(phase, durationSeconds: 0.19).isEmpty)
        }
    }

    @Test func holdsTapEvenlyAndAlike() {
        #expect(HapticSchedule.tapOffsets(.hold, durationSeconds: 2).count == 4)
        // The fourth tap comes at 1.8, on the limit.
        for duration in [0.545, 2, 4, 7] {
            let first = HapticSchedule.tapOffsets(.hold, durationSeconds: duration)
            #expect(first == HapticSchedule.tapOffsets(.secondHold, durationSeconds: duration))
            for (n, tap) in first.enumerated() { #expect(abs(tap - 0.6 * Double(n)) < 1e-12) }
        }
    }

    @Test func aBreathTapsPhaseByPhase() {
        let breath = BreathPreset.box.pattern.cycle(startSeconds: 100)
        let taps = HapticSchedule.taps(of: breath, settings: HapticSettings(intensity: 0.5))
        #expect(taps.allSatisfy { $0.intensity == 0.5 })
        #expect(zip(taps, taps.dropFirst()).allSatisfy { $0.timeSeconds < $1.timeSeconds })
        for (kind, range) in [
            (HapticTap.Kind.up, 100.0..<104), (.click, 104..<108), (.down, 108..<112),
            (.click, 112..<116),
        ] {
            let inside = taps.filter { range.contains($0.timeSeconds) }
            #expect(inside.first?.timeSeconds == range.lowerBound)
            #expect(inside.count >= 7 && inside.allSatisfy { $0.kind == kind })
        }
        #expect(HapticSchedule.taps(of: breath, settings: HapticSettings(isOn: false)).isEmpty)
        #expect(HapticSettings().intensity == 0.8 && HapticSettings().isOn)
    }
}

@Suite struct ToneScheduleTests {
    private let breath = BreathCycle(
        startSeconds: 5, inhaleSeconds: 4, holdSeconds: 1, exhaleSeconds: 6, secondHoldSeconds: 2)

    @Test func tonesRiseStayAndFall() {
        let tones = ToneSchedule.tones(of: breath)
        #expect(tones.map(\.phase) == BreathPhase.allCases)
        #expect(tones.map(\.startSeconds) == [5, 9, 10, 16])
        #expect(tones.map(\.durationSeconds) == [4, 1, 6, 2])
        #expect(tones.map(\.startHz) == [220, 330, 330, 220])
        #expect(tones.map(\.endHz) == [330, 330, 220, 220])
    }

    @Test func theBreathIsOneLineWithoutAJump() {
        let tones = ToneSchedule.tones(of: breath)
        for (tone, next) in zip(tones, tones.dropFirst() + tones.prefix(1)) {
            #expect(tone.endHz == next.startHz)
            #expect(abs(tone.frequencyHz(atSeconds: tone.startSeconds) - tone.startHz) < 1e-9)
            let end = tone.startSeconds + tone.durationSeconds
            #expect(abs(tone.frequencyHz(atSeconds: end) - tone.endHz) < 1e-9)
        }
        // Half way is the geometric mean; outside, the nearer end.
        #expect(abs(tones[0].frequencyHz(atSeconds: 7) - (220.0 * 330).squareRoot()) < 1e-9)
        #expect(abs(tones[0].frequencyHz(atSeconds: 0) - 220) < 1e-9)
        #expect(abs(tones[0].frequencyHz(atSeconds: 99) - 330) < 1e-9)
    }

    @Test func aHoldOfNoLengthHasNoTone() {
        let plain = BreathCycle(startSeconds: 0, inhaleSeconds: 5, exhaleSeconds: 5)
        #expect(ToneSchedule.tones(of: plain).map(\.phase) == [.inhale, .exhale])
    }
}
