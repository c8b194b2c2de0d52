import PhysioTypes
import RecordingFiles

/// Reads text as the tests of every dialect do.
enum TextReading {
    static func read(
        _ text: String, options: RRTextOptions = RRTextOptions(), name: String? = nil
    ) throws(RecordingError) -> Recording {
        try read(Array(text.utf8), options: options, name: name)
    }

    static func read(
        _ bytes: [UInt8], options: RRTextOptions = RRTextOptions(), name: String? = nil
    ) throws(RecordingError) -> Recording {
        var reader = RRTextReader(options: options, fileName: name)
        try reader.consume(bytes)
        return try reader.finish()
    }

    static func failure(_ text: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try read(text)
            return nil
        } catch {
            return error
        }
    }
}
