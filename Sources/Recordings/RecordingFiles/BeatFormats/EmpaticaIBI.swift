/// `IBI.csv` of an Empatica wristband: the start as seconds since 1970, then times and intervals in
/// s.
enum EmpaticaIBI: RRTableFormat {
    static let formats = [
        RecordingFormat(
            name: "empatica-ibi",
            summary: "Empatica IBI.csv: a start time, then offset and interval")
    ]

    /// `1560279825.000000, IBI`.
    static func opening(_ fields: [ArraySlice<UInt8>]) -> RRTableOpening? {
        guard fields.count == 2, fields[1].elementsEqual("IBI".utf8),
            let start = DecimalNumber(fields[0])
        else { return nil }
        return RRTableOpening(startDate: "unix:\(start.value())")
    }
}
