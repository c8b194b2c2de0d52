/// The export of Elite HRV: `2026-01-17 17-47-13.txt`, one interval a line.
enum EliteHRV: RRTableFormat {
    static let formats = [
        RecordingFormat(
            name: "elite-hrv", summary: "Elite HRV: R-R in ms, the start time in the file's name")
    ]

    static func matchesFileName(_ fileName: String) -> Bool {
        fileName.hasSuffix(".txt") && AppFileName.startDate(of: fileName) != nil
    }
}
