/// Reads the `IBI` elements of a Suunto document, plain lists of intervals; nothing else of it is
/// needed.
struct SuuntoXML: BeatText {
    static let formats = [
        RecordingFormat(name: "suunto-xml", summary: "Suunto XML: the IBI element")
    ]

    static let fileExtensions = ["xml", "sml"]
    private static let openingTag = "<IBI>"
    private static let closingTag = "</IBI>"

    /// True if the next line begins inside an element.
    private var isInsideElement = false

    static func probe(_ head: InputHead) -> Likelihood {
        head.firstLine?.hasPrefix(text: "<") == true ? .likely : .none
    }

    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError) {
        var remaining = line
        while !remaining.isEmpty {
            if isInsideElement {
                let end = remaining.firstRange(of: Self.closingTag.utf8)
                rows.parseList(remaining[..<(end?.lowerBound ?? remaining.endIndex)], number)
                guard let end else { break }
                remaining = remaining[end.upperBound...]
            } else {
                guard let begin = remaining.firstRange(of: Self.openingTag.utf8) else { break }
                remaining = remaining[begin.upperBound...]
            }
            isInsideElement.toggle()
        }
    }

    var nothingFoundError: RecordingError {
        .noRR("this XML has no IBI element, the only part that is read")
    }
}
