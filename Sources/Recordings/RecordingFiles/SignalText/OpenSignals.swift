/// A text that OpenSignals wrote: its header names the columns and their sensors.
enum OpenSignals: SignalTextFormat {
    static let formats = [
        RecordingFormat(name: "opensignals", summary: "OpenSignals text: BITalino and others")
    ]

    static func layout(_ probe: SignalTextProbe) throws(RecordingError) -> SignalTextLayout? {
        guard let header = probe.openSignals else { return nil }
        var columns: [SignalTextLayout.Column] = []
        for (index, column) in header.columns.enumerated() where !column.sensor.isEmpty {
            var layoutColumn = SignalTextLayout.Column(
                index: index, name: column.sensor == "RAW" ? column.name : column.sensor, unit: "")
            if header.isBITalino, column.sensor == "ECG", let bits = column.resolutionBits,
                (1...32).contains(bits)
            {
                (layoutColumn.scale, layoutColumn.offset) = OpenSignalsHeader.millivolts(bits: bits)
                layoutColumn.unit = VoltageUnit.millivolts
            }
            columns.append(layoutColumn)
        }
        guard !columns.isEmpty else {
            throw .noSignal("the header of this OpenSignals text names no sensor")
        }
        return probe.layout(
            name, dialect: .init(separator: 0x09, commaIsDecimal: false), columns: columns,
            rateHz: header.rateHz, startDate: header.startDate)
    }
}
