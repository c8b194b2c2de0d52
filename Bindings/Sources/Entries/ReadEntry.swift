public import CResonance
import Resonance

/// Reads the content of files as it is: beats or signals.
@_cdecl("rsn_read")
public func rsnRead(
    _ path: UnsafePointer<CChar>?,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(AnalysisRequest.inputSelectionOptions)
        let flag = call.cancelFlag
        guard let path, let name = String(validatingCString: path) else {
            throw .usage("the path is NULL, or no UTF-8")
        }
        guard name != "-" else { throw .usage("the path is -: standard input is not read") }
        var parts: [Result<RecordingPart, RecordingError>]
        do throws(RecordingError) {
            parts = try Cancellation.withCancelCheck({ flag.isRaised }) {
                () throws(RecordingError) in
                try request.loader.parts(
                    name, request.wantsSignals ? .signals : .beatsOrSignals)
            }
        } catch {
            parts = [.failure(error)]
        }
        try call.checkCancelled()
        return table(parts)
    }
}

private func table(_ parts: [Result<RecordingPart, RecordingError>]) -> ColumnTable {
    let whole = parts.map { try? $0.get() }
    let signals = whole.map(signal)
    let beats = whole.map { $0.flatMap(Beats.init) }
    return ColumnTable.ofRecordings(
        parts.map { part in
            if case .failure(let error) = part { return (1, (error.code, error.text)) }
            return (1, nil)
        },
        [
            .init(name: "name", values: .texts(whole.map { $0?.name })),
            .init(name: "format", values: .texts(whole.map { $0?.format })),
            .init(
                name: "start_date", values: .texts(whole.map { $0?.startDate }),
                metadata: [("meaning", "date and time of the first beat or sample")]),
            .init(
                name: "signal", values: .texts(signals.map { $0?.name }),
                metadata: [("meaning", "name of the signal; none for beats")]),
            .init(name: "unit", values: .texts(signals.map { $0?.unit })),
            .init(
                name: "rate_hz", values: .numbers(signals.map { $0?.sampleRateHz }),
                metadata: [("unit", "Hz"), ("meaning", "samples a second")]),
            .init(
                name: "samples", values: .lists(signals.map { $0?.samples }),
                metadata: [("meaning", "samples of the signal; NaN for one that is missing")]),
            .init(
                name: "time_s", values: .lists(beats.map { $0?.times }),
                metadata: [("unit", "s"), ("meaning", "time of each beat in the recording")]),
            .init(
                name: "rr_ms", values: .lists(beats.map { $0?.intervals }),
                metadata: [
                    ("unit", "ms"),
                    ("meaning", "interval that ends at each beat; NaN where none does"),
                ]),
            .init(
                name: "recipe",
                values: .texts(whole.map { $0.map { OrderedJSON($0.recipe).compactText } })
            ),
            .init(
                name: "warnings",
                values: .texts(
                    whole.map {
                        $0.map { OrderedJSON.array($0.notices.map(OrderedJSON.init)).compactText }
                    })),
        ])
}

private func signal(_ part: RecordingPart?) -> SampledSignal? {
    guard case .signal(let signal)? = part?.content else { return nil }
    return signal
}

/// The beats of a recording, with the one that begins the first interval, and each behind a gap.
private struct Beats {
    var times: [Double] = []
    var intervals: [Double] = []

    init?(_ part: RecordingPart) {
        guard case .beats(let series) = part.content else { return nil }
        for index in 0..<series.count {
            let (end, interval) = (series.endTimesSeconds[index], series.intervalsMs[index])
            if index == 0 || series.marks[index].contains(.afterGap) {
                times.append(index == 0 ? series.startSeconds : end - interval / 1000)
                intervals.append(.nan)
            }
            times.append(end)
            intervals.append(interval)
        }
    }
}
