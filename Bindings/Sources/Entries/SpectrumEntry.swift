public import CResonance
import Resonance

/// The power spectral density of recordings of intervals.
@_cdecl("rsn_psd")
public func rsnPSD(
    _ rr: UnsafePointer<Double>?, _ offsets: UnsafePointer<Int64>?, _ count: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(
            AnalysisRequest.arrayOptions.union([
                "psd", "taper", "resample", "detrend", "band", "correct", "repair", "force", "jobs",
            ]))
        let recordings = try Recordings(rr, offsets, count)
        var settings = request.settings
        settings.keepsFigures = true
        let pipeline = AnalysisPipeline(settings: settings)
        let outcomes = try call.map(recordings.count, jobs: request.jobCount) {
            index -> SpectrumRows in
            do throws(SeriesError) {
                let recording = try request.recording(recordings[index])
                return SpectrumRows(pipeline.analyze(recording).figures?.spectrum)
            } catch {
                return SpectrumRows(code: error.code, text: error.text)
            }
        }
        return SpectrumRows.table(outcomes)
    }
}

/// The density of one recording, or why it has none.
private struct SpectrumRows: Sendable {
    var frequencies: [Double?] = []
    var densities: [Double?] = []
    var error: (code: String, text: String)?

    init(_ spectrum: AnalysisFigures.Spectrum?) {
        guard let spectrum else {
            (frequencies, densities) = ([nil], [nil])
            error = ("no_spectrum", "no spectrum could be estimated")
            return
        }
        densities = spectrum.densityMsSquaredPerHz
        frequencies = densities.indices.map {
            spectrum.firstHz + Double($0) * spectrum.stepHz
        }
    }

    init(code: String, text: String) {
        (frequencies, densities, error) = ([nil], [nil], (code, text))
    }

    static func table(_ all: [SpectrumRows]) -> ColumnTable {
        ColumnTable.ofRecordings(
            all.map { (rowCount: $0.frequencies.count, error: $0.error) },
            [
                .init(
                    name: "f_hz", values: .numbers(all.flatMap(\.frequencies)),
                    metadata: [("unit", "Hz"), ("meaning", "frequency")]),
                .init(
                    name: "psd_ms2_per_hz", values: .numbers(all.flatMap(\.densities)),
                    metadata: [("unit", "ms^2/Hz"), ("meaning", "one-sided density")]),
            ])
    }
}

/// The Lomb-Scargle periodogram of samples at uneven times.
@_cdecl("rsn_lomb_scargle")
public func rsnLombScargle(
    _ times: UnsafePointer<Double>?, _ values: UnsafePointer<Double>?, _ count: Int64,
    _ frequencies: UnsafePointer<Double>?, _ frequencyCount: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(["taper"])
        let times = try numbers(times, count, "the times")
        let values = try numbers(values, count, "the values")
        let frequencies = try numbers(frequencies, frequencyCount, "the frequencies")
        let engine = LombScargle(taper: request.taperChoice)
        var power: [Double] = []
        // Many frequencies are worked on in parts, so that the call can be ended.
        let size = min(1024, max(1, maxTerms / max(1, times.count)))
        for part in stride(from: 0, to: frequencies.count, by: size) {
            try call.checkCancelled()
            let wanted = Array(frequencies[part..<min(frequencies.count, part + size)])
            power += engine.periodogram(
                times: times, values: values, frequenciesHz: wanted, scaling: .standard)
        }
        return ColumnTable(
            columns: [
                .init(
                    name: "f_hz", values: .numbers(frequencies),
                    metadata: [("unit", "Hz"), ("meaning", "frequency")]),
                .init(
                    name: "power", values: .numbers(power.map { $0.isNaN ? nil : $0 }),
                    metadata: [("meaning", "share of the variance that a sine explains, 0 to 1")]),
            ], rowCount: frequencies.count)
    }
}

/// Samples times frequencies that are worked on at a time: some hundredths of a second.
private let maxTerms = 1 << 22

private func numbers(
    _ values: UnsafePointer<Double>?, _ count: Int64, _ what: String
) throws(CallFailure) -> [Double] {
    guard let count = Int(exactly: count), count >= 0 else {
        throw .usage("the number of \(what) is \(count): it is a number from 0 on")
    }
    guard count > 0 else { return [] }
    guard let values else { throw .usage("\(what) are NULL, and there are \(count)") }
    return Array(UnsafeBufferPointer(start: values, count: count))
}
