/// Reads the block `RR INTERVAL DATA` of a report that Kubios wrote as text.
///
/// A text without the report's title may hold the block further down.
struct KubiosReport: BeatText {
    static let formats = [
        RecordingFormat(
            name: "kubios-report", summary: "Kubios report text: its RR INTERVAL DATA block")
    ]

    private static let blockTitle = "RR INTERVAL DATA"

    private enum Part { case beforeBlock, block, afterBlock }

    private var part = Part.beforeBlock

    static func probe(_ head: InputHead) -> Likelihood {
        head.firstLine?.contains(text: "Kubios") == true ? .likely : .none
    }

    static func begins(at line: ArraySlice<UInt8>, afterRows rowCount: Int) -> Bool {
        line.contains(text: blockTitle)
    }

    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError) {
        switch part {
        case .beforeBlock:
            if line.contains(text: Self.blockTitle) { part = .block }
        case .block:
            // The block ends where a row has no interval: other tables stand beside and below it.
            if rows.table.count > 0, try !rows.isBlockRow(line, number) {
                part = .afterBlock
            } else {
                try rows.parseBlockRow(line, number)
            }
        case .afterBlock:
            break
        }
    }

    var nothingFoundError: RecordingError { .noRR("this Kubios text has no RR INTERVAL DATA") }
}
