/// The ECG of an Apple Watch, as Apple Health exports it: lines that state the rate, the unit and
/// the lead, then one number a line, in any language and with any decimal mark.
enum AppleECG: SignalTextFormat {
    static let formats = [
        RecordingFormat(
            name: "apple-ecg", summary: "Apple Watch ECG: CSV of an Apple Health export")
    ]

    static func layout(_ probe: SignalTextProbe) throws(RecordingError) -> SignalTextLayout? {
        let preface = probe.preface
        guard probe.openSignals == nil, preface.labels.isEmpty, let rateHz = preface.rateHz,
            let unit = preface.unit,
            probe.areSingleNumbers
        else { return nil }
        return probe.layout(
            name, dialect: .init(separator: nil, commaIsDecimal: true),
            columns: [
                .init(
                    index: 0, name: preface.lead ?? "ECG", unit: VoltageUnit.millivolts,
                    scale: VoltageUnit.millivolts(per: unit) ?? 1)
            ],
            rateHz: rateHz, startDate: preface.startDate)
    }
}
