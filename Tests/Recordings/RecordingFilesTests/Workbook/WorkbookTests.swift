import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

@Suite struct WorkbookTests {
    private static func beats(_ bytes: [UInt8]) throws(RecordingError) -> Recording {
        var input = try OpenedInput(SignalReading.pipe(bytes), fileName: nil, options: .init())
        return try input.beats()
    }

    private static func failure(_ bytes: [UInt8]) -> RecordingError? {
        do throws(RecordingError) {
            _ = try beats(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func datesAndIntervalsBelowATitleAreRead() throws {
        let recording = try Self.beats(WorkbookVectors.dates)
        #expect(recording.format == "xlsx")
        #expect(recording.rr.intervalsMs == MATVectors.intervals)
        #expect(recording.startDate == "2024-03-02T07:30:00")
        #expect(recording.notices.map(\.code) == ["first_sheet"])
    }

    @Test func textsInCellsAndDatesFrom1904AreRead() throws {
        let recording = try Self.beats(WorkbookVectors.seconds1904)
        #expect(recording.rr.intervalsMs == MATVectors.intervals)
        #expect(recording.startDate == "2024-03-02T07:30:00")
        #expect(recording.notices.isEmpty)
    }

    @Test func aTableOfSamplesIsASignal() throws {
        let result = try SignalReading.read(ByteSource(WorkbookVectors.ecg))
        #expect(result.reader.format == "xlsx")
        #expect(result.reader.signals.map(\.unit) == ["mV"])
        #expect(result.reader.signals.map(\.sampleRateHz) == [250])
        let expected = (0..<4).flatMap { _ in MATVectors.samples.map { $0 / 100 } }
        #expect(result.signals == [expected])
    }

    // MARK: Cells

    private static func workbook(
        _ rows: String, texts: String = "", styles: String = ""
    ) -> [UInt8] {
        TestZip.archive([
            .init("[Content_Types].xml", Array("<Types/>".utf8)),
            .init(
                "xl/workbook.xml",
                Array("<workbook><sheets><sheet name=\"a\" r:id=\"r1\"/></sheets></workbook>".utf8)),
            .init("xl/sharedStrings.xml", Array("<sst>\(texts)</sst>".utf8)),
            .init("xl/styles.xml", Array("<styleSheet>\(styles)</styleSheet>".utf8)),
            .init(
                "xl/worksheets/sheet1.xml",
                Array("<x:worksheet><x:sheetData>\(rows)</x:sheetData></x:worksheet>".utf8)),
        ])
    }

    private static func text(_ bytes: [UInt8]) throws(RecordingError) -> String {
        String(decoding: try WorkbookSheet(WorkbookPackage(bytes)).text, as: UTF8.self)
    }

    @Test func everyKindOfCellIsAText() throws {
        let rows = """
            <x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c><x:c r="D2" t="s"><x:v>1</x:v></x:c></x:row>
            <x:row r="4"><x:c r="B4"><x:v>0.81200000000000006</x:v></x:c><x:c r="C4" t="b"><x:v>1</x:v></x:c>
            <x:c r="D4" t="e"><x:v>#DIV/0!</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>a&amp;b</x:v></x:c></x:row>
            <x:row><x:c r="C5" t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c><x:c r="B5"><x:v>9</x:v></x:c></x:row>
            """
        let texts = """
            <si><r><t>R</t></r><r><t xml:space="preserve">R ms</t></r><rPh><t>ar</t></rPh></si>
            <si><t>tab\there</t></si>
            """
        #expect(
            try Self.text(Self.workbook(rows, texts: texts))
                == "\nRR ms\t\ttab here\n\n0.812\t1\tNA\ta&b\n\tin\t9\n")
    }

    /// The texts that Excel shows for these numbers in these formats.
    @Test(arguments: [
        ("14", "45353", "2024-03-02T00:00:00"), ("22", "45353.3125", "2024-03-02T07:30:00"),
        ("21", "0.312509398148148", "07:30:00.812"), ("0", "45353", "45353"),
        ("2", "45353", "45353"),
        ("164", "45353.5", "2024-03-02T12:00:00"), ("165", "1.5", "36:00:00"),
        ("166", "812", "812"),
        ("167", "0.812", "0.812"), ("14", "-3", "-3"), ("14", "1e300", "1e+300"),
    ])
    func datesAreShownAsTheirFormatSays(format: String, number: String, shown: String) throws {
        let styles = """
            <numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" \
            formatCode="[h]:mm:ss"/><numFmt numFmtId="166" formatCode="0&quot; ms&quot;"/><numFmt \
            numFmtId="167" formatCode="[Red]0.000"/></numFmts><cellXfs><xf numFmtId="0"/><xf \
            numFmtId="\(format)"/></cellXfs>
            """
        let rows = "<row><c s=\"1\"><v>\(number)</v></c></row>"
        #expect(try Self.text(Self.workbook(rows, styles: styles)) == shown + "\n")
    }

    // MARK: Damage

    @Test func otherPackedDocumentsAreRefused() {
        let binary = TestZip.archive([
            .init("[Content_Types].xml", []), .init("xl/workbook.bin", [0]),
        ])
        #expect(Self.failure(binary)?.text.contains("binary workbook") == true)
        let letter = TestZip.archive([
            .init("[Content_Types].xml", []), .init("word/document.xml", [0]),
        ])
        #expect(Self.failure(letter)?.text.contains("not a workbook") == true)
    }

    @Test(arguments: [
        "<row><c><v>1</c></row>", "<row><!DOCTYPE a></row>", "<row><c a='></row>", "</a>",
        String(repeating: "<a>", count: 100),
    ])
    func damagedXMLIsAnError(rows: String) {
        let error = Self.failure(Self.workbook(rows))
        #expect(error?.code == "unknown_format" && error?.text.contains("damaged") == true)
    }

    /// Cells of the last column make a line of 16,384 columns.
    @Test func rowsOfTooManyColumnsAreRefused() {
        let row = "<row><c r=\"A1\"><v>1</v></c><c r=\"XFD1\"><v>1</v></c></row>"
        #expect(Self.failure(Self.workbook(row))?.code == "too_wide")
        let beyond = "<row r=\"99999999999999999999\"><c r=\"ZZZZZZ1\"><v>812</v></c></row>"
        #expect((try? Self.text(Self.workbook(beyond))) == "812\n")
    }

    private static let files = [
        WorkbookVectors.dates, WorkbookVectors.seconds1904, WorkbookVectors.ecg,
    ]

    /// Whatever comes of it is an error with a sentence, or intervals that are sound.
    private static func check(_ bytes: [UInt8]) {
        do throws(RecordingError) {
            #expect(try beats(bytes).rr.intervalsMs.allSatisfy { $0 > 0 && $0.isFinite })
        } catch {
            #expect(!error.text.isEmpty)
        }
    }

    @Test(arguments: files)
    func cutFilesAreAnError(bytes: [UInt8]) {
        for count in stride(from: 0, to: bytes.count, by: 7) {
            #expect(Self.failure(Array(bytes[..<count])) != nil)
        }
    }

    @Test(arguments: files)
    func changedBytesEndNothing(bytes: [UInt8]) {
        for changed in ChangedBytes.copies(of: bytes, count: 150, seed: 22) { Self.check(changed) }
    }
}
