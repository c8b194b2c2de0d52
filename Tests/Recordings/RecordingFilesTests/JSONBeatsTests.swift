import PhysioTypes
import Testing

@testable import RecordingFiles

@Suite struct JSONBeatsTests {
    private static func read(_ text: String) throws -> Recording {
        var reader = JSONBeats(BeatInput())
        try reader.consume(Array(text.utf8)[...])
        return try reader.finish()
    }

    @Test(arguments: [
        "[812, 805, 799]", "[0.812, 0.805, 0.799]", #"{"rr": [812, 805, 799]}"#,
        #"{"session": {"device": "x", "rrData": [812, 805, 799], "more": 1}, "b": {"rrData": [812, 805, 799]}}"#,
        #"{"samples": [{"sample-type": "0", "data": "70,71"}, {"sample-type": "11", "data": "812,805,799"}]}"#,
        #"[{"t_ms": 812, "rr_ms": 812}, {"t_ms": 1617, "rr_ms": 805}, {"t_ms": 2416, "rr_ms": 799}]"#,
        #"{"Samples": [{"R-R": {"Data": [812, 805]}}, {"HR": 1.2}, {"R-R": {"Data": [799]}}]}"#,
        #"{"hr": {"interval": 300, "items": [71, 72]}, "rr": {"values": [812, 805, 799]}}"#,
        #"{"exercises": [{"samples": {"rr": [{"duration": "PT0.812S"}, {"duration": "PT0.805S"}, {"duration": "PT0.799S"}]}}]}"#,
    ])
    func intervalsAreFoundUnderTheirName(_ text: String) throws {
        let recording = try Self.read(text)
        #expect(recording.format == "json")
        #expect(recording.rr.intervalsMs == [812, 805, 799])
    }

    @Test(arguments: [
        (#"{"heartRate": [60, 61, 62]}"#, "no_rr"),
        (
            #"{"heart_rate": {"interval": 300}, "hrv": {"interval": 300, "items": [45, 48]}}"#,
            "no_rr"
        ), ("{\"rr\": [812, 805", "unknown_format"),
        (#"{"a": {"rr": [812, 805]}, "b": {"rr": [700, 710]}}"#, "ambiguous"),
    ])
    func otherDocumentsAreRefused(_ text: String, code: String) {
        do throws(RecordingError) {
            var reader = JSONBeats(BeatInput())
            try reader.consume(Array(text.utf8)[...])
            _ = try reader.finish()
            Issue.record("read")
        } catch {
            #expect(error.code == code)
        }
    }
}
