/// Reads the raw intervals of a text that VNS Analyse exported; the corrected section repeats them.
struct VNSAnalyse: BeatText {
    static let formats = [
        RecordingFormat(
            name: "vns-analyse", summary: "VNS Analyse: the section of raw R-R intervals")
    ]

    private static let sectionTitle = "RR-Intervalle"

    private var isInsideRawSection = false

    static func probe(_ head: InputHead) -> Likelihood {
        guard let line = head.firstLine else { return .none }
        return isSectionTitle(line) || line.contains(text: "VNS") ? .likely : .none
    }

    static func begins(at line: ArraySlice<UInt8>, afterRows rowCount: Int) -> Bool {
        rowCount == 0 && isSectionTitle(line)
    }

    /// Returns true if a line is the title of a section; `RR-Intervalle` alone names a column.
    private static func isSectionTitle(_ line: ArraySlice<UInt8>) -> Bool {
        line.contains(text: sectionTitle)
            && (line.contains(text: "Rohwerte") || line.contains(text: "Korrigierte Werte"))
    }

    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError) {
        if line.contains(text: "Rohwerte") {
            isInsideRawSection = true
        } else if line.contains(text: "Korrigierte Werte") || line.contains(text: Self.sectionTitle)
        {
            isInsideRawSection = false
        } else if isInsideRawSection, !line.hasPrefix(text: "Notiz") {
            // The program writes German decimals and no other commas before its notes.
            try rows.parseBlockRow(line.map { $0 == 0x2C ? 0x2E : $0 }[...], number)
        }
    }

    var nothingFoundError: RecordingError {
        .noRR("this VNS Analyse text has no section of raw intervals")
    }
}
