import Foundation
import RecordingFiles
import Testing
import TestSupport

/// The memory that an import takes, measured by the system in a process of its own: it does not
/// grow with the file.
@Suite(.enabled(if: MeasuredProcess.isAvailable, "skipped: install python3"))
struct HealthMemoryTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    /// Most that an import may take; the guide names 64 MiB of a release build. The tool under test is a debug build.
    private static let limitBytes = 96 << 20
    /// Most that ten times as large a file may take more: pages of the store and of what is sorted.
    private static let growthBytes = 24 << 20

    private func peak(_ path: String) throws -> Int {
        let store = home.path + "/\(UUID().uuidString).sqlite"
        let result = try MeasuredProcess.run(
            ["health", "import", path, "--health", store, "--time-zone", "Europe/Berlin"])
        #expect(result.status == 0)
        return result.peakBytes
    }

    /// A zip of an export of so many bytes: heart rates every 5 s, each its own, and nothing like them between.
    private func archive(_ name: String, byteCount: Int) throws -> String {
        let path = home.path + "/" + name
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        var writer = ZipWriter<any Error> { try handle.write(contentsOf: Data($0)) }
        try writer.begin("apple_health_export/export.xml")
        try writer.add(Array("<HealthData>\n".utf8))
        let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
        var random = SplitMix64(seed: 12)
        var written = 0
        var second = 0
        while written < byteCount {
            var block: [UInt8] = []
            for _ in 0..<1000 {
                let (day, rest) = second.quotientAndRemainder(dividingBy: 86_400)
                let date =
                    "\(2000 + day / 336)-\(two(day / 28 % 12 + 1))-\(two(day % 28 + 1)) "
                    + "\(two(rest / 3600)):\(two(rest / 60 % 60)):\(two(rest % 60)) +0100"
                let value = Int.random(in: 40...180, using: &random)
                block += Array(
                    """
                    <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
                    creationDate="\(date)" startDate="\(date)" endDate="\(date)" value="\(value)"/>

                    """.utf8)
                second += 5
            }
            try writer.add(block)
            written += block.count
        }
        try writer.add(Array("</HealthData>\n".utf8))
        try writer.finish()
        try handle.close()
        return path
    }

    @Test(.slow) func anExportTenTimesAsLargeNeedsTheSameMemory() throws {
        let small = try peak(archive("small.zip", byteCount: 10_000_000))
        let large = try peak(archive("large.zip", byteCount: 100_000_000))
        #expect(large < Self.limitBytes, "\(large >> 20) MiB")
        #expect(large < small + Self.growthBytes, "\(small >> 20) MiB to \(large >> 20) MiB")
    }

    /// Activities of an hour with a beat every 0.8 s, in a chain: of one file after the other only one is in memory.
    private func chain(_ name: String, byteCount: Int) throws -> String {
        let path = home.path + "/" + name
        let ends = (1...4500).map { (lengthMs: 800, endMs: Double(800 * $0)) }
        let file = Data(FITBuilder.activity(ends, seconds: 3600).file())
        _ = FileManager.default.createFile(atPath: path, contents: nil)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        for _ in 0..<(byteCount / file.count) { try handle.write(contentsOf: file) }
        try handle.close()
        return path
    }

    @Test(.slow) func aChainOfActivitiesTenTimesAsLongNeedsTheSameMemory() throws {
        let small = try peak(chain("small.fit", byteCount: 1_000_000))
        let large = try peak(chain("large.fit", byteCount: 10_000_000))
        #expect(large < Self.limitBytes, "\(large >> 20) MiB")
        #expect(large < small + Self.growthBytes, "\(small >> 20) MiB to \(large >> 20) MiB")
    }

    /// A file of 20 MB whose every two bytes are a record: what is kept of it has an end.
    @Test(.slow) func aFileOfEndlessRecordsNeedsBoundedMemory() throws {
        var builder = FITBuilder()
        builder.define(0, message: 20, [(3, 1, FITBuilder.u8)])
        builder.append([UInt8](repeating: 0, count: 10_000_000).flatMap { [$0, 70] })
        let result = try peak(home.write("records.fit", builder.file()))
        #expect(result < 512 << 20, "\(result >> 20) MiB")
    }
}
