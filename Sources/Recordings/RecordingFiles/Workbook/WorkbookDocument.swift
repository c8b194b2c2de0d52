import PhysioTypes

/// Reads the first sheet of an Excel workbook as a table, which is understood as text is.
enum WorkbookDocument: DocumentFormat {
    static let formats = [
        RecordingFormat(
            name: "xlsx", summary: "Excel workbook (.xlsx): the table of its first sheet")
    ]
    static let fileExtensions = ["xlsx", "xlsm"]

    /// Files with which such packages begin.
    private static let firstNames = ["[Content_Types].xml", "_rels/", "xl/", "docProps/"]
    /// Offset of the name of the first file of an archive.
    private static let nameOffset = 30

    static func probe(_ head: InputHead) -> Bool {
        let name = head.start.dropFirst(nameOffset)
        return head.start.hasPrefix(text: ZipArchive.magic)
            && firstNames.contains { name.hasPrefix(text: $0) }
    }

    static func open(
        _ input: SignalInput, wantsSignals: Bool
    ) throws(RecordingError) -> DocumentContent {
        let bytes = try DocumentBytes.all(input.source)
        let package = try WorkbookPackage(bytes)
        let text = try WorkbookSheet(package).text
        var notices = input.source.notices() + package.notices
        if package.sheetCount > 1 {
            notices.append(
                Notice(
                    .note, code: "first_sheet",
                    "the first of \(package.sheetCount) sheets is read: save another one as CSV"))
        }
        return .table(ByteSource(text, notices: notices))
    }
}
