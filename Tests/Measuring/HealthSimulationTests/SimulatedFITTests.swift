import HealthSimulation
import Testing

/// A small reader of what the simulation writes, independent of it.
private struct FITScan {
    var isWhole = false
    /// Global number and the values of the fields by number, in the order of the file.
    var messages: [(global: Int, fields: [UInt8: [Int]])] = []

    /// CRC-16/ARC by the table of sixteen entries.
    static func checksum(_ bytes: some Sequence<UInt8>) -> Int {
        let table = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800,
            0xB401, 0x5000, 0x9C01, 0x8801, 0x4400,
        ]
        return bytes.reduce(0) { before, byte in
            var crc = before
            for nibble in [Int(byte & 15), Int(byte >> 4)] {
                crc = (crc >> 4) & 0x0FFF ^ table[crc & 15] ^ table[nibble]
            }
            return crc
        }
    }

    init(_ bytes: [UInt8]) {
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
        }
        let end = 14 + number(4, 4)
        isWhole =
            bytes.count == end + 2 && Self.checksum(bytes) == 0
            && Self.checksum(bytes.prefix(14)) == 0
        var definitions: [UInt8: (global: Int, fields: [(UInt8, Int, Int)])] = [:]
        var offset = 14
        while offset < end {
            let local = bytes[offset] & 15
            if bytes[offset] & 0x40 != 0 {
                let fields = (0..<Int(bytes[offset + 5])).map { index in
                    let at = offset + 6 + 3 * index
                    let widths: [UInt8: Int] = [0x84: 2, 0x86: 4, 0x8C: 4]
                    return (bytes[at], Int(bytes[at + 1]), widths[bytes[at + 2]] ?? 1)
                }
                definitions[local] = (number(offset + 3, 2), fields)
                offset += 6 + 3 * fields.count
            } else {
                offset += 1
                guard let definition = definitions[local] else { return }
                var fields: [UInt8: [Int]] = [:]
                for (field, size, width) in definition.fields {
                    fields[field] = stride(from: 0, to: size, by: width).map {
                        number(offset + $0, width)
                    }
                    offset += size
                }
                messages.append((definition.global, fields))
            }
        }
    }

    func all(_ global: Int) -> [[UInt8: [Int]]] {
        messages.filter { $0.global == global }.map(\.fields)
    }
}

@Suite struct SimulatedFITTests {
    private static let files: [SimulatedFIT] = {
        let simulation = HealthFixture.simulation(seed: 1, days: 40)
        return simulation.days.flatMap { simulation.fitFiles(day: $0) }
    }()

    @Test func checksumsAreRight() {
        #expect(FITScan.checksum("123456789".utf8) == 0xBB3D)
        #expect(Self.files.count > 3)
        for file in Self.files { #expect(FITScan(file.bytes()).isWhole, "\(file.name)") }
    }

    @Test func beatsAreThoseOfTheTruth() {
        for file in Self.files {
            let scan = FITScan(file.bytes())
            let intervals = scan.all(78).flatMap { $0[0] ?? [] }.filter { $0 != 0xFFFF }
            #expect(intervals == file.intervalsMs)
            let total = Double(intervals.reduce(0, +)) / 1000
            #expect(abs(total - file.workout.durationSeconds) < 3)
            #expect(file.gapIndices.count == file.workout.pauses.count)
        }
    }

    @Test func sessionAndLapsAreThoseOfTheTruth() throws {
        for file in Self.files {
            let scan = FITScan(file.bytes())
            let session = try #require(scan.all(18).first)
            let start = Int(file.workout.startMs / 1000) - 631_065_600
            #expect(session[2] == [start])
            #expect(session[8] == [Int(file.workout.durationSeconds * 1000)])
            let metres = Double(session[9]?.first ?? 0) / 100
            #expect(metres == file.workout.distanceMetres)
            let laps = scan.all(19)
            #expect(laps.count == file.laps.count)
            for (lap, split) in zip(laps, file.laps) {
                #expect(abs(Double(lap[8]?.first ?? 0) / 1000 - split.durationSeconds) <= 0.0005)
            }
            let local = try #require(scan.all(34).first)
            #expect((local[5]?.first ?? 0) - (local[253]?.first ?? 0) == file.offsetMinutes * 60)
            #expect(scan.all(21).count == 2 + 2 * file.workout.pauses.count)
        }
    }

    @Test func recordsHaveRisingDistances() {
        for file in Self.files {
            let records = FITScan(file.bytes()).all(20)
            #expect(Double(records.count) == file.workout.durationSeconds / 5)
            let distances = records.compactMap { $0[5]?.first }.filter { $0 != 0xFFFF_FFFF }
            #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 < $1 })
        }
    }
}
