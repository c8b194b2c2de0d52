import Foundation
import Testing
import TestSupport

@testable import SensorProtocol

/// Beats at known times, sent by a simulated strap once a second and delivered late.
private struct SimulatedStrap {
    var beats: [Double] = []
    var lost: Set<Int> = []
    /// Packets that are sent in this period arrive at its end.
    var stall: ClosedRange<Double>?
    /// Nothing is sent, nothing is counted.
    var silence: ClosedRange<Double>?
    var jitter = 0.05...0.4
    /// The share by which the strap's clock runs faster.
    var skew = 0.0
    var seed: UInt64 = 1

    init(seconds: Double, meanMs: Double = 850, amplitudeMs: Double = 60) {
        var time = 0.4
        while time < seconds {
            beats.append(time)
            time += (meanMs + amplitudeMs * sin(2 * .pi * time / 10)) / 1000
        }
    }

    /// The packets, and the beat that ends each of their intervals.
    func packets() -> [(packet: StrapPacket, beats: [Int])] {
        var random = SplitMix64(seed: seed)
        var result: [(StrapPacket, [Int])] = []
        var (next, ready) = (1, [(Int, UInt16)]())
        var (carry, lastArrival) = (0.0, 0.0)
        for second in 1...Int((beats.last ?? 0) + 2) {
            let sent = Double(second)
            while next < beats.count, beats[next] < sent {
                let exact =
                    (beats[next] - beats[next - 1]) * 1024 * (1 + skew) + carry
                let ticks = exact.rounded()
                carry = exact - ticks
                let isUnheard =
                    lost.contains(next) || silence.map { $0.contains(beats[next]) } ?? false
                if !isUnheard { ready.append((next, UInt16(ticks))) }
                next += 1
            }
            if let silence, silence.contains(sent) { continue }
            var arrival = sent + random.uniform(in: jitter)
            if let stall, stall.contains(arrival) { arrival = stall.upperBound }
            arrival = max(arrival, lastArrival + 0.03)
            lastArrival = arrival
            result.append(
                (
                    StrapPacket(
                        ticks: ready.map(\.1), arrivalMicroseconds: Int(arrival * 1e6)),
                    ready.map(\.0)
                ))
            ready.removeAll()
        }
        return result
    }
}

private struct Heard {
    var beats: [(StrapClock.Beat, Int)] = []
    var gaps: [(from: Double, to: Double, count: Int?)] = []
    var lostBeats: [ClosedRange<Double>] = []
    var tooManyCount = 0
    var duplicateCount = 0

    init(_ strap: SimulatedStrap) { self.init(strap.packets()) }

    init(_ packets: [(packet: StrapPacket, beats: [Int])]) {
        var clock = StrapClock()
        var waiting: [Int] = []
        for (packet, indices) in packets {
            waiting += indices
            for event in clock.push(packet) {
                switch event {
                case .beat(let beat): beats.append((beat, waiting.removeFirst()))
                case .gap(let from, let to, let count): gaps.append((from, to, count))
                case .lostBeat(let from, let to): lostBeats.append(from...to)
                case .tooMany: tooManyCount += 1
                case .duplicate: duplicateCount += 1
                }
            }
        }
    }
}

