import Testing

@testable import HealthRecords

@Suite struct XMLPrologueTests {
    private static func scan(_ text: String) -> XMLPrologue.Result {
        XMLPrologue.scan(Array(text.utf8)[...])
    }

    @Test func anExportIsKnownByItsFirstElement() {
        #expect(Self.scan("<HealthData>") == .export(rootStart: 0))
        #expect(Self.scan("\u{FEFF}\n<HealthData locale='de'>") == .export(rootStart: 4))
        let declared = "<?xml version='1.0' encoding='UTF-8'?><!-- <HealthData> --><HealthData/>"
        #expect(Self.scan(declared) == .export(rootStart: 59))
        #expect(Self.scan("<HealthDataset>") == .other)
        #expect(Self.scan("<ClinicalDocument xmlns=\"urn:hl7-org:v3\">") == .other)
        #expect(Self.scan("text") == .other)
    }

    @Test func theDocumentTypeIsPassedOverHoweverItIsBroken() {
        let type =
            "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (a,b)>\n<!ATTLIST x y CDATA #IMPLIED"
        #expect(Self.scan(type) == .exportRootBeyondEnd)
        #expect(Self.scan(type + " ]>\n<HealthData>") == .export(rootStart: type.utf8.count + 4))
        #expect(Self.scan("<!DOCTYPE html><html>") == .other)
    }

    @Test func encodingsOtherThanUTF8AreNamed() {
        for name in ["UTF-8", "utf-8", "US-ASCII"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?><HealthData>"
            #expect(Self.scan(text) == .export(rootStart: text.utf8.count - 12))
        }
        for name in ["UTF-16", "ISO-8859-1", "x-unknown"] {
            let text = "<?xml version=\"1.0\" encoding='\(name)' standalone=\"no\"?><HealthData>"
            #expect(Self.scan(text) == .badEncoding)
        }
        let wide = "<HealthData>".utf16.flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 8), UInt8($0 & 0xFF)]
        }
        #expect(XMLPrologue.scan(([0xFE, 0xFF] + wide)[...]) == .badEncoding)
        #expect(XMLPrologue.scan(wide[...]) == .badEncoding)
    }

    /// Samples of 16 bits: a step from 60 to 72 is `<` and `H`, and a rise from 255 to 254 looks like a mark.
    @Test(arguments: [[0, 60, 0, 72, 0, 60], [60, 0, 72, 0, 101, 0], [255, 254, 60, 0, 61, 0]])
    func samplesAreNoText(bytes: [UInt8]) {
        let samples = bytes + (0..<200).map { UInt8($0) }
        #expect(XMLPrologue.scan(samples[...]) == .other)
    }

    @Test func aShorterBeginningNeedsMore() {
        let text = "<?xml version='1.0'?><!-- x --><HealthData>"
        for count in 0..<(text.utf8.count) {
            let result = Self.scan(String(text.prefix(count)))
            #expect(result == .incomplete)
        }
    }
}
