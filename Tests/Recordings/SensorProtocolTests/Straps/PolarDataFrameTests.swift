import SensorProtocol
import Testing
import TestSupport

@Suite struct PolarDataFrameTests {
    private static let ecg = "00 00 00 a4 39 93 43 52 08 00 00 00 00 ff ff ff dc 05 00 02 80 ff"
    private static let delta = "01 00 fe ff e8 03 04 02 f1 87 02"

    private static func frame(_ stream: UInt8, type: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [stream, 1, 0, 0, 0, 0, 0, 0, 0, type] + payload
    }

    @Test func microvoltsAreReadWithTheStamp() throws {
        let frame = try PolarDataFrame(packet(Self.ecg))
        #expect(frame.stream == .ecg && frame.sampleCount == 4)
        #expect(frame.stampNanoseconds == 0x08_52_43_93_39_A4_00_00)
        #expect(frame.samples == .ecg([0, -1, 1500, -32_766]))
        // The bits above the stream's number mean nothing.
        var marked = packet(Self.ecg)
        marked[0] |= 0xC0
        #expect(try PolarDataFrame(marked) == frame)
        #expect(try PolarDataFrame(Array(packet(Self.ecg)[..<10])).samples == .ecg([]))
    }

    @Test func rawAccelerationIsRead() throws {
        let payload = packet("01 00 fe ff e8 03 ff 7f 00 80 00 00")
        #expect(
            try PolarDataFrame(Self.frame(2, type: 1, payload)).samples
                == .acceleration([1, -2, 1000, 32_767, -32_768, 0], scale: 1))
    }

    @Test func differencesAreSummed() throws {
        let samples: [Int32] = [1, -2, 1000, 2, -3, 1007, -6, -1, 1007]
        let milli = try PolarDataFrame(Self.frame(2, type: 0x81, packet(Self.delta)))
        #expect(milli.samples == .acceleration(samples, scale: 1) && milli.sampleCount == 3)
        let scaled = try PolarDataFrame(Self.frame(2, type: 0x81, packet(Self.delta)), factor: 0.25)
        #expect(scaled.samples == .acceleration(samples, scale: 0.25))
        // Layout 0 counts in g.
        let units = try PolarDataFrame(Self.frame(2, type: 0x80, packet(Self.delta)), factor: 0.5)
        #expect(units.samples == .acceleration(samples, scale: 500))
        // A first sample alone, and a block without samples.
        for payload in ["01 00 fe ff e8 03", "01 00 fe ff e8 03 20 00"] {
            let frame = try PolarDataFrame(Self.frame(2, type: 0x81, packet(payload)))
            #expect(frame.samples == .acceleration([1, -2, 1000], scale: 1))
        }
    }

    @Test func lightIsReadByItsBits() throws {
        // 22 bits: the sign is bit 21, whether or not the device fills the rest of the byte.
        let first = packet("ff ff 1f 00 00 20 01 00 00 ff ff 3f")
        let block = packet("08 01 01 02 03 fe")
        let frame = try PolarDataFrame(Self.frame(1, type: 0x80, first + block))
        #expect(
            frame.samples
                == .ppg([2_097_151, -2_097_152, 1, -1, 2_097_152, -2_097_150, 4, -3]))
        let wide = try PolarDataFrame(
            Self.frame(1, type: 0x80, packet("00 00 20 ff ff 7f 00 00 80 00 00 00")), ppgBits: 24)
        #expect(wide.samples == .ppg([2_097_152, 8_388_607, -8_388_608, 0]))
    }

    @Test func pulsesAreReadWithTheirDoubts() throws {
        let bytes = packet("03 0000000000000000 00 3e c8 03 0c 00 06 00 f4 01 1e 00 05")
        let frame = try PolarDataFrame(bytes)
        guard case .pulses(let pulses) = frame.samples else {
            Issue.record("no pulses")
            return
        }
        #expect(pulses.map(\.intervalMs) == [968, 500] && pulses.map(\.errorMs) == [12, 30])
        #expect(pulses.map(\.isBlocked) == [false, true])
        #expect(pulses.map(\.hasContact) == [true, false])
        #expect(pulses.map(\.heartRateBpm) == [62, nil])
        #expect(PolarPulse.nanoseconds(of: pulses, stamp: 0) == nil)
        #expect(
            PolarPulse.nanoseconds(of: pulses, stamp: 2_000_000_000)
                == [1_500_000_000, 2_000_000_000])
        #expect(PolarPulse.nanoseconds(of: pulses, stamp: 500_000_000) == nil)
    }

    @Test(arguments: [
        ("", PacketError.pmdTooShort(neededBytes: 10, foundBytes: 0)),
        ("00 00 00 00 00 00 00 00 00", .pmdTooShort(neededBytes: 10, foundBytes: 9)),
        // The last sample is cut, whose stamp it was.
        ("00 0000000000000000 00 01 02 03 04", .pmdTooShort(neededBytes: 16, foundBytes: 14)),
        ("02 0000000000000000 01 01 02 03", .pmdTooShort(neededBytes: 16, foundBytes: 13)),
        ("03 0000000000000000 00 01", .pmdTooShort(neededBytes: 16, foundBytes: 11)),
        ("00 0000000000000000 ff", .unsupportedFrame(stream: 0, frameType: 255)),
        ("00 0000000000000000 01", .unsupportedFrame(stream: 0, frameType: 1)),
        ("00 0000000000000000 80", .unsupportedFrame(stream: 0, frameType: 128)),
        ("05 0000000000000000 80", .unsupportedFrame(stream: 5, frameType: 128)),
        ("04 0000000000000000 00", .unsupportedFrame(stream: 4, frameType: 0)),
        ("02 0000000000000000 82", .unsupportedFrame(stream: 2, frameType: 130)),
        // No first sample; 255 values of 32 bits in 4 bytes; no width; 33 bits; no count.
        ("02 0000000000000000 81 01 00", .pmdInvalidDelta(byteOffset: 12)),
        (
            "02 0000000000000000 81 010000000000 20 ff 00000000",
            .pmdInvalidDelta(byteOffset: 16)
        ),
        ("02 0000000000000000 81 010000000000 00 01 00", .pmdInvalidDelta(byteOffset: 16)),
        ("02 0000000000000000 81 010000000000 21 00", .pmdInvalidDelta(byteOffset: 16)),
        ("02 0000000000000000 81 010000000000 04", .pmdInvalidDelta(byteOffset: 16)),
    ])
    func damagedFramesAreRefused(hex: String, error: PacketError) {
        #expect(throws: error) { try PolarDataFrame(packet(hex)) }
        #expect(!error.text.isEmpty)
    }

    /// Differences packed bit by bit, the slow way, come back.
    @Test(arguments: 1...32) func everyWidthIsUnpacked(width: Int) throws {
        var random = SplitMix64(seed: UInt64(width))
        let count = 17
        let half = Int64(1) << (width - 1)
        let deltas = (0..<3 * count).map { _ in Int64.random(in: -half..<half, using: &random) }
        var bits: [UInt8] = []
        for delta in deltas {
            for bit in 0..<width { bits.append(UInt8(delta >> Int64(bit) & 1)) }
        }
        while !bits.count.isMultiple(of: 8) { bits.append(0) }
        let packed = stride(from: 0, to: bits.count, by: 8).map { first in
            (0..<8).reduce(UInt8(0)) { $0 | bits[first + $1] << UInt8($1) }
        }
        var expected: [Int32] = [1, -2, 1000]
        for (index, delta) in deltas.enumerated() {
            expected.append(Int32(truncatingIfNeeded: Int64(expected[index]) + delta))
        }
        let payload = packet("01 00 fe ff e8 03") + [UInt8(width), UInt8(count)] + packed
        let frame = try PolarDataFrame(Self.frame(2, type: 0x81, payload))
        #expect(frame.samples == .acceleration(expected, scale: 1))
    }

    @Test(arguments: [4, 5, 6]) func anyBytesAreAccepted(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var readCount = 0
        for _ in 0..<5000 {
            var bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if bytes.count > 9 {
                bytes[0] = UInt8.random(in: 0...5, using: &random)
                bytes[9] = [0, 1, 0x80, 0x81].randomElement(using: &random) ?? 0
            }
            if let frame = try? PolarDataFrame(bytes) {
                readCount += 1
                // One bit is the least that a value takes.
                #expect(frame.sampleCount <= 8 * bytes.count)
            }
        }
        #expect(readCount > 100)
    }
}

