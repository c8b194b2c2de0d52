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
            ECGArrayDetection(rateHz: rate, detector: request.publishedDetector)
                .beats(UnsafeBufferPointer(start: ecg, count: count))
        }
        try call.checkCancelled()
        return columns(found)
    }
}

/// The class of each beat and its probabilities; null where a published detector found the beats.
private func classColumns(_ record: DetectionRecord) -> [ColumnTable.Column] {
    let classes: [BeatClassEstimate?] =
        record.classes.isEmpty
        ? [BeatClassEstimate?](repeating: nil, count: record.beats.count) : record.classes
    func probabilities(
        _ name: String, _ meaning: String, _ value: (BeatClassEstimate) -> Double
    ) -> ColumnTable.Column {
        .init(
            name: name, values: .numbers(classes.map { $0.map(value) }),
            metadata: [("meaning", meaning)])
    }
    return [
        .init(
            name: "class", values: .texts(classes.map { $0.map { String($0.label.letter) } }),
            metadata: [("meaning", "class of the beat by ANSI/AAMI EC57: N, S, V or Q")]),
        probabilities("class_probability", "probability of the class, 0 to 1") { $0.probability },
        probabilities("v_probability", "probability of a ventricular beat, 0 to 1") {
            $0.ventricularProbability
        },
        probabilities("s_probability", "probability of a supraventricular beat, 0 to 1") {
            $0.supraventricularProbability
        },
        probabilities("q_probability", "probability of a beat that is paced or without a class") {
            $0.unclassifiableProbability
        },
    ]
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
    let beatColumns: [ColumnTable.Column] = [
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
    ]
    var table = ColumnTable(
        columns: beatColumns + classColumns(record), rowCount: beats.count)
    let notices = found.notices.map(OrderedJSON.init)
    table.metadata = [("warnings", OrderedJSON.array(notices).compactText)]
    return table
}
