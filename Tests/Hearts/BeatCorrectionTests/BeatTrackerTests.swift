import BeatCorrection
import PhysioDSP
import TestSupport
import Testing

@Suite struct BeatTrackerTests {
    private static func transitions(of intervals: [Double]) -> [BeatTracker.Transition] {
        var tracker = BeatTracker()
        var transitions: [BeatTracker.Transition] = []
        tracker.start(intervals)
        let opened = tracker.decideOpening(intervals) { transitions.append($0) }
        for interval in intervals[opened...] { tracker.push(interval) { transitions.append($0) } }
        tracker.finish { transitions.append($0) }
        return transitions
    }

    private static func oscillation(_ count: Int, amplitudeMs: Double = 150) -> [Double] {
        (0..<count).map { 900 + amplitudeMs * PlatformMath.cos(0.57 * Double($0)) }
    }

    @Test func everyIntervalIsInOneTransition() {
        var generator = SplitMix64(seed: 1)
        for count in [1, 2, 3, 5, 6, 12, 13, 90, 91, 92, 400] {
            for spread in [0.0, 10, 200, 2000] {
                let intervals = (0..<count).map { _ in
                    max(0.001, 900 + spread * generator.gaussian())
                }
                let transitions = Self.transitions(of: intervals)
                #expect(transitions.reduce(0) { $0 + $1.observedCount } == count)
                #expect(transitions.allSatisfy { (1...5).contains($0.observedCount) })
                #expect(
                    transitions.allSatisfy {
                        ($0.kind == .leftOut ? 0...0 : 1...8).contains($0.actualCount)
                    })
            }
        }
    }

    /// Saved after every so many pushes, of a rhythm in which much is odd, it decides the same.
    @Test(arguments: [1, 3, 17]) func aSavedTrackerDecidesTheSame(every: Int) {
        var generator = SplitMix64(seed: 5)
        var intervals = Self.oscillation(500)
        for index in stride(from: 20, to: 480, by: 11) {
            let share = generator.uniform(in: 0.3...0.7)
            switch index % 3 {
            case 0: intervals[index] *= 1 + share
            case 1: intervals[index] *= share
            default: (intervals[index], intervals[index + 1]) = (300, 700 + 900 * share)
            }
        }
        var tracker = BeatTracker()
        tracker.start(intervals)
        var transitions: [BeatTracker.Transition] = []
        var maxCount = 0
        let opened = tracker.decideOpening(intervals) { transitions.append($0) }
        for (index, interval) in intervals.enumerated().dropFirst(opened) {
            tracker.push(interval) { transitions.append($0) }
            guard index.isMultiple(of: every) else { continue }
            let state = tracker.state
            maxCount = max(maxCount, state.count)
            tracker = BeatTracker()
            let isAccepted = tracker.restore(state)
            #expect(isAccepted)
        }
        tracker.finish { transitions.append($0) }
        #expect(transitions == Self.transitions(of: intervals))
        // More than one chain was alive.
        #expect(maxCount > 400)
    }

    @Test func whatIsNoStateIsRefused() {
        var tracker = BeatTracker()
        tracker.start(Self.oscillation(91))
        for interval in Self.oscillation(91) { tracker.push(interval) { _ in } }
        let state = tracker.state
        var generator = SplitMix64(seed: 6)
        func isAccepted(_ state: [Double]) -> Bool {
            var other = BeatTracker()
            return other.restore(state)
        }
        #expect(isAccepted(state))
        #expect(!isAccepted([]) && !isAccepted(Array(state.dropLast())) && !isAccepted(state + [0]))
        #expect(!isAccepted([1] + state.dropFirst()))
        for wrong in [Double.nan, .infinity, -.infinity, 1e301] {
            for index in state.indices {
                var broken = state
                broken[index] = wrong
                #expect(!isAccepted(broken), "\(index)")
            }
        }
        // Any numbers at all: refused, or taken without harm.
        for _ in 0..<2000 {
            var wild = state
            for _ in 0..<3 {
                wild[Int(generator.uniform(in: 0...Double(state.count - 1)))] =
                    generator.uniform(in: -40...40).rounded()
            }
            var other = BeatTracker()
            guard other.restore(wild) else { continue }
            var count = 0
            for interval in Self.oscillation(30) { other.push(interval) { _ in count += 1 } }
            #expect(count <= 200)
        }
    }

    /// Lengths no heart has: whatever comes out, all of it is there and nothing traps.
    @Test func lengthsOfAllSizesAreAccepted() {
        var generator = SplitMix64(seed: 2)
        for round in 0..<40 {
            let intervals = (0..<300).map { _ -> Double in
                let exponent = generator.uniform(in: round.isMultiple(of: 2) ? -300...300 : -4...5)
                return PlatformMath.exp(exponent * 2.302585)
            }
            let transitions = Self.transitions(of: intervals)
            #expect(transitions.reduce(0) { $0 + $1.observedCount } == 300)
        }
        let same = Self.transitions(of: [Double](repeating: .leastNonzeroMagnitude, count: 200))
        #expect(same.reduce(0) { $0 + $1.observedCount } == 200)
    }

    @Test func aSteadyRhythmAndAnOscillationAreAsMeasured() {
        for intervals in [[Double](repeating: 812.5, count: 300), Self.oscillation(300)] {
            let transitions = Self.transitions(of: intervals)
            #expect(transitions.count == 300 && transitions.allSatisfy { $0.kind == .measured })
            #expect(transitions.allSatisfy { !$0.isIrregular })
        }
    }

    @Test func whatIsWrongIsNamed() throws {
        for index in [30, 150, 151, 152, 153, 154, 160] {
            var missed = Self.oscillation(300)
            missed[index] += missed.remove(at: index + 1)
            var extra = Self.oscillation(300)
            extra.insert(0.4 * extra[index], at: index)
            extra[index + 1] -= extra[index]
            var early = Self.oscillation(300)
            early[index] -= 220
            early[index + 1] += 220
            var long = Self.oscillation(300)
            long[index] += 350
            for (intervals, kind, observed, made) in [
                (missed, BeatTracker.Transition.Kind.repaired, 1, 2), (extra, .repaired, 2, 1),
                (early, .repaired, 2, 2), (long, .replaced, 1, 1),
            ] {
                let transitions = Self.transitions(of: intervals)
                let odd = transitions.indices.filter { transitions[$0].kind != .measured }
                #expect(odd == [index], "\(index)")
                let transition = transitions[try #require(odd.first)]
                #expect(transition.kind == kind && transition.observedCount == observed)
                #expect(transition.actualCount == made && (kind != .replaced || transition.isLate))
            }
        }
    }

    /// A part at either end that fits is accepted, one that fits nothing is left out, and nothing
    /// else.
    @Test(arguments: [40.0, 150, 250]) func anEndIsJudgedByTheRhythm(amplitudeMs: Double) {
        let clean = Self.oscillation(120, amplitudeMs: amplitudeMs)
        func kinds(_ intervals: [Double]) -> [BeatTracker.Transition.Kind] {
            Self.transitions(of: intervals).map(\.kind)
        }
        for share in [0.35, 2.6, 3.4, 4.65] {
            var intervals = clean
            intervals[119] *= share
            var backwards = Array(clean.reversed())
            backwards[0] *= share
            let (end, beginning) = (kinds(intervals), kinds(backwards))
            #expect(end.last == .leftOut && end.dropLast().allSatisfy { $0 == .measured })
            #expect(
                beginning.first == .leftOut && beginning.dropFirst().allSatisfy { $0 == .measured })
        }
        // One beat that was not seen: whole numbers fit.
        let missed = Array(clean[..<118]) + [clean[118] + clean[119]]
        #expect(kinds(missed).last == .repaired && kinds(missed).count { $0 != .measured } == 1)
        let first = kinds(missed.reversed())
        #expect(first.first == .repaired && first.count { $0 != .measured } == 1)
    }

    /// The rhythm of the other side shows which are which of a few beats with more artefacts than valid
    /// ones; where the rhythm has changed it does not stand in the way.
    @Test func theRhythmAcrossTheGapIsUsed() {
        func measured(_ intervals: [Double], knowing others: [Double]) -> Int {
            var tracker = BeatTracker()
            var count = 0
            let receive = { (one: BeatTracker.Transition) in count += one.kind == .measured ? 1 : 0
            }
            tracker.start(intervals, knowing: others)
            let opened = tracker.decideOpening(intervals, decided: receive)
            for interval in intervals[opened...] { tracker.push(interval, decided: receive) }
            tracker.finish(decided: receive)
            return count
        }
        let clean = Self.oscillation(140, amplitudeMs: 40)
        let doubled = clean[100..<120].enumerated().flatMap { index, interval in
            (6..<14).contains(index) ? [interval] : [0.4 * interval, 0.6 * interval]
        }
        #expect(measured(doubled, knowing: Array(clean[..<91])) == 8)
        let faster = Self.oscillation(40, amplitudeMs: 40).map { 0.62 * $0 }
        #expect(measured(faster, knowing: Array(clean[..<91])) == 40)
    }

    /// The learned rhythm is carried over a gap as numbers; no other numbers are accepted for it.
    @Test func aRhythmContinuesAfterAGap() {
        let clean = Self.oscillation(400, amplitudeMs: 150)
        var tracker = BeatTracker()
        tracker.start(clean)
        for interval in clean[..<300] { tracker.push(interval) { _ in } }
        tracker.finish { _ in }
        let rhythm = tracker.rhythm
        var kinds: [BeatTracker.Transition.Kind] = []
        var other = BeatTracker()
        let isStarted = other.start(rhythm: rhythm)
        #expect(isStarted && other.rhythm.count == rhythm.count)
        // Six beats, too few to show a rhythm, and one that was not seen among them.
        for interval in [clean[310], clean[311], clean[312] + clean[313], clean[314], clean[315]] {
            other.push(interval) { kinds.append($0.kind) }
        }
        other.finish { kinds.append($0.kind) }
        #expect(kinds == [.measured, .measured, .repaired, .measured, .measured])
        for wrong in [[], Array(rhythm.dropLast()), rhythm + [0], rhythm.map { $0 + 5e300 }] {
            let isStarted = other.start(rhythm: wrong)
            #expect(!isStarted)
        }
    }

    /// An irregular rhythm on the other side is none: the few beats behind the gap are judged by
    /// themselves. The intervals are those of MIT-BIH 201 behind its last pause, after fibrillation.
    @Test func anIrregularRhythmAcrossTheGapIsIgnored() {
        var generator = SplitMix64(seed: 3)
        let fibrillation = (0..<91).map { _ in generator.uniform(in: 400...1100) }
        let behind = [1619.0, 1736, 692, 1300, 475, 1553, 1989, 1261, 486, 1417, 1933]
        func transitions(start: (inout BeatTracker) -> Void) -> [BeatTracker.Transition] {
            var tracker = BeatTracker()
            var all: [BeatTracker.Transition] = []
            start(&tracker)
            for interval in behind { tracker.push(interval) { all.append($0) } }
            tracker.finish { all.append($0) }
            return all
        }
        let alone = transitions { $0.start(behind) }
        #expect(alone == transitions { $0.start(behind, knowing: fibrillation) })
        #expect(alone.allSatisfy { $0.isIrregular })
    }

    /// Expected beats are decided in the end, except for those that later beats change.
    @Test func whatIsExpectedIsMostlyDecided() {
        var generator = SplitMix64(seed: 4)
        let intervals = Self.oscillation(2000).map { interval in
            interval + 8 * generator.gaussian()
                + (generator.uniform(in: 0...1) < 0.05 ? generator.uniform(in: -250...250) : 0)
        }
        var tracker = BeatTracker()
        tracker.start(intervals)
        var decided: [BeatTracker.Transition] = []
        var waiting: [(index: Int, transition: BeatTracker.Transition)] = []
        var pushed = 0
        for interval in intervals {
            tracker.push(interval) { decided.append($0) }
            pushed += 1
            let known = decided.reduce(0) { $0 + $1.observedCount }
            #expect(pushed - known <= BeatTracker.maxUndecidedCount)
            var index = decided.count
            var end = known
            tracker.peek {
                waiting.append((index, $0))
                index += 1
                end += $0.observedCount
            }
            #expect(pushed - end >= 3 || end == known)
        }
        tracker.finish { decided.append($0) }
        let right = waiting.count { $0.index < decided.count && decided[$0.index] == $0.transition }
        #expect(waiting.count > 20 && Double(right) > 0.6 * Double(waiting.count))
    }

    @Test func aStartForgetsWhatWasBefore() {
        var tracker = BeatTracker()
        let first = Self.oscillation(200, amplitudeMs: 40)
        tracker.start(first)
        for interval in first { tracker.push(interval) { _ in } }
        let second = Self.oscillation(150, amplitudeMs: 250)
        var again: [BeatTracker.Transition] = []
        tracker.start(second)
        let opened = tracker.decideOpening(second) { again.append($0) }
        for interval in second[opened...] { tracker.push(interval) { again.append($0) } }
        tracker.finish { again.append($0) }
        #expect(again == Self.transitions(of: second))
    }

    @Test func aRhythmOfChanceIsIrregular() {
        var generator = SplitMix64(seed: 9)
        let transitions = Self.transitions(
            of: (0..<2000).map { _ in generator.uniform(in: 400...1300) })
        let irregular = transitions.reduce(0) { $0 + ($1.isIrregular ? $1.observedCount : 0) }
        #expect(irregular > 1900)
    }
}
