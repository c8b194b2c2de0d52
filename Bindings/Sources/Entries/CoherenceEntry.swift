public import CResonance
import Resonance

/// Writes the degree to which the heart follows commanded breaths, over time.
@_cdecl("rsn_coherence")
public func rsnCoherence(
    _ rr: UnsafePointer<Double>?, _ offsets: UnsafePointer<Int64>?, _ count: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let text = try call.optionText()
        let request: CoherenceRequest
        do throws(OptionError) {
            request = try CoherenceRequest(json: text)
        } catch {
            throw .usage(error.text)
        }
        let recordings = try Recordings(rr, offsets, count)
        let table = CoherenceTable(scores: CoherenceTable.columns, hasFileColumn: false)
        let outcomes = try call.map(recordings.count, jobs: request.jobCount) {
            index -> RowTable.Outcome in
            do throws(SeriesError) {
                let recording = try request.recording(recordings[index])
                guard let entry = request.entry(recording, name: "") else {
                    return .failed(
                        file: nil, code: "too_long",
                        text:
                            "this is more than a week, or more lines than a day has at the shortest step"
                    )
                }
                return .rows(table.objects(entry))
            } catch {
                return .failed(file: nil, code: error.code, text: error.text)
            }
        }
        return RowTable.columns(
            ["t_s"] + request.scoreNames + ["reasons", "reason_details"], outcomes, adding: []
        ) { $0 == "t_s" ? [("unit", "s"), ("meaning", "time in the recording")] : [] }
    }
}
