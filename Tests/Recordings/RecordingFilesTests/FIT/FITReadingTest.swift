import PhysioTypes

@testable import RecordingFiles

/// Reads FIT files as the tests do.
enum FITReadingTest {
    static func activities(_ bytes: [UInt8]) throws -> [FITActivity] {
        try FITFile.activities(SignalReading.pipe(bytes))
    }

    static func recording(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        var reader = FITReader(BeatInput())
        try reader.consume(bytes[...])
        return try reader.finish()
    }
}
