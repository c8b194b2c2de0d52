import Testing
import TestSupport

@testable import HealthRecords

/// Content read of broken text; values that stay are identified by their rate.
@Suite struct ExportFilterTests {
    private static let record = HealthReading.record()

    private static func rate(_ value: Int, _ more: String = "") -> String {
        HealthReading.record(value: "\(value)", more: more)
    }

    /// The rates that are read of an export and the errors that are counted, the same with and without passing over.
    private static func read(_ elements: String) -> Rates {
        let on = HealthReading.read(HealthReading.export(elements))
        let off = HealthReading.read(HealthReading.export(elements), skipsUnneeded: false)
        #expect(on == off)
        #expect(on.error == nil)
        return Rates(on.collected.samples.map(\.value), on.collected.errors)
    }

    private struct Rates: Equatable {
        let values: [Double]
        let errors: [HealthRecordError]

        init(_ values: [Double], _ errors: [HealthRecordError] = []) {
            self.values = values
            self.errors = errors
        }
    }

    private static let steps = HealthReading.record(
        "HKQuantityTypeIdentifierStepCount", unit: "count")

    @Test func skippedElementsAreSkippedWithTheirContent() {
        let inner = "<MetadataEntry key=\"a>b\" value='/Record>'/><!-- </Record> \" -->"
        let elements = [
            Self.rate(61), Self.steps, Self.rate(62),
            HealthReading.record("HKQuantityTypeIdentifierStepCount", content: inner),
            Self.rate(63),
            HealthReading.record(
                "HKQuantityTypeIdentifierStepCount", content: "<![CDATA[</Record>]]><?x </Record>?>"
            ),
            "<ActivitySummary dateComponents=\"2026-11-20\"/>", "<Me a=\"&amp;\"/>", Self.rate(64),
            "<Unheard><Of><Record2/></Of></Unheard>", Self.rate(65),
        ]
        #expect(Self.read(elements.joined(separator: "\n ")) == Rates([61, 62, 63, 64, 65]))
        #expect(Self.read(elements.joined()) == Rates([61, 62, 63, 64, 65]))
    }

    @Test func anythingMayStandInQuotes() {
        let elements =
            Self.rate(61, " device='a > \"b\" type=\"c\"/>'")
            + Self.rate(62, " device=\"&#x3C;&amp;&quot;\"") + Self.rate(63)
        #expect(Self.read(elements) == Rates([61, 62, 63]))
    }

    /// The record without its end, and what follows instead.
    private static func unended(_ more: String) -> String { String(record.dropLast(2)) + more }

    private static let unendedSteps = String(steps.dropLast(2))

    private static let broken: [String] = [
        // A quote is missing; an opening bracket; names that do not fit; two attributes of a name.
        record.replacing("value=\"72\"", with: "value=\"72"),
        record.replacing("72", with: "<72"), unended("></Recird>"), unended(" unit=\"ms\"/>"),
        unended(" a/>"),
        // Entities; a section that is none; a byte that begins no name.
        record.replacing("72", with: "&bomb;"), unended(">&bomb;</Record>"),
        unended("><!ELEMENT a></Record>"), "<1/>",
        // Not ended: the next element is the next record.
        unended(">"), unended("><MetadataEntry>"), unendedSteps + "><a>", unendedSteps + ">",
        // A tag without an end; levels beyond the limit.
        "<Record type=\"" + String(repeating: "x", count: 1 << 20) + "\"/>",
        unended(">" + nested(16) + "</Record>"),
    ]

    private static func nested(_ count: Int) -> String {
        String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
    }

    @Test(arguments: 0..<broken.count)
    func afterAnErrorTheNextElementIsRead(index: Int) {
        let broken = Self.broken[index]
        let elements = "\(Self.rate(61))\n \(broken)\n \(Self.rate(62)) \(Self.rate(63))"
        #expect(Self.read(elements) == Rates([61, 62, 63], [.badRecord]))
    }

    @Test func fifteenLevelsBelowARecordAreRead() {
        let element = HealthReading.record(value: "61", content: Self.nested(15))
        #expect(Self.read(element + Self.rate(62)) == Rates([61, 62]))
    }

