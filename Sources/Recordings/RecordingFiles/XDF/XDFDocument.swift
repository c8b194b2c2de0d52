import PhysioTypes

/// Reads an XDF recording of the lab streaming layer: R-R intervals of a heart strap, or the signals of
/// its streams.
enum XDFDocument: DocumentFormat {
    static let formats = [
        RecordingFormat(
            name: "xdf", summary: "XDF (Lab Streaming Layer): streams of R-R intervals or an ECG")
    ]
    static let fileExtensions = ["xdf", "xdfz"]

    static func probe(_ head: InputHead) -> Bool { head.start.hasPrefix(text: XDFChunks.magic) }

    static func open(
        _ input: SignalInput, wantsSignals: Bool
    ) throws(RecordingError) -> DocumentContent {
        // The file is read twice, since the descriptions of streams may stand anywhere in it.
        var again = input.source
        var source = input.source
        if let reopen = source.reopen {
            again = try reopen()
        } else {
            let bytes = try DocumentBytes.all(source)
            let notices = source.notices()
            source = ByteSource(bytes, notices: notices)
            again = source
        }
        let scan = try XDFScan(source)
        let notices = source.notices() + scan.notices
        let beats = scan.streams.map(\.content).filter { $0.table.count > 0 }
        if !beats.isEmpty, !wantsSignals {
            let names = beats.map(\.stream.name)
            return .beats(
                beats.map { recording($0, input.options.text, notices) },
                partNames: Set(names).count == names.count && !names.contains("") ? names : nil)
        }
        if let requestedRateHz = input.options.rateHz,
            !RecordingLimits.rateRangeHz.contains(requestedRateHz)
        {
            throw .unknownFormat(
                "a rate of \(requestedRateHz) Hz is none that a recorder has", line: nil)
        }
        return .signals(
            try XDFSignals(scan, again, rateHz: input.options.rateHz, notices: notices))
    }

    private static func recording(
        _ content: XDFScan.StreamContent, _ options: RRTextOptions, _ notices: [Notice]
    ) -> Result<Recording, RecordingError> {
        let unit = content.stream.intervalChannel.map { content.stream.channels[$0].unit } ?? ""
        var interpreter = RRInterpreter(
            table: content.table, statedUnit: TableUnit(unit), options: options, notices: notices)
        do throws(RecordingError) {
            return .success(
                try interpreter.recording(format: name, startDate: nil, offsetSeconds: 0))
        } catch {
            return .failure(error)
        }
    }
}
