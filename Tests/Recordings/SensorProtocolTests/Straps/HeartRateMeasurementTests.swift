import Foundation
import SensorProtocol
import Testing
import TestSupport

@Suite struct HeartRateMeasurementTests {
    struct Vector: Sendable {
        let hex: String
        let heartRate: Int?
        var contact: Bool?
        var energy: Int?
        var ticks: [UInt16] = []
        var warning: PacketError?
    }

    /// Each worked out by hand from the standard.
    static let vectors = [
        Vector(hex: "10 3e b1 03", heartRate: 62, ticks: [945]),
        Vector(hex: "16 3c 00 04 f0 03", heartRate: 60, contact: true, ticks: [1024, 1008]),
        Vector(hex: "10 43 72 03 8a 03", heartRate: 67, ticks: [882, 906]),
        Vector(hex: "00 40", heartRate: 64),
        Vector(hex: "06 00", heartRate: nil, contact: true),
        Vector(hex: "04 00", heartRate: nil, contact: false),
        Vector(hex: "11 3c 00 00 04", heartRate: 60, ticks: [1024]),
        Vector(
            hex: "1f 3c 00 0a 00 00 04", heartRate: 60, contact: true, energy: 10, ticks: [1024]),
        Vector(hex: "10 3e b1", heartRate: 62, warning: .heartRateTrailingByte),
        Vector(hex: "10 3e b1 03 00", heartRate: 62, ticks: [945], warning: .heartRateTrailingByte),
        Vector(hex: "10 3e", heartRate: 62),
        // Contact is not reported: its bit means nothing. Reserved bits mean nothing either.
        Vector(hex: "02 40", heartRate: 64),
        Vector(hex: "f0 3e b1 03", heartRate: 62, ticks: [945]),
        // Without their flag, bytes behind the rate are none of ours.
        Vector(hex: "00 40 b1 03", heartRate: 64),
        Vector(hex: "08 40 ff ff", heartRate: 64, energy: 65_535),
        Vector(hex: "01 2c 01", heartRate: 300),
    ]

    @Test(arguments: vectors)
    func valuesMeanWhatTheStandardSays(_ vector: Vector) throws {
        let value = try HeartRateMeasurement(packet(vector.hex))
        #expect(value.heartRateBpm == vector.heartRate)
        #expect(value.hasContact == vector.contact)
        #expect(value.energyKilojoules == vector.energy)
        #expect(value.intervalTicks == vector.ticks)
        #expect(value.warning == vector.warning)
    }

