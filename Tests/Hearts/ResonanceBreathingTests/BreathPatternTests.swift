import PhysioTypes
import ResonanceBreathing
import TestSupport
import Testing

@Suite struct BreathPatternTests {
    /// Cycle, hold, inhalation and exhalation of the design, to the digits it gives.
    @Test(arguments: [
        (5.5, 10.909, 0.545, 4.145, 6.218), (4.5, 13.333, 0.667, 5.067, 7.6),
        (7.0, 8.571, 0.429, 3.257, 4.886),
    ]) func aPacedBreathIsSplitAsDesigned(
        rate: Double, cycle: Double, hold: Double, inhale: Double, exhale: Double
    ) throws {
        let pattern = try BreathPattern.paced(breathsPerMinute: rate, limits: .referencePacer)
        for (found, expected) in [
            (pattern.durationSeconds, cycle), (pattern.holdSeconds, hold),
            (pattern.inhaleSeconds, inhale), (pattern.exhaleSeconds, exhale),
        ] {
            #expect(abs(found - expected) <= 0.0005)
        }
        #expect(pattern.secondHoldSeconds == 0)
    }

    @Test func sharesHoldAtEveryRateAndWithEveryHold() throws {
        for rate in stride(from: 4.0, through: 7.5, by: 0.1) {
            for (hasHold, hasSecondHold) in [
                (true, false), (false, false), (true, true), (false, true),
            ] {
                let pattern = try BreathPattern.paced(
                    breathsPerMinute: rate, limits: .otherPacers, hasHold: hasHold,
                    hasSecondHold: hasSecondHold)
                #expect(abs(pattern.durationSeconds - 60 / rate) < 1e-12)
                #expect(abs(pattern.breathsPerMinute - rate) < 1e-12)
                #expect(pattern.exhaleSeconds >= pattern.inhaleSeconds)
                #expect(abs(pattern.exhaleSeconds / pattern.inhaleSeconds - 1.5) < 1e-12)
                #expect(abs(pattern.holdSeconds - (hasHold ? 3 / rate : 0)) < 1e-12)
                #expect(abs(pattern.secondHoldSeconds - (hasSecondHold ? 3 / rate : 0)) < 1e-12)
            }
        }
    }

    @Test func pacersClampAndSettingsRefuse() throws {
        #expect(BreathRateLimits.referencePacer.text() == "4.5 to 7.0")
        #expect(BreathRateLimits.otherPacers.text() == "4.0 to 7.5")
        #expect(BreathRateLimits.userChoice.text(separator: "...") == "2 ... 20")
        #expect(BreathRateLimits.userChoice.contains(2))
        #expect(!BreathRateLimits.userChoice.contains(.nan))
        #expect(try BreathRateLimits.referencePacer.clamped(9) == 7)
        #expect(try BreathRateLimits.referencePacer.clamped(-1) == 4.5)
        #expect(try BreathRateLimits.otherPacers.clamped(3) == 4)
        #expect(try BreathRateLimits.otherPacers.clamped(8) == 7.5)
        #expect(try BreathRateLimits.startRate.validated(4.5) == 4.5)
        #expect(try BreathRateLimits.startRate.validated(BreathRateLimits.defaultStartRate) == 5.5)
        let refused = BreathingError.rateOutOfRange(found: 7.1, lowest: 4.5, highest: 7)
        #expect(throws: refused) { _ = try BreathRateLimits.startRate.validated(7.1) }
        #expect(
            refused.message
                == "The breathing rate must lie between 4.5 and 7.0 breaths a minute; it is 7.1.")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity]) func aRateThatIsNoNumberIsAnError(
        rate: Double
    ) {
        #expect(throws: BreathingError.rateNotFinite) {
            _ = try BreathRateLimits.referencePacer.clamped(rate)
        }
        #expect(throws: BreathingError.rateNotFinite) {
            _ = try BreathRateLimits.userChoice.validated(rate)
        }
        #expect(throws: BreathingError.rateNotFinite) {
            _ = try BreathPattern.paced(breathsPerMinute: rate, limits: .otherPacers)
        }
        #expect(throws: BreathingError.rateNotFinite) {
            _ = try BreathClock(startSeconds: 0, breathsPerMinute: rate, limits: .referencePacer)
        }
    }

    @Test func fixedPatternsKeepToTheirLimits() {
        func error(_ phases: [Double]) -> BreathingError? {
            do {
                _ = try BreathPattern(
                    inhaleSeconds: phases[0], holdSeconds: phases[1], exhaleSeconds: phases[2],
                    secondHoldSeconds: phases[3])
                return nil
            } catch { return error }
        }
        #expect(error([1.5, 0, 1.5, 0]) == nil)
        #expect(error([20, 0, 10, 0]) == nil)
        // Inhaling may be the longer phase here.
        #expect(error([8, 0, 4, 0]) == nil)
        #expect(error([1.4, 0, 4, 0]) == .phaseOutOfRange(.inhale, foundSeconds: 1.4))
        #expect(error([4, 1, 4, 0]) == .phaseOutOfRange(.hold, foundSeconds: 1))
        #expect(error([4, 0, 20.5, 0]) == .phaseOutOfRange(.exhale, foundSeconds: 20.5))
        #expect(error([4, 0, 4, -1]) == .phaseOutOfRange(.secondHold, foundSeconds: -1))
        #expect(error([.nan, 0, 4, 0]) == .phaseNotFinite(.inhale))
        #expect(error([4, .infinity, 4, 0]) == .phaseNotFinite(.hold))
        #expect(error([20, 0, 20, 0]) == .rateOutOfRange(found: 1.5, lowest: 2, highest: 20))
        for (error, message) in [
            (
                error([4, 1, 4, 0]),
                "The hold must last 1.5 to 20.0 s, or 0 for none; it is 1.0 s."
            ), (error([.nan, 0, 4, 0]), "The length of the inhalation must be a number."),
            (BreathingError.rateNotFinite, "The breathing rate must be a number."),
            (.patternIsFixed, "A fixed breathing pattern has no rate to change."),
        ] {
            #expect(error?.message == message)
        }
    }
}

