import PhysioTypes

/// The parts of an Excel workbook that the table of a sheet needs.
///
/// - SeeAlso: ECMA-376, part 1, chapter 18.
final class WorkbookPackage {
    /// Names of the worksheets, in their order.
    private(set) var sheetNames: [String] = []
    /// The name of the sheet that was asked for; nil where it is none, or where none was.
    private(set) var chosenSheetName: String?
    /// Texts that cells share, by their index.
    private(set) var sharedTexts: [String] = []
    /// The meaning of the numbers of a cell of a style, by the index of the style.
    private(set) var numberFormats: [WorkbookNumberFormat] = []
    /// True if days count from 1904.
    private(set) var countsFrom1904 = false
    /// The XML of the worksheet.
    private(set) var sheetXML: [UInt8] = []
    private(set) var notices: [Notice] = []

    private let archive: ZipArchive
    /// Largest part; bytes.
    private static let partLimit = 1 << 28

    /// - Parameter bytes: of the whole file.
    /// - Parameter wantedSheet: name of a sheet, or its number counted from 1, perhaps with `#` and a part of its
    ///   table behind it; the first sheet is read where there is none of that name.
    /// - Throws: where it is no workbook, or its archive or a part of it is damaged.
    init(_ bytes: [UInt8], wantedSheet: String? = nil) throws(RecordingError) {
        var limits = ZipLimits()
        limits.byteCount = Self.partLimit
        archive = try ZipArchive(RandomAccessBytes(bytes), limits: limits)
        guard let workbookXML = try part("xl/workbook.xml") else {
            let isBinary = archive.entries.contains { $0.name == "xl/workbook.bin" }
            throw .unknownFormat(
                isBinary
                    ? "this is a binary workbook of Excel: save it as .xlsx or CSV"
                    : "this is a document of Office, not a workbook", line: nil)
        }
        do throws(XMLScanner.SyntaxError) {
            let identifier = try readWorkbook(workbookXML, wantedSheet)
            let targets = try (readPart("xl/_rels/workbook.xml.rels")).map(Self.targets) ?? [:]
            let target = identifier.flatMap { targets[$0] } ?? "worksheets/sheet1.xml"
            let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/" + target
            sheetXML = try readPart(path) ?? []
            if let texts = try readPart("xl/sharedStrings.xml") { try readTexts(texts) }
            if let styles = try readPart("xl/styles.xml") { try readStyles(styles) }
        } catch {
            throw failure ?? Self.damaged
        }
        if let failure { throw failure }
        guard !sheetXML.isEmpty else {
            throw .unknownFormat("the workbook has no worksheet", line: nil)
        }
    }

    static let damaged = RecordingError.unknownFormat(
        "the workbook is damaged: open it and save it again", line: nil)

    // MARK: Parts

    /// The reason that a part could not be unpacked.
    private var failure: RecordingError?

    /// The bytes of a part; nil where there is none, or where it cannot be unpacked.
    private func readPart(_ name: String) throws(XMLScanner.SyntaxError) -> [UInt8]? {
        do throws(RecordingError) {
            return try part(name)
        } catch {
            failure = error
            throw XMLScanner.SyntaxError()
        }
    }

    private func part(_ name: String) throws(RecordingError) -> [UInt8]? {
        guard let entry = archive.entries.first(where: { $0.name == name }) else { return nil }
        var source = try archive.source(of: entry)
        var bytes: [UInt8] = []
        while case let block = try source.readBlock(), !block.isEmpty { bytes += block }
        notices += source.notices()
        return bytes
    }

    /// - Returns: the identifier of the worksheet.
    private func readWorkbook(
        _ bytes: [UInt8], _ wanted: String?
    ) throws(XMLScanner.SyntaxError) -> String? {
        var scanner = XMLScanner(bytes[...])
        var identifiers: [String?] = []
        while let event = try scanner.next() {
            guard case .begin(let name, let attributes) = event else { continue }
            if name == "workbookPr" {
                let flag = XMLScanner.attribute("date1904", in: attributes)
                countsFrom1904 = flag == "1" || flag == "true"
            } else if name == "sheet" {
                sheetNames.append(
                    XMLScanner.attribute("name", in: attributes) ?? "\(sheetNames.count + 1)")
                identifiers.append(XMLScanner.attribute("id", in: attributes))
            }
        }
        guard let wanted else { return identifiers.first ?? nil }
        let index =
            sheetNames.firstIndex { wanted == $0 || wanted.hasPrefix($0 + "#") }
            ?? InputName.index(wanted.prefix { $0 != "#" })
        guard let index, sheetNames.count > 1, sheetNames.indices.contains(index) else {
            return identifiers.first ?? nil
        }
        chosenSheetName = sheetNames[index]
        return identifiers[index]
    }

    private static func targets(_ bytes: [UInt8]) throws(XMLScanner.SyntaxError) -> [String: String]
    {
        var scanner = XMLScanner(bytes[...])
        var targets: [String: String] = [:]
        while let event = try scanner.next() {
            guard case .begin("Relationship", let attributes) = event,
                let identifier = XMLScanner.attribute("Id", in: attributes),
                let target = XMLScanner.attribute("Target", in: attributes)
            else { continue }
            targets[identifier] = target
        }
        return targets
    }

    private func readTexts(_ bytes: [UInt8]) throws(XMLScanner.SyntaxError) {
        var scanner = XMLScanner(bytes[...])
        var text = WorkbookText()
        while let event = try scanner.next() {
            text.add(event)
            if case .end("si") = event { sharedTexts.append(text.drain()) }
        }
    }

    private func readStyles(_ bytes: [UInt8]) throws(XMLScanner.SyntaxError) {
        var scanner = XMLScanner(bytes[...])
        var formatCodes: [Int: String] = [:]
        var isInCellFormats = false
        while let event = try scanner.next() {
            switch event {
            case .begin("numFmt", let attributes):
                guard
                    let identifier = XMLScanner.attribute("numFmtId", in: attributes).flatMap(
                        Int.init)
                else { continue }
                formatCodes[identifier] = XMLScanner.attribute("formatCode", in: attributes)
            case .begin("cellXfs", _): isInCellFormats = true
            case .end("cellXfs"): isInCellFormats = false
            case .begin("xf", let attributes) where isInCellFormats:
                let identifier = XMLScanner.attribute("numFmtId", in: attributes).flatMap(Int.init)
                numberFormats.append(
                    WorkbookNumberFormat(
                        identifier ?? 0, code: identifier.flatMap { formatCodes[$0] }))
            default: break
            }
        }
    }
}

/// The text of a cell or of a shared text, from the elements that it consists of.
struct WorkbookText {
    private var text = ""
    private var isInText = false
    private var phoneticDepth = 0

    mutating func add(_ event: XMLScanner.Event) {
        switch event {
        case .begin("t", _): isInText = true
        case .end("t"): isInText = false
        // How the text is spoken.
        case .begin("rPh", _): phoneticDepth += 1
        case .end("rPh"): phoneticDepth -= 1
        case .text(let part) where isInText && phoneticDepth == 0: text += part
        default: break
        }
    }

    /// The text so far; the next one begins.
    mutating func drain() -> String {
        defer { self = WorkbookText() }
        return text
    }
}
