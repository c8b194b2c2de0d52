/// Reads the R-R intervals of a Polar .hrm file: those of `[HRData]` where `[Params]` has
/// `Interval=238`.
struct PolarHRM: BeatText {
    static let formats = [
        RecordingFormat(
            name: "polar-hrm", summary: "Polar .hrm with Interval=238 (R-R intervals)")
    ]

    static let fileExtensions = ["hrm"]
    private static let parametersTitle = "[Params]"

    private enum Section { case parameters, data, other }

    private var section = Section.parameters
    private var parameters = Parameters()
    /// The start date as the parameters before the data state it.
    private var startDate: String?

    static func probe(_ head: InputHead) -> Likelihood {
        head.firstLine?.hasPrefix(text: parametersTitle) == true ? .likely : .none
    }

    mutating func parse(
        _ line: ArraySlice<UInt8>, _ number: Int, into rows: inout RRRowParser
    ) throws(RecordingError) {
        if line.first == UInt8(ascii: "[") {
            beginSection(line)
            return
        }
        switch section {
        case .parameters: parameters.parse(line)
        case .data where parameters.holdsRR: try rows.parseBlockRow(line, number)
        case .data, .other: break
        }
    }

    private mutating func beginSection(_ title: ArraySlice<UInt8>) {
        if title.hasPrefix(text: Self.parametersTitle) {
            section = .parameters
        } else if title.hasPrefix(text: "[HRData]") {
            section = .data
            startDate = parameters.startDate
        } else {
            section = .other
        }
    }

    func describe(_ metadata: inout RRTextMetadata) throws(RecordingError) {
        if let reason = parameters.missingRRReason { throw .noRR(reason) }
        metadata.startDate = startDate
        metadata.offsetSeconds = parameters.startDelaySeconds
    }

    var nothingFoundError: RecordingError {
        .noRR("this .hrm file has no intervals in its [HRData] section")
    }
}

extension PolarHRM {
    /// The `[Params]` section, as far as R-R intervals need it.
    private struct Parameters {
        /// Value of `Interval` for files whose data are R-R intervals.
        private static let rrIntervalCode = "238"

        private var isPresent = false
        private var interval: String?
        private var date: String?
        private var startTime: String?
        /// `StartDelay`; s.
        private(set) var startDelaySeconds = 0.0

        mutating func parse(_ line: ArraySlice<UInt8>) {
            isPresent = true
            let parts = TextLine.string(line).split(separator: "=", maxSplits: 1)
            guard parts.count == 2 else { return }
            let value = String(parts[1])
            switch parts[0] {
            case "Interval": interval = value
            case "Date": date = value
            case "StartTime": startTime = value
            case "StartDelay":
                let delay = DecimalNumber(Array(value.utf8)[...])?.value() ?? 0
                if delay > 0, RecordingLimits.isPossible(milliseconds: delay) {
                    startDelaySeconds = delay / 1000
                }
            default: break
            }
        }

        var holdsRR: Bool { interval == Self.rrIntervalCode }

        /// The reason that a file that was read to its end has no R-R intervals.
        var missingRRReason: String? {
            guard isPresent, !holdsRR else { return nil }
            guard let interval else { return "the [Params] section states no Interval" }
            return "this file holds a heart rate every \(interval) s, not R-R intervals "
                + "(those have Interval=\(Self.rrIntervalCode))"
        }

        /// `YYYYMMDD` and the time of day as one text.
        var startDate: String? {
            guard let date, date.count == 8, date.allSatisfy(\.isNumber) else { return nil }
            let month = date.dropFirst(4).prefix(2)
            let day = date.dropFirst(6)
            return "\(date.prefix(4))-\(month)-\(day)" + (startTime.map { "T\($0)" } ?? "")
        }
    }
}