@Suite struct BreathClockTests {
    @Test func breathsFollowEachOther() throws {
        var clock = try BreathClock(startSeconds: 3, breathsPerMinute: 6, limits: .referencePacer)
        #expect(clock.latestBreath == nil)
        var end = 3.0
        for _ in 0..<500 {
            let breath = clock.next()
            #expect(breath.startSeconds == end && clock.latestBreath == breath)
            #expect(abs(breath.durationSeconds - 10) < 1e-12)
            end = breath.endSeconds
        }
        // 500 sums of times up to 5,000 s.
        #expect(abs(end - 5003) < 500 * 5003.0.ulp)
    }

    @Test func aNewRateWaitsForTheNextBreath() throws {
        var clock = try BreathClock(startSeconds: 0, breathsPerMinute: 6, limits: .referencePacer)
        let first = clock.next()
        try clock.setRate(5)
        #expect(clock.latestBreath == first && clock.nextStartSeconds == first.endSeconds)
        #expect(clock.breathsPerMinute == 5)
        let second = clock.next()
        #expect(second.startSeconds == first.endSeconds)
        #expect(abs(second.durationSeconds - 12) < 1e-12)
        // Of several requests in one breath the last counts.
        try clock.setRate(7)
        try clock.setRate(6.5)
        #expect(abs(clock.next().breathsPerMinute - 6.5) < 1e-12)
    }

    @Test func ratesAreClampedAtEveryChange() throws {
        var clock = try BreathClock(startSeconds: 0, breathsPerMinute: 99, limits: .referencePacer)
        #expect(clock.breathsPerMinute == 7)
        try clock.adjustRate(by: 0.1)
        #expect(clock.breathsPerMinute == 7)
        try clock.adjustRate(by: -0.1)
        #expect(abs(clock.breathsPerMinute - 6.9) < 1e-12)
        try clock.adjustRate(by: -50)
        #expect(clock.breathsPerMinute == 4.5)
        #expect(throws: BreathingError.rateNotFinite) { try clock.adjustRate(by: .nan) }
        #expect(clock.breathsPerMinute == 4.5)
        #expect(abs(clock.next().durationSeconds - 60 / 4.5) < 1e-12)
    }

    @Test func aFixedPatternKeepsItsPhases() throws {
        var clock = BreathClock(startSeconds: 0, pattern: BreathPreset.box.pattern)
        for _ in 0..<3 { #expect(clock.next().secondHoldSeconds == 4) }
        #expect(throws: BreathingError.patternIsFixed) { try clock.setRate(5) }
        #expect(clock.nextStartSeconds == 48)
        #expect(clock.breathsPerMinute == 3.75)
    }

    @Test func holdsCanBeChosen() throws {
        var clock = try BreathClock(
            startSeconds: 0, breathsPerMinute: 6, limits: .otherPacers, hasHold: false,
            hasSecondHold: true)
        let breath = clock.next()
        #expect(breath.holdSeconds == 0 && breath.secondHoldSeconds == 0.5)
        try clock.setRate(5)
        #expect(clock.next().holdSeconds == 0)
    }
}