    @Test(arguments: [
        ("", 2), ("00", 2), ("01 3e", 3), ("1f", 5), ("1f 3c 00", 5), ("19 3c 00 0a", 5),
        ("08 3c 0a", 4),
    ])
    func shortValuesAreRefused(hex: String, needed: Int) {
        let bytes = packet(hex)
        #expect(
            throws: PacketError.heartRateTooShort(neededBytes: needed, foundBytes: bytes.count)
        ) { try HeartRateMeasurement(bytes) }
        #expect(
            PacketError.heartRateTooShort(neededBytes: needed, foundBytes: bytes.count).code
                == "hr_short")
        #expect(PacketError.heartRateTrailingByte.code == "hr_odd_tail")
    }

    /// A large MTU: 119 intervals in one value, all of them.
    @Test func nothingButTheEndLimitsTheIntervals() throws {
        let ticks = (0..<119).map { UInt16(800 + $0) }
        let data = ticks.flatMap { ticks -> [UInt8] in [UInt8(ticks & 255), UInt8(ticks >> 8)] }
        let bytes: [UInt8] = [0x10, 60] + data
        #expect(bytes.count == 240)
        let value = try HeartRateMeasurement(bytes)
        #expect(value.intervalTicks == ticks && value.warning == nil)
    }

    @Test(arguments: [
        (UInt16(0), IntervalStatus.noBeat), (1, .outOfRange), (204, .outOfRange), (205, .beat),
        (1024, .beat), (3072, .beat), (3073, .outOfRange), (65_534, .outOfRange),
        (65_535, .noBeat),
    ])
    func valuesThatAreNoBeatsAreKnown(ticks: UInt16, status: IntervalStatus) {
        #expect(IntervalStatus(ticks: ticks) == status)
    }

    @Test func lengthsInMillisecondsHaveAStatusToo() {
        let lengths = [-5, 0, 199.9, 200, 3000, 3000.1, .nan, .infinity]
        #expect(
            lengths.map(IntervalStatus.init(milliseconds:)) == [
                .noBeat, .noBeat, .outOfRange, .beat, .beat, .outOfRange, .noBeat, .outOfRange,
            ])
        #expect(IntervalStatus.milliseconds(ticks: 945) == 922.8515625)
    }

    /// Bytes of real straps, quoted in public, with their meaning worked out beside them.
    @Test(.needsDatasets) func realValuesAreRead() throws {
        struct File: Decodable {
            struct Vector: Decodable {
                let bytes: [UInt8]
                let heartRate: Int
                let supportsContact: Bool
                let energy: Int?
                let ticks: [UInt16]
                let milliseconds: [Double]

                enum CodingKeys: String, CodingKey {
                    case bytes
                    case heartRate = "hr_bpm"
                    case supportsContact = "contact_supported"
                    case energy = "energy_kj"
                    case ticks = "rr_1024"
                    case milliseconds = "rr_ms"
                }
            }
            let vectors: [Vector]
        }
        let text = try Datasets.text("ble/heart_rate_measurement_vectors.json")
        let file = try JSONDecoder().decode(File.self, from: Data(text.utf8))
        #expect(file.vectors.count == 4)
        for vector in file.vectors {
            let value = try HeartRateMeasurement(vector.bytes)
            #expect(value.heartRateBpm == vector.heartRate)
            #expect((value.hasContact != nil) == vector.supportsContact)
            #expect(value.energyKilojoules == vector.energy)
            #expect(value.intervalTicks == vector.ticks)
            #expect(
                value.intervalTicks.map(IntervalStatus.milliseconds(ticks:))
                    == vector.milliseconds)
        }
    }

    /// Random and cut values: what is read never exceeds what is there.
    @Test(arguments: [1, 2, 3]) func anyBytesAreAccepted(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var refusedCount = 0
        for _ in 0..<5000 {
            let count = Int.random(in: 0...24, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            do throws(PacketError) {
                let value = try HeartRateMeasurement(bytes)
                // The fields' widths by the flags, summed anew.
                let fixed =
                    2 + Int(bytes[0] & 1) + 2 * Int(bytes[0] >> 3 & 1)
                let rest = bytes[0] & 16 != 0 ? count - fixed : 0
                #expect(value.intervalTicks.count == rest / 2)
                #expect((value.warning != nil) == !rest.isMultiple(of: 2))
            } catch {
                refusedCount += 1
                #expect(error.code == "hr_short" && count < 5)
            }
        }
        #expect(refusedCount > 100)
    }
}

@Suite struct StrapServiceTests {
    @Test func assignedNumbersGetTheirBase() {
        #expect(StrapService.heartRateMeasurement == "00002a37-0000-1000-8000-00805f9b34fb")
        for name in ["2A37", "00002a37", "00002A37-0000-1000-8000-00805F9B34FB"] {
            #expect(StrapService.uuid(name) == StrapService.heartRateMeasurement)
        }
        #expect(
            StrapService.uuid("FB005C81-02E7-F387-1CAD-8ACD2D8DF0C8") == StrapService.polarControl)
        #expect(StrapService.uuid("zzzz") == "zzzz" && StrapService.uuid("") == "")
    }

    @Test func bodyLocationsAndBatteryLevelsAreRead() {
        #expect(BodySensorLocation([1]) == .chest && BodySensorLocation([6]) == .foot)
        #expect(BodySensorLocation([7]) == nil && BodySensorLocation([]) == nil)
        #expect(BatteryLevel.percent([0]) == 0 && BatteryLevel.percent([100, 9]) == 100)
        #expect(BatteryLevel.percent([101]) == nil && BatteryLevel.percent([]) == nil)
    }
}
