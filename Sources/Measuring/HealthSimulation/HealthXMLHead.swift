/// The text before the first record of an export.
extension HealthSimulation {
    func addHead(to text: inout HealthXMLText) {
        let encoding = errors.contains(.badEncoding) ? "X-UNKNOWN-1" : "UTF-8"
        text.add("<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n")
        addDocumentType(to: &text)
        text.add("<\(rootName)")
        text.add("locale", locale.identifier)
        text.add(">\n <ExportDate")
        text.add(
            "value", dateMs: exportMs,
            offsetMinutes: writtenOffsetMinutes(day: exportDay, unixMs: exportMs))
        text.add("/>\n <Me")
        text.add("HKCharacteristicTypeIdentifierDateOfBirth", "")
        text.add("HKCharacteristicTypeIdentifierBiologicalSex", "HKBiologicalSexNotSet")
        text.add("HKCharacteristicTypeIdentifierBloodType", "HKBloodTypeNotSet")
        text.add("HKCharacteristicTypeIdentifierFitzpatrickSkinType", "HKFitzpatrickSkinTypeNotSet")
        text.add("/>\n")
    }

    /// The name of the root element.
    var rootName: String { errors.contains(.noExport) ? "OtherData" : "HealthData" }

    private func addDocumentType(to text: inout HealthXMLText) {
        text.add("<!DOCTYPE \(rootName) [\n<!-- HealthKit Export Version: \(versionNumber) -->\n")
        text.add("<!ELEMENT \(rootName) (ExportDate,Me,(Record|Workout|ActivitySummary)*)>\n")
        text.add("<!ATTLIST \(rootName)\n  locale CDATA #REQUIRED\n>\n")
        text.add("<!ELEMENT ExportDate EMPTY>\n<!ATTLIST ExportDate\n  value CDATA #REQUIRED\n>\n")
        if era == .ios12 {
            // The declarations of this era are no valid XML: a list without its end, a stray word.
            text.add("<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)\n")
            text.add("<!ATTLIST Record\n  type CDATA #REQUIRED\n  unit CDATA #IMPLIED device\n")
            text.add("<!ATTLIST Record startDate CDATA #REQUIRED startDate CDATA >>\n")
        } else {
            text.add("<!ELEMENT Record ((MetadataEntry|HeartRateVariabilityMetadataList)*)>\n")
            text.add("<!ATTLIST Record\n  type CDATA #REQUIRED\n  unit CDATA #IMPLIED\n")
            text.add("  startDate CDATA #REQUIRED\n  endDate CDATA #REQUIRED\n>\n")
        }
        if errors.contains(.entities) {
            text.add("<!ENTITY e0 \"7\">\n")
            for level in 1...9 {
                let inner = String(repeating: "&e\(level - 1);", count: 10)
                text.add("<!ENTITY e\(level) \"\(inner)\">\n")
            }
        }
        text.add("]>\n")
    }

    private var versionNumber: Int {
        switch era {
        case .ios8: 1
        case .ios12: 12
        case .ios16: 13
        case .ios27: 14
        }
    }
}
