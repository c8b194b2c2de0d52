/// The ECG file of Polar Sensor Logger: a table of the phone's times, the sensor's, and the ECG.
enum PolarECG: SignalTextFormat {
    static let formats = [
        RecordingFormat(
            name: "polar-ecg",
            summary: "Polar Sensor Logger ECG: header `Phone timestamp;sensor timestamp [ns];...`")
    ]

    static func hasColumns(_ columns: [HeaderWords]) -> Bool {
        columns.count > 2 && columns.contains(where: \.isSensorTime)
            && columns.last?.isSignal == true && columns[0].isPhoneTime
    }
}
