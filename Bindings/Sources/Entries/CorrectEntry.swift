public import CResonance
import Resonance

/// The corrected beats of recordings of intervals.
@_cdecl("rsn_correct")
public func rsnCorrect(
    _ rr: UnsafePointer<Double>?, _ offsets: UnsafePointer<Int64>?, _ count: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(
            AnalysisRequest.arrayOptions.union(["correct", "repair", "jobs"]))
        guard let correction = request.correction else {
            throw .usage("--correct none corrects nothing: leave it out, or name a rule")
        }
        let recordings = try Recordings(rr, offsets, count)
        let pipeline = CorrectionPipeline(correction)
        let outcomes = try call.map(recordings.count, jobs: request.jobCount) {
            index -> CorrectedRows in
            do throws(SeriesError) {
                return CorrectedRows(
                    pipeline.correct(try request.recording(recordings[index])))
            } catch {
                return CorrectedRows(error)
            }
        }
        return CorrectedRows.table(outcomes)
    }
}

/// The intervals of one recording, before and after.
private struct CorrectedRows: Sendable {
    var times: [Double?] = []
    var raw: [Double?] = []
    var nn: [Double?] = []
    var flags: [String?] = []
    var error: SeriesError?

    init(_ result: CorrectionResult) {
        for step in CorrectionTable.correctedRows(result.record) {
            times.append(step.timeSeconds)
            raw.append(step.rrMs)
            nn.append(step.nnMs)
            flags.append(step.flag.isEmpty ? nil : step.flag)
        }
    }

    init(_ error: SeriesError) {
        (times, raw, nn, flags) = ([nil], [nil], [nil], [nil])
        self.error = error
    }

    static func table(_ all: [CorrectedRows]) -> ColumnTable {
        ColumnTable.ofRecordings(
            all.map { (rowCount: $0.times.count, error: $0.error.map { ($0.code, $0.text) }) },
            [
                .init(
                    name: "t_s", values: .numbers(all.flatMap(\.times)),
                    metadata: [("unit", "s"), ("meaning", "time of the beat that ends it")]),
                .init(
                    name: "rr_ms", values: .numbers(all.flatMap(\.raw)),
                    metadata: [
                        ("unit", "ms"),
                        ("meaning", "raw interval; none for a beat that was put in"),
                    ]),
                .init(
                    name: "nn_ms", values: .numbers(all.flatMap(\.nn)),
                    metadata: [("unit", "ms"), ("meaning", "NN interval that ends here")]),
                .init(name: "flag", values: .texts(all.flatMap(\.flags))),
            ])
    }
}