@Suite struct PolarFrameClockTests {
    @Test func theFirstFrameLiesAtTheRateThatWasAskedFor() {
        var clock = PolarFrameClock(sampleRateHz: 100)
        let placed = clock.locate(stampNanoseconds: 1_000_000_000, sampleCount: 3)
        #expect((0..<3).map(placed.nanoseconds) == [980_000_000, 990_000_000, 1_000_000_000])
        #expect(placed.isDiscontinuous && placed.warning == nil && placed.missingSampleCount == 0)
        // Earlier than the clock's zero there is nothing.
        var early = PolarFrameClock(sampleRateHz: 100)
        let zero = early.locate(stampNanoseconds: 5_000_000, sampleCount: 3)
        #expect((0..<3).map(zero.nanoseconds) == [0, 0, 5_000_000])
    }

    /// A strap whose true rate is 130.06 Hz: every sample lies within rounding where it was.
    @Test func theTrueRateIsFollowed() {
        var clock = PolarFrameClock(sampleRateHz: 130)
        let start = 599_616_000_000_000_000.0
        func time(_ sample: Int) -> Double { (Double(sample) / 130.06 * 1e9).rounded() }
        for frame in 0..<500 {
            let last = 73 * frame + 72
            let placed = clock.locate(
                stampNanoseconds: UInt64(start) + UInt64(time(last)), sampleCount: 73)
            guard frame > 0 else { continue }
            for index in 0..<73 {
                let found = Double(placed.nanoseconds(ofSample: index) - UInt64(start))
                // Two stamps rounded to 1 ns, and the sample's own rounding.
                #expect(abs(found - time(last - 72 + index)) <= 2)
            }
            #expect(!placed.isDiscontinuous && placed.missingSampleCount == 0)
        }
    }

