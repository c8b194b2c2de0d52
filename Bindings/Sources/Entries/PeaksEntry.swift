public import CResonance
import Resonance

/// The R peaks of an ECG.
@_cdecl("rsn_peaks")
public func rsnPeaks(
    _ ecg: UnsafePointer<Double>?, _ count: Int64, _ rate: Double,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(["detector"])
        guard let count = Int(exactly: count), count >= 0 else {
            throw .usage("the number of samples is \(count): it is a number from 0 on")
        }
        guard ecg != nil || count == 0 else {
            throw .usage("the samples are NULL, and there are \(count)")
        }
        let rates = DetectionLimits.sampleRatesHz
        guard rates.contains(rate) else {
            throw .usage(
                "the rate is \(rate): R peaks are found in \(rates.lowerBound) to \(rates.upperBound) samples a second"
            )
        }
        let flag = call.cancelFlag
        let found = Cancellation.withCancelCheck({ flag.isRaised }) {
            ArrayECG(rateHz: rate, detector: request.otherDetector)
                .beats(UnsafeBufferPointer(start: ecg, count: count))
        }
        try call.checkCancelled()
        return columns(found)
    }
}

private func columns(_ found: DetectionPipeline.Output) -> ColumnTable {
    let record = found.record
    let beats = record.beats
    let kinds = beats.map { beat -> String? in
        switch beat.kind {
        case .normal: "normal"
        case .other: "other"
        case .unclassified: "unclassified"
        case nil: nil
        }
    }
    var table = ColumnTable(
        columns: [
            .init(
                name: "sample", values: .numbers(beats.map(\.sample)),
                metadata: [("meaning", "place of the R peak, between samples")]),
            .init(
                name: "time_s", values: .numbers(beats.map { record.seconds(of: $0) }),
                metadata: [("unit", "s"), ("meaning", "time of the R peak")]),
            .init(
                name: "rr_ms", values: .numbers(record.intervalsMs),
                metadata: [
                    ("unit", "ms"), ("meaning", "interval that ends here; none at a gap"),
                ]),
            .init(
                name: "quality", values: .numbers(beats.map(\.quality)),
                metadata: [("meaning", "how well the signal carries the beat, 0 to 1")]),
            .init(name: "kind", values: .texts(kinds)),
        ], rowCount: beats.count)
    let notices = found.notices.map(JSONText.init)
    table.metadata = [("warnings", JSONText.array(notices).compact)]
    return table
}
