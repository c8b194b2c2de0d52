import SensorProtocol
import Testing
import TestSupport

@Suite struct ANTHeartRateTests {
    private static func page(
        _ time: Int, count: Int, rate: UInt8 = 60, before: Int? = nil, toggle: Bool = false
    ) -> [UInt8] {
        let kind: UInt8 = (before == nil ? 0 : 4) | (toggle ? 0x80 : 0)
        let before = before ?? 0xFFFF
        return [
            kind, 0xFF, UInt8(before & 255), UInt8(before >> 8 & 255), UInt8(time & 255),
            UInt8(time >> 8 & 255), UInt8(count & 255), rate,
        ]
    }

    /// The readings of pages that come every quarter of a second.
    private static func readings(_ pages: [[UInt8]]) throws -> [ANTHeartRate.Reading] {
        var sensor = ANTHeartRate()
        return try pages.enumerated().map {
            try sensor.read($1, arrivalSeconds: Double($0) / 4)
        }
    }

    @Test func aNewCountIsABeatAndARepetitionIsNone() throws {
        let found = try Self.readings([
            Self.page(1000, count: 7, rate: 0), Self.page(1000, count: 7, toggle: true),
            Self.page(1900, count: 8), Self.page(1900, count: 8, before: 1000),
            Self.page(2900, count: 9, before: 1900, toggle: true),
        ])
        #expect(found.map(\.intervalTicks) == [[], [], [900], [], [1000]])
        #expect(found.map(\.missingBeatCount) == [0, 0, 0, 0, 0])
        #expect(found.map(\.isDiscontinuous) == [true, false, false, false, false])
        #expect(found.map(\.heartRateBpm) == [nil, 60, 60, 60, 60])
        #expect(found.map(\.elapsedTicks) == [nil, nil, 900, nil, 1000])
    }

    @Test func timeAndCountWrap() throws {
        let found = try Self.readings([
            Self.page(65_000, count: 255), Self.page(65_900, count: 256),
            Self.page(66_800, count: 257, before: 65_900),
        ])
        #expect(found.map(\.intervalTicks) == [[], [900], [900]])
    }

    @Test(arguments: [
        // One beat lost: page 4 knows both intervals, another page neither.
        (2, true, [UInt16(1000), 900], 0), (2, false, [], 1),
        // More lost: page 4 knows the last interval alone.
        (4, true, [900], 2), (4, false, [], 3),
    ])
    func lostPagesAreCounted(step: Int, is4: Bool, ticks: [UInt16], missing: Int) throws {
        var sensor = ANTHeartRate()
        _ = try sensor.read(Self.page(1000, count: 10), arrivalSeconds: 0)
        let time = 1000 + 1000 * (step - 1) + 900
        let reading = try sensor.read(
            Self.page(time, count: 10 + step, before: is4 ? time - 900 : nil),
            arrivalSeconds: Double(step))
        #expect(reading.intervalTicks == ticks && reading.missingBeatCount == missing)
        #expect(reading.elapsedTicks == UInt16(time - 1000) && !reading.isDiscontinuous)
    }

    /// The number of wraps is unknown after such a silence, or with such a count.
    @Test(arguments: [(32.1, 1), (-1, 1), (.nan, 1), (1, 100)])
    func unknownIntervalsAreNotGuessed(seconds: Double, step: Int) throws {
        var sensor = ANTHeartRate()
        _ = try sensor.read(Self.page(1000, count: 10), arrivalSeconds: 0)
        let lost = try sensor.read(
            Self.page(2000, count: 10 + step, before: 1000), arrivalSeconds: seconds)
        #expect(lost.isDiscontinuous && lost.intervalTicks == [] && lost.missingBeatCount == 0)
    }

    @Test func shortPagesAreRefused() {
        var sensor = ANTHeartRate()
        #expect(throws: PacketError.antTooShort(foundBytes: 7)) {
            try sensor.read([0, 1, 2, 3, 4, 5, 6], arrivalSeconds: 0)
        }
    }

    /// A simulated sensor sends four pages a second, of which every second one is page 4 and half
    /// get lost: intervals and missing beats add up to the truth.
    @Test(arguments: [11, 12, 13]) func whateverIsLostAddsUp(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var beats = [5000]
        while beats.count < 2000 {
            beats.append((beats.last ?? 0) + Int.random(in: 500...1300, using: &random))
        }
        var sensor = ANTHeartRate()
        var (position, heard) = (0, 0)
        var first: Int?
        var time = 5.0
        for page in 0... {
            time += 0.25
            while position + 1 < beats.count, Double(beats[position + 1]) / 1024 <= time {
                position += 1
            }
            if position == beats.count - 1 { break }
            guard Bool.random(using: &random) else { continue }
            let before = page % 2 == 0 && position > 0 ? beats[position - 1] : nil
            let reading = try sensor.read(
                Self.page(beats[position], count: position, before: before), arrivalSeconds: time)
            heard += reading.intervalTicks.count + reading.missingBeatCount
            // The beat that ends a gap has a time, and no interval.
            if reading.missingBeatCount > 0 { heard += 1 }
            first = first ?? position
            #expect(position == (first ?? 0) + heard)
            // Every interval is one that was, at its index.
            for (index, ticks) in reading.intervalTicks.reversed().enumerated() {
                #expect(Int(ticks) == beats[position - index] - beats[position - index - 1])
            }
        }
        #expect(heard > 1900)
    }
}