    @Test func aReferenceBetweenElementsIsCountedAndNotFollowed() {
        let elements = Self.rate(61) + "&bomb;" + Self.rate(62)
        #expect(Self.read(elements) == Rates([61, 62], [.badRecord]))
    }

    @Test func entitiesOfTheDocumentTypeAreNotExpanded() {
        let bomb = (0..<40).map { "<!ENTITY a\($0 + 1) \"&a\($0);&a\($0);&a\($0);\">" }.joined()
        let text =
            "<!DOCTYPE HealthData [<!ENTITY a0 \"lol\">\(bomb)<!ENTITY f SYSTEM \"file:///etc/passwd\">]>\n"
            + HealthReading.export(
                HealthReading.record(value: "61", source: "&a40;")
                    + HealthReading.record(value: "62", source: "&f;") + Self.rate(63)
            ).split(separator: "\n", maxSplits: 1)[1]
        let result = HealthReading.read(text)
        #expect(result.collected.samples.map(\.value) == [63])
        #expect(result.collected.errors == [.badRecord, .badRecord])
    }

    @Test func controlBytesAndBadUTF8AreRepaired() {
        var bytes = Array(HealthReading.export(HealthReading.record(source: "a\u{B}b@c")).utf8)
        bytes = bytes.map { $0 == UInt8(ascii: "@") ? 0xFF : $0 }
        #expect(HealthReading.read(bytes).collected.sources.map(\.name) == ["a b\u{FFFD}c"])
        #expect(HealthReading.read(bytes).collected.samples.count == 1)
    }

    /// `a type` is another attribute than `type`, whether the element is passed over or not.
    @Test(arguments: [" ", "\n", "\u{0}", "\u{B}\u{1}"])
    func aTypeInANameWithSpacesIsNoType(space: String) {
        let spaced = Self.steps.replacing(" type=", with: " a\(space)type=")
        #expect(Self.read(spaced + Self.rate(61)) == Rates([61], [.badRecord]))
    }

    @Test func namesOfAttributesWithSpacesAreRead() {
        let record = HealthReading.record(
            more: " average value = \"70\"\n recorded  by=\"x y = z\"")
        #expect(Self.read(record + Self.rate(61)) == Rates([72, 61]))
    }

    @Test func textAfterTheRootIsNotRead() {
        let text = HealthReading.export(Self.rate(61)) + Self.rate(62)
        let result = HealthReading.read(text)
        #expect(result.collected.samples.map(\.value) == [61])
        #expect(result.summary?.isDamaged == false)
    }

    @Test func everyBeginningOfAnExportGivesABeginningOfItsRecords() {
        let text = HealthReading.export(
            [Self.rate(61), Self.steps, Self.rate(62), Self.record].joined(separator: "\n "))
        let bytes = Array(text.utf8)
        let whole = HealthReading.read(bytes)
        let end = text.utf8.count - "\n".utf8.count
        #expect(whole.summary?.isDamaged == false)
        for count in 0..<bytes.count {
            let part = HealthReading.read(Array(bytes.prefix(count)))
            if let summary = part.summary {
                #expect(summary.isDamaged == (count < end))
                #expect(part.collected.errors.isEmpty)
                #expect(whole.collected.samples.starts(with: part.collected.samples))
            } else {
                #expect(part.error?.code == .noExport && count < 60)
            }
        }
    }

    @Test func blocksOfAnySizeGiveTheSame() throws {
        let text = HealthReading.export(
            [
                Self.rate(61), Self.steps, "<!-- a -->", Self.unended(" a=\"&x;\"/>"),
                Self.record.replacing("72", with: "<72"),
                HealthReading.record(source: "Anna’s\u{B}"),
                HealthReading.record(more: " a b=\"1\""), Self.rate(62, " device=\"&amp;>\""),
            ].joined(separator: "\n "))
        let bytes = Array(text.utf8)
        let whole = HealthReading.read(bytes).collected
        #expect(whole.samples.count == 4 && whole.errors.count == 2)
        for index in 1..<bytes.count {
            #expect(try HealthReading.read(bytes, blocks: [index, bytes.count]) == whole)
        }
        for size in [1, 2, 3, 7, 64] {
            #expect(try HealthReading.read(bytes, blocks: [size]) == whole)
        }
    }
}
