import Testing

@testable import RecordingFiles

@Suite struct ReadFormatsTests {
    /// Names of formats never change, and results carry them.
    @Test func theListKeepsItsNamesAndTheirOrder() {
        #expect(
            RecordingFormat.all.map(\.name) == [
                "rr-text", "rr-table", "beat-times", "wfdb-annotations", "beatline", "fit",
                "hrv-logger",
                "elite-hrv", "polar-sensor-logger", "polar-hrm", "empatica-ibi", "kubios-report",
                "vns-analyse", "hrvas", "suunto-xml", "json", "wfdb", "edf", "bdf", "ishne",
                "apple-ecg",
                "polar-ecg", "opensignals", "ecg-text", "matlab", "xdf", "xlsx",
            ])
        #expect(
            RecordingFormat.all.filter(\.canBeForced).map(\.name) == [
                "rr-text", "beat-times", "wfdb-annotations", "beatline", "ecg-text",
            ])
        #expect(RecordingFormat.all.allSatisfy { !$0.summary.isEmpty })
    }

    @Test func everyTypeIsReadInOneWay() {
        for type in ReadableFormats.all {
            let ways = [
                type is any BeatReader.Type, type is any BeatText.Type,
                type is any RRTableFormat.Type, type is any SignalFileDecoder.Type,
                type is any SignalTextFormat.Type,
                type is any DocumentFormat.Type,
                // Records of WFDB are found by their path.
                type == WFDBAnnotationFile.self || type == WFDBSignals.self,
            ]
            #expect(ways.count { $0 } == 1, "\(type)")
        }
    }

    @Test func onlyWhatReadsByItselfCanBeAskedFor() {
        for format in RecordingFormat.all {
            let type = ReadableFormats.requestedFormat(format.name)
            #expect((type != nil) == format.canBeForced, "\(format.name)")
            #expect(!(type is any BeatText.Type) && !(type is any RRTableFormat.Type))
        }
        #expect(ReadableFormats.requestedFormat(nil) == nil)
    }

    @Test func foldersAreSearchedForTheSameEndings() {
        #expect(
            InputList.fileExtensions == [
                "", "txt", "csv", "tsv", "ibi", "rr", "rri", "hrm", "beats", "xml", "sml", "edf",
                "bdf", "ecg", "gz", "fit",
                "mat", "xdf", "xdfz", "xlsx", "xlsm",
            ])
    }
}
