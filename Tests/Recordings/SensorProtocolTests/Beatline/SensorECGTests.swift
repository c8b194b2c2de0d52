import PhysioTypes
import Testing

@testable import SensorProtocol

/// Lines of a strap that report its beats, where it also sends its ECG.
@Suite struct SensorECGTests {
    /// The header of a frame, its stamp, and two samples of 5 and -5 uV.
    private static let frame: [UInt8] =
        [0x00, 0x10, 0x27, 0, 0, 0, 0, 0, 0, 0x00, 5, 0, 0, 0xFB, 0xFF, 0xFF]

    private static func ecg(_ device: String = "0") -> BeatlineLine {
        BeatlineLine(
            .gatt(
                BeatlineMessage.GATT(
                    characteristic: "FB005C82-02E7-F387-1CAD-8ACD2D8DF0C8", value: frame)),
            device: device)
    }

    private static func packet() -> BeatlineLine {
        BeatlineLine(
            .gatt(BeatlineMessage.GATT(characteristic: "2a37", value: [0x16, 60, 0, 4])),
            device: "0")
    }

    private static let block = SensorEvent.ecg(
        SensorECG(samples: [5, -5], sampleRateHz: 130, stampNanoseconds: 10_000))

    @Test func anECGRequestYieldsNoIntervals() {
        var sensor = BeatlineSensor(wantsECG: true)
        #expect(
            sensor.events(of: Self.packet(), atMicroseconds: 0).events == [
                .contact(true),
                .redundant(.packet(StrapPacket(ticks: [1024], arrivalMicroseconds: 0))),
                .heartRate(60),
            ])
        #expect(sensor.events(of: Self.ecg(), atMicroseconds: 1).events == [Self.block])
    }

    @Test func intervalsPrevailOverAnUnrequestedECG() {
        var sensor = BeatlineSensor()
        #expect(sensor.events(of: Self.ecg(), atMicroseconds: 0).events.isEmpty)
        let events = sensor.events(of: Self.packet(), atMicroseconds: 900_000).events
        #expect(events.contains { $0.hasBeats })
        // It reports how late the intervals are.
        #expect(
            sensor.events(of: Self.ecg(), atMicroseconds: 9_000_000).events == [
                .redundant(Self.block)
            ])
    }

    @Test func anECGAloneCountsAfterAWhile() {
        var sensor = BeatlineSensor()
        let timeout = BeatlineSensor.timeoutMicroseconds
        #expect(sensor.events(of: Self.ecg(), atMicroseconds: 7).events.isEmpty)
        #expect(sensor.events(of: Self.ecg(), atMicroseconds: timeout + 6).events.isEmpty)
        #expect(sensor.events(of: Self.ecg(), atMicroseconds: timeout + 7).events == [Self.block])
        // From then on the intervals would report the same beats again.
        #expect(
            !sensor.events(of: Self.packet(), atMicroseconds: timeout + 8).events.contains {
                $0.hasBeats
            })
        #expect(sensor.events(of: Self.ecg("1"), atMicroseconds: timeout + 9).events.isEmpty)
    }

    @Test func signalsOfSeveralLeadsGiveTheFirst() {
        var sensor = BeatlineSensor(wantsECG: true)
        let line = BeatlineLine(
            .signal(
                BeatlineSignal(
                    name: "ecg", unit: "uV", sampleRateHz: 250, channelCount: 2,
                    deviceNanoseconds: 4, samples: .integers([1, 10, 2, 20, 3, 30]))))
        #expect(
            sensor.events(of: line, atMicroseconds: 0).events == [
                .ecg(SensorECG(samples: [1, 2, 3], sampleRateHz: 250, stampNanoseconds: 4))
            ])
    }

    @Test func aRefusalIsReported() throws {
        var sensor = BeatlineSensor(wantsECG: true)
        let refusal = BeatlineLine(
            .gatt(
                BeatlineMessage.GATT(
                    characteristic: StrapService.polarControl, value: [0xF0, 2, 0, 13, 0])),
            device: "0")
        _ = sensor.events(of: Self.packet(), atMicroseconds: 0)
        let error = try #require(sensor.events(of: refusal, atMicroseconds: 0).error)
        #expect(error.code == "pmd_refused" && error.text.contains("charger"))
    }
}
