import PhysioTypes

/// Reads a sheet of an Excel workbook, the first one unless another is named, as a table, which is understood as text is.
enum WorkbookDocument: DocumentFormat {
    static let formats = [
        RecordingFormat(
            name: "xlsx", summary: "Excel workbook (.xlsx): the table of a sheet (--part)")
    ]
    static let fileExtensions = ["xlsx", "xlsm"]

    /// Files with which such packages begin.
    private static let firstEntryNames = ["[Content_Types].xml", "_rels/", "xl/", "docProps/"]
    /// Offset of the name of the first file of an archive.
    private static let nameOffset = 30
    /// Sheets that a note names.
    private static let maxListedNames = 8

    static func probe(_ head: InputHead) -> Bool {
        let name = head.start.dropFirst(nameOffset)
        return head.start.hasPrefix(text: ZipArchive.magic)
            && firstEntryNames.contains { name.hasPrefix(text: $0) }
    }

    static func open(
        _ input: SignalInput, wantsSignals: Bool
    ) throws(RecordingError) -> DocumentContent {
        let bytes = try DocumentBytes.all(input.source)
        let package = try WorkbookPackage(bytes, wantedSheet: input.part)
        let text = try WorkbookSheet(package).text
        var notices = input.source.notices() + package.notices
        if package.sheetNames.count > 1, package.chosenSheetName == nil {
            let names = package.sheetNames.dropFirst().prefix(maxListedNames).map { "\"\($0)\"" }
            let isCut = package.sheetNames.count > names.count + 1
            notices.append(
                Notice(
                    .note, code: "first_sheet",
                    "the first of \(package.sheetNames.count) sheets is read: --part reads another one ("
                        + names.joined(separator: ", ") + (isCut ? ", ..." : "") + ")"))
        }
        return .table(
            ByteSource(text, notices: notices), name: package.chosenSheetName,
            names: package.sheetNames)
    }
}