    @Test func lostFramesAreCounted() {
        var clock = PolarFrameClock(sampleRateHz: 100)
        _ = clock.locate(stampNanoseconds: 1_000_000_000, sampleCount: 50)
        let placed = clock.locate(stampNanoseconds: 3_000_000_000, sampleCount: 50)
        #expect(placed.missingSampleCount == 150 && !placed.isDiscontinuous)
        #expect(placed.nanoseconds(ofSample: 0) == 2_510_000_000)
        let far = clock.locate(stampNanoseconds: .max, sampleCount: 1)
        #expect(far.missingSampleCount > 1_000_000_000 && far.nanoseconds(ofSample: 0) == .max)
    }

    /// The strap was reset and counts from 2019 again.
    @Test(arguments: [UInt64(599_616_000_000_000_000), 600_000_000_000_000_000])
    func aStampThatDoesNotIncreaseBeginsAnew(stamp: UInt64) {
        var clock = PolarFrameClock(sampleRateHz: 100)
        let before: UInt64 = 600_000_000_000_000_000
        _ = clock.locate(stampNanoseconds: before, sampleCount: 50)
        let placed = clock.locate(stampNanoseconds: stamp, sampleCount: 50)
        #expect(placed.isDiscontinuous)
        #expect(
            placed.warning
                == .pmdTimeBackwards(previousNanoseconds: before, foundNanoseconds: stamp))
        #expect(placed.warning?.code == "pmd_time")
        #expect(placed.nanoseconds(ofSample: 0) == stamp - 490_000_000)
        // From there on it is a clock like any other.
        let next = clock.locate(stampNanoseconds: stamp + 500_000_000, sampleCount: 50)
        #expect(!next.isDiscontinuous && next.stepNanoseconds == 10_000_000)
    }

    @Test func aFrameWithoutSamplesChangesNothing() {
        var clock = PolarFrameClock(sampleRateHz: 100)
        _ = clock.locate(stampNanoseconds: 1_000_000_000, sampleCount: 50)
        #expect(clock.locate(stampNanoseconds: 9, sampleCount: 0).warning == nil)
        let placed = clock.locate(stampNanoseconds: 1_500_000_000, sampleCount: 50)
        #expect(placed.stepNanoseconds == 10_000_000 && !placed.isDiscontinuous)
        clock.restart()
        #expect(clock.locate(stampNanoseconds: 7, sampleCount: 1).isDiscontinuous)
    }
}
