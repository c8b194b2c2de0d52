/// The `.ibi` files of HRVAS.
enum HRVAS: RRTableFormat {
    static let formats = [
        RecordingFormat(name: "hrvas", summary: "HRVAS .ibi: one or two columns, s")
    ]

    static let fileExtensions = ["ibi"]

    static func matchesFileName(_ fileName: String) -> Bool {
        fileName.lowercased().hasSuffix(".ibi")
    }
}
