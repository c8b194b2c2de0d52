/// The R-R file of Polar Sensor Logger.
enum PolarSensorLogger: RRTableFormat {
    static let formats = [
        RecordingFormat(
            name: "polar-sensor-logger",
            summary: "Polar Sensor Logger: header `Phone timestamp;RR-interval [ms]`")
    ]

    static func hasColumns(_ columns: [String]) -> Bool {
        columns == ["phonetimestamp", "rrintervalms"]
    }
}
