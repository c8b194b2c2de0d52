import PhysioTypes
import TestSupport
import Testing

@testable import RecordingFiles

/// One recording of a file of several: sheets, blocks, participants, files and records of an archive.
@Suite struct RecordingPartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func intervals(_ path: String) throws(RecordingError) -> [Double] {
        try RecordingFile.read(path: path).rr.intervalsMs
    }

    private static func failure(_ path: String) -> RecordingError? {
        do throws(RecordingError) {
            _ = try RecordingFile.read(path: path)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Sheets

    /// A workbook of stored parts: two sheets of one column each.
    private static func workbook(_ sheets: [(name: String, cells: [String])]) -> [UInt8] {
        func text(_ text: String) -> [UInt8] { Array(("<?xml version=\"1.0\"?>" + text).utf8) }
        let list = sheets.enumerated().map { index, sheet in
            "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>"
        }.joined()
        let relations = sheets.indices.map { index in
            "<Relationship Id=\"rId\(index + 1)\" Type=\"worksheet\" Target=\"worksheets/s\(index + 1).xml\"/>"
        }.joined()
        let parts = sheets.enumerated().map { index, sheet in
            let rows = sheet.cells.enumerated().map { row, cell in
                "<row r=\"\(row + 1)\"><c r=\"A\(row + 1)\" t=\"inlineStr\"><is><t>\(cell)</t></is></c></row>"
            }.joined()
            return TestZip.Entry(
                "xl/worksheets/s\(index + 1).xml",
                text("<worksheet><sheetData>\(rows)</sheetData></worksheet>"))
        }
        return TestZip.archive(
            [
                TestZip.Entry("[Content_Types].xml", text("<Types/>")),
                TestZip.Entry(
                    "xl/workbook.xml", text("<workbook><sheets>\(list)</sheets></workbook>")),
                TestZip.Entry(
                    "xl/_rels/workbook.xml.rels",
                    text("<Relationships>\(relations)</Relationships>")),
            ] + parts)
    }

    @Test func aSheetIsNamedOrCounted() throws {
        let path = try folder.write(
            "a.xlsx",
            Self.workbook([
                ("Rest", ["rr", "812", "805", "799"]), ("Stand up", ["rr", "612", "605"]),
            ]))
        #expect(try intervals(path) == [812, 805, 799])
        #expect(try intervals(path + "#Stand up") == [612, 605])
        #expect(try intervals(path + "#2") == [612, 605])
        #expect(try intervals(path + "#Rest") == [812, 805, 799])
        let note = try RecordingFile.read(path: path).notices.first { $0.code == "first_sheet" }
        #expect(note?.text.contains("\"Stand up\"") == true)
        let error = Self.failure(path + "#Night")
        #expect(
            error?.code == "not_found" && error?.text.contains("\"Rest\", \"Stand up\"") == true)
    }

    // MARK: Participants

    @Test func anUnknownParticipantIsAnErrorWithTheNames() throws {
        let rows = ["anna", "ben"].flatMap { name in (0..<12).map { "\(name),\(800 + $0)" } }
        let path = try folder.write("p.csv", "participant,rr\n" + rows.joined(separator: "\n"))
        #expect(try intervals(path + "#ben") == (0..<12).map { Double(800 + $0) })
        let error = Self.failure(path + "#carl")
        #expect(error?.code == "not_found" && error?.text.contains("#anna, #ben") == true)
    }

    // MARK: Blocks

    /// Blocks of LabChart, of 50 samples each.
    private static func labChart(blocks: Int) -> String {
        (0..<blocks).map { block in
            "Interval=\t0.01 s\nExcelDateTime=\t\(43_749.5 + Double(block) / 1440)\t10/11/19 11:08:37.5\n"
                + "TimeFormat=\tStartOfBlock\nDateFormat=\t\nChannelTitle=\tECG\nRange=\t2.000 mV\n"
                + "UnitName=\tmV\nTopValue=\t*\nBottomValue=\t*\n"
                + (0..<50).map { "\(Double($0) / 100)\t\(100 * block + $0)\n" }.joined()
        }.joined()
    }

    @Test(arguments: 1...3)
    func aBlockOfSamplesIsReadAlone(number: Int) throws {
        let path = try folder.write("l.txt", Self.labChart(blocks: 3))
        var reader = try RecordingFile.openSignals(path: "\(path)#\(number)")
        let expected = (0..<50).map { Double(100 * (number - 1) + $0) }
        #expect(try reader.wholeSignal(0).samples == expected)
        #expect(reader.signals.map(\.name) == ["ECG"])
        #expect(number == 1 || reader.startDate == nil)
    }

    @Test func blocksAreCountedAndAnUnknownOneIsAnError() throws {
        let path = try folder.write("l.txt", Self.labChart(blocks: 3))
        #expect(try RecordingFile.openSignals(path: path).partCount == 3)
        let notices = InputDescription(path: path).notices
        #expect(notices.contains { $0.code == "parts" && $0.text.contains("--part 3") })
        for (part, words) in [("4", "3 blocks"), ("x", "counted from 1")] {
            do throws(RecordingError) {
                var reader = try RecordingFile.openSignals(path: "\(path)#\(part)")
                _ = try reader.wholeSignal(0)
                Issue.record("read")
            } catch {
                #expect(error.code == "not_found" && error.text.contains(words), "\(error.text)")
            }
        }
    }

    // MARK: Records in an archive

    private static let header = Array("100 1 360 4\n100.dat 16 200 16 0 0 0 0 MLII\n".utf8)
    private static let samples: [UInt8] = [200, 0, 144, 1, 0, 0, 56, 255]

    @Test func aRecordInAnArchiveIsRead() throws {
        let path = try folder.write(
            "w.zip",
            TestZip.archive([
                .init("db/", []), .init("db/100.hea", Self.header),
                .init("db/100.dat", Self.samples),
                .init("db/100.atr", InputOptionTests.annotations),
                .init("db/101.hea", Array("101 1 250 4\n101.dat 16 200 16 0 0 0 0 V5\n".utf8)),
                .init("db/101.dat", Self.samples), .init("a.txt", Array("rr\n812\n805\n".utf8)),
            ]))
        // Steps of 300, 310 and 290 samples at 360 Hz.
        let expected = [300, 310, 290].map { $0 / 0.36 }
        for part in ["100", "db/100", "db/100.hea"] {
            let found = try intervals("\(path)#\(part)")
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-6 } && found.count == 3)
        }
        var reader = try RecordingFile.openSignals(path: path + "#101")
        #expect(try reader.wholeSignal(0).samples == [1, 2, 0, -1])
        #expect(reader.signals[0].sampleRateHz == 250)
        guard case .recordings(let recordings) = try RecordingFile.openInput(path: path) else {
            Issue.record("there are several")
            return
        }
        #expect(
            recordings.map { String($0.name.dropFirst(path.count)) } == ["#100", "#101", "#a.txt"])
        #expect(try recordings[0].outcome.get().rr.count == 3)
    }

    @Test func segmentsOfARecordInAnArchiveBelongToIt() throws {
        let path = try folder.write(
            "s.zip",
            TestZip.archive([
                .init("m.hea", Array("m/2 1 360 8\n100 4\n100 4\n".utf8)),
                .init("100.hea", Self.header), .init("100.dat", Self.samples),
            ]))
        var reader = try RecordingFile.openSignals(path: path)
        #expect(try reader.wholeSignal(0).samples == [1, 2, 0, -1, 1, 2, 0, -1])
    }

    // MARK: Annotations alone

    @Test func annotationsWithoutAHeaderAskForTheRate() throws {
        let path = try folder.write("200.atr", InputOptionTests.annotations)
        let error = Self.failure(path)
        #expect(error?.code == "ambiguous" && error?.text.contains("--rate HZ") == true)
        var options = RecordingFile.Options()
        options.rateHz = 250
        let recording = try RecordingFile.read(path: path, options: options)
        #expect(recording.rr.intervalsMs == [1200, 1240, 1160])
        #expect(recording.notices.isEmpty && recording.format == "wfdb-annotations")
        options.rateHz = 1e300
        #expect(throws: RecordingError.self) {
            try RecordingFile.read(path: path, options: options)
        }
    }

    /// A note of code 22 at time 0 with `## time resolution: 500`, then the beats.
    @Test func annotationsThatStateTheirRateAreRead() throws {
        let text = Array("## time resolution: 500".utf8)
        let note: [UInt8] = [0, 22 << 2, UInt8(text.count), 63 << 2] + text + [0]
        let path = try folder.write("201.qrs", note + InputOptionTests.annotations)
        var options = RecordingFile.Options()
        #expect(try RecordingFile.read(path: path).rr.intervalsMs == [600, 620, 580])
        options.rateHz = 250
        let recording = try RecordingFile.read(path: path, options: options)
        #expect(recording.rr.intervalsMs == [600, 620, 580])
        #expect(recording.notices.map(\.code) == ["option_unused"])
    }

    @Test func textWithTheEndingOfAnnotationsIsText() throws {
        let path = try folder.write("x.ecg", "rr\n812\n805\n799\n")
        #expect(try intervals(path) == [812, 805, 799])
    }
}
