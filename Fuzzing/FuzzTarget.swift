/// Something that must take any bytes whatever without a crash, a hang or a large allocation.
struct FuzzTarget: Sendable {
    let name: String
    let test: @Sendable ([UInt8]) -> Void

    static let all: [FuzzTarget] = [
        rrText, beats, edf, bdf, ishne, signalText, gzip, matlab, xdf, workbook, fit, wfdbHeader,
        wfdbAnnotations,
        wfdbSignals, detector, detectionPipeline, heartRateMeasurement, polarPackets, antPages,
        beatline, zip, healthXML, wav, practiceImport, breathPresets,
        songWAV, playlist, playHistory, mpd, calendar, desktopReport,
    ]
}