@Suite struct StrapClockTests {
    private static func scatter(_ errors: [Double]) -> Double {
        let mean = errors.reduce(0, +) / Double(errors.count)
        return (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count))
            .squareRoot()
    }

    /// The remaining error is one delay: that of the strap's second and of the quickest packet.
    @Test(arguments: [UInt64(1), 2, 3]) func lateArrivalsHardlyMoveTheBeats(seed: UInt64) {
        var strap = SimulatedStrap(seconds: 600)
        strap.seed = seed
        let heard = Heard(strap)
        #expect(heard.gaps.isEmpty && heard.lostBeats.isEmpty && heard.tooManyCount == 0)
        #expect(heard.beats.count == strap.beats.count - 1)
        let settled = heard.beats.filter { $0.0.endSeconds > 70 }
        let errors = settled.map { $0.0.endSeconds - strap.beats[$0.1] }
        #expect(Self.scatter(errors) < 0.05)
        #expect(errors.allSatisfy { $0 > 0 && $0 < 1.1 })
        for (beat, index) in heard.beats {
            let length = 1000 * (strap.beats[index] - strap.beats[index - 1])
            // Half a tick of 1/1024 s, carried over.
            #expect(abs(beat.intervalMs - length) < 1000 / 1024.0)
            #expect(beat.isAfterGap == (index == 1))
        }
    }

    @Test(arguments: [1e-4, -1e-4]) func aClockThatRunsFastIsFollowed(skew: Double) {
        var strap = SimulatedStrap(seconds: 3600)
        strap.skew = skew
        let heard = Heard(strap)
        #expect(heard.gaps.isEmpty && heard.lostBeats.count <= 1)
        func delay(_ range: Range<Double>) -> Double {
            let errors = heard.beats.filter { range.contains($0.0.endSeconds) }
                .map { $0.0.endSeconds - strap.beats[$0.1] }
            return errors.reduce(0, +) / Double(errors.count)
        }
        // In between the strap's clock goes off by 0.3 s.
        #expect(abs(delay(3000..<3600) - delay(70..<670)) < 0.03)
    }

    /// Beats that were never sent leave a hole of their length, reported within some seconds.
    @Test(arguments: [2.0, 4, 10]) func missingBeatsLeaveAGapOfTheirLength(length: Double) throws {
        var strap = SimulatedStrap(seconds: 200)
        let first = try #require(strap.beats.firstIndex { $0 > 100 })
        let next = try #require(strap.beats.firstIndex { $0 > 100 + length })
        strap.lost = Set(first..<next)
        let heard = Heard(strap)
        #expect(heard.gaps.count == 1 && heard.lostBeats.isEmpty)
        let gap = try #require(heard.gaps.first)
        let missing = strap.beats[next - 1] - strap.beats[first - 1]
        #expect(abs(gap.to - gap.from - missing) < 0.3)
        #expect(try abs(#require(gap.count) - (next - first)) <= 1)
        let broken = heard.beats.filter(\.0.isAfterGap).map(\.1)
        #expect(broken == [1, next])
        let before = heard.beats.filter { (70..<100).contains($0.0.endSeconds) }
        let after = heard.beats.filter { (130..<160).contains($0.0.endSeconds) }
        func delay(_ beats: [(StrapClock.Beat, Int)]) -> Double {
            beats.reduce(0) { $0 + $1.0.endSeconds - strap.beats[$1.1] } / Double(beats.count)
        }
        #expect(abs(delay(after) - delay(before)) < 0.3)
    }

    @Test(arguments: [2.0, 4, 4.8]) func aSlowLinkLosesNothing(length: Double) {
        var strap = SimulatedStrap(seconds: 200)
        strap.stall = 100...(100 + length)
        let heard = Heard(strap)
        #expect(heard.gaps.isEmpty && heard.tooManyCount == 0)
        #expect(heard.beats.count == strap.beats.count - 1)
        #expect(heard.beats.filter(\.0.isAfterGap).count == 1)
        // The first packets find the envelope.
        let settled = heard.beats.filter { $0.0.endSeconds > 70 }
        for (one, next) in zip(settled, settled.dropFirst()) {
            let step = 1000 * (next.0.endSeconds - one.0.endSeconds)
            #expect(abs(step - next.0.intervalMs) < 250)
        }
    }

    @Test func oneLostBeatIsReportedLate() throws {
        var strap = SimulatedStrap(seconds: 400)
        let index = try #require(strap.beats.firstIndex { $0 > 200 })
        strap.lost = [index]
        let heard = Heard(strap)
        #expect(heard.gaps.isEmpty && heard.lostBeats.count == 1)
        let found = try #require(heard.lostBeats.first)
        #expect(found.contains(strap.beats[index] + 0.5), "\(found)")
        #expect(found.upperBound < strap.beats[index] + 30)
    }

    /// Two hours at jitters of 50 to 250 ms.
    @Test(arguments: [UInt64(10), 11]) func nothingIsFoundWhereNothingIsMissing(seed: UInt64) {
        var strap = SimulatedStrap(seconds: 7200)
        strap.jitter = 0.05...0.25
        strap.seed = seed
        let heard = Heard(strap)
        #expect(heard.gaps.isEmpty && heard.tooManyCount == 0)
        #expect(heard.lostBeats.isEmpty)
    }

    /// A packet of 100 s; then the strap goes on as if nothing had been.
    @Test func moreBeatsThanTimeAreLeftOut() throws {
        var packets = SimulatedStrap(seconds: 200).packets()
        let index = 100
        packets.insert(
            (
                StrapPacket(
                    ticks: [UInt16](repeating: 860, count: 119),
                    arrivalMicroseconds: packets[index - 1].packet.arrivalMicroseconds + 300_000),
                []
            ), at: index)
        var clock = StrapClock()
        var (tooMany, times) = ([Double](), [Double]())
        for (packet, _) in packets {
            for event in clock.push(packet) {
                if case .tooMany(let time) = event { tooMany.append(time) }
                if case .beat(let beat) = event { times.append(beat.endSeconds) }
            }
        }
        #expect(tooMany.count == 1 && abs(tooMany[0] - 100.7) < 0.5)
        #expect(zip(times, times.dropFirst()).allSatisfy(<=))
        #expect(times.contains { (80..<100).contains($0) })
        // Twenty seconds that were right, and some for the beginning of them.
        #expect(!times.contains { (101..<120).contains($0) })
        #expect(times.filter { (130..<190).contains($0) }.count > 60)
    }

    /// A wrist band that reports every beat twice is never believed for long.
    @Test func doubledBeatsAreLeftOut() {
        let packets = SimulatedStrap(seconds: 300).packets().map { packet, _ in
            StrapPacket(
                ms: packet.intervalRuns.joined().flatMap {
                    [Double($0) / 16_000, Double($0) / 16_000]
                },
                arrivalMicroseconds: packet.arrivalMicroseconds)
        }
        var clock = StrapClock()
        var times: [Double] = []
        for packet in packets {
            for case .beat(let beat) in clock.push(packet) { times.append(beat.endSeconds) }
        }
        // What a strap may hand over at the beginning, 22.4 s.
        #expect(times.count < 60)
    }

    @Test func theSamePacketTwiceCountsOnce() {
        var clock = StrapClock()
        func packet(_ ms: Int) -> StrapPacket {
            StrapPacket(ticks: [945], arrivalMicroseconds: 1000 * ms)
        }
        #expect(clock.push(packet(1000)).count == 1)
        #expect(clock.push(packet(1001)) == [.duplicate])
        // A second later the same interval is another beat.
        #expect(clock.push(packet(1950)) != [.duplicate])
    }

    @Test func aValueThatIsNoneBreaksTheChain() {
        var clock = StrapClock()
        var beats: [StrapClock.Beat] = []
        for (second, ticks) in [[900, 910], [0], [920], [65_535, 930]].enumerated() {
            let packet = StrapPacket(
                ticks: ticks.map { UInt16($0) }, arrivalMicroseconds: 1_000_000 * (second + 1))
            for case .beat(let beat) in clock.push(packet) { beats.append(beat) }
        }
        #expect(beats.map { ($0.intervalMs * 1.024).rounded() } == [900, 910, 920, 930])
        #expect(beats.map(\.isAfterGap) == [true, false, true, true])
    }

    /// An interval is missing inside a packet, or behind its last value.
    @Test func anInvalidIntervalBreaksTheChainWhereItStands() {
        var clock = StrapClock()
        var beats: [StrapClock.Beat] = []
        let packets = [
            StrapPacket(ms: [800, 0, 810, 820], arrivalMicroseconds: 3_000_000),
            StrapPacket(ms: [830, 0], arrivalMicroseconds: 4_000_000),
            StrapPacket(ms: [840, 850], arrivalMicroseconds: 6_000_000, breaks: [1]),
            StrapPacket(ms: [860], arrivalMicroseconds: 7_000_000),
        ]
        for packet in packets {
            for case .beat(let beat) in clock.push(packet) { beats.append(beat) }
        }
        for case .beat(let beat) in clock.interrupt() { beats.append(beat) }
        #expect(beats.map(\.intervalMs) == [800, 810, 820, 830, 840, 850, 860])
        #expect(beats.map(\.isAfterGap) == [true, true, false, false, true, true, false])
        #expect(zip(beats, beats.dropFirst()).allSatisfy { $0.endSeconds <= $1.endSeconds })
    }

    /// Packets go on, without an interval: off the skin.
    @Test(arguments: [70.0, 200]) func aLongHoleIsAGap(length: Double) throws {
        var strap = SimulatedStrap(seconds: 400)
        let first = try #require(strap.beats.firstIndex { $0 > 100 })
        let next = try #require(strap.beats.firstIndex { $0 > 100 + length })
        strap.lost = Set(first..<next)
        let heard = Heard(strap)
        #expect(heard.gaps.count == 1)
        let gap = try #require(heard.gaps.first)
        #expect(abs(gap.to - gap.from - (strap.beats[next - 1] - strap.beats[first - 1])) < 0.5)
        #expect(heard.beats.filter(\.0.isAfterGap).map(\.1) == [1, next])
    }

    /// The link breaks before it is known whether it was slow: what waits lies behind a gap all the same.
    @Test func whatWaitsIsNotPlacedBeforeTheHole() throws {
        var clock = StrapClock()
        var beats: [StrapClock.Beat] = []
        func push(_ second: Int) {
            let packet = StrapPacket(ticks: [1024], arrivalMicroseconds: 1_000_000 * second)
            for case .beat(let beat) in clock.push(packet) { beats.append(beat) }
        }
        for second in 1...60 { push(second) }
        for second in 81...83 { push(second) }
        #expect(beats.count == 60)
        for case .beat(let beat) in clock.interrupt() { beats.append(beat) }
        #expect(beats.dropFirst(60).map(\.endSeconds) == [81, 82, 83])
        #expect(beats.dropFirst(60).map(\.isAfterGap) == [true, false, false])
    }

    @Test func timeThatGoesBackBeginsANewClock() {
        var clock = StrapClock()
        var beats: [StrapClock.Beat] = []
        for second in [1, 2, 3, 1, 2, 3] {
            let packet = StrapPacket(
                ticks: [1000], arrivalMicroseconds: 1_000_000 * second + second)
            for case .beat(let beat) in clock.push(packet) { beats.append(beat) }
        }
        #expect(beats.count == 6)
        #expect(beats.map(\.isAfterGap) == [true, false, false, true, false, false])
        #expect(zip(beats, beats.dropFirst()).allSatisfy { $0.endSeconds <= $1.endSeconds })
    }

    @Test func itContinuesFromItsSavedState() throws {
        let packets = SimulatedStrap(seconds: 120).packets().map(\.packet)
        var whole = StrapClock()
        let expected = packets.map { whole.push($0) }
        var first = StrapClock()
        for packet in packets[..<61] { _ = first.push(packet) }
        var second = try JSONDecoder().decode(
            StrapClock.self, from: JSONEncoder().encode(first))
        #expect(packets[61...].map { second.push($0) } == Array(expected[61...]))
    }
}
