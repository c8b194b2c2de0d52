/// Reads the `IBI` elements of a Suunto document, plain lists of intervals; nothing else of it is
/// needed.
struct SuuntoXML: BeatText {
    static let formats = [
        RecordingFormat(name: "suunto-xml", summary: "Suunto XML: the IBI element")
    ]

    static let fileExtensions = ["xml", "sml"]
    static let marks = [opening]

    private static let opening = "<IBI>"
    private static let closing = "</IBI>"

    /// Whether the next line begins inside an element.
    private var isInside = false

    static func probe(_ head: InputHead) -> Likelihood {
        head.firstLine?.hasPrefix(text: "<") == true ? .likely : .none
    }

    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError) {
        var rest = line
        while !rest.isEmpty {
            if isInside {
                let end = rest.firstRange(of: Self.closing.utf8)
                rows.parseList(rest[..<(end?.lowerBound ?? rest.endIndex)], number)
                guard let end else { break }
                rest = rest[end.upperBound...]
            } else {
                guard let begin = rest.firstRange(of: Self.opening.utf8) else { break }
                rest = rest[begin.upperBound...]
            }
            isInside.toggle()
        }
    }

    var nothingFound: RecordingError {
        .noRR("this XML has no IBI element, the only part that is read")
    }
}
