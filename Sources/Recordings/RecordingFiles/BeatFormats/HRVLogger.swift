/// The R-R file of HRV Logger.
enum HRVLogger: RRTableFormat {
    static let formats = [
        RecordingFormat(name: "hrv-logger", summary: "HRV Logger: header `date,rr,since start`")
    ]

    static func hasColumns(_ columns: [String]) -> Bool { columns == ["date", "rr", "sincestart"] }
}
