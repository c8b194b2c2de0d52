public import CResonance
import Resonance

/// The metrics of recordings of intervals.
@_cdecl("rsn_hrv")
public func rsnHRV(
    _ rr: UnsafePointer<Double>?, _ offsets: UnsafePointer<Int64>?, _ count: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(
            AnalysisRequest.computationOptions.union(AnalysisRequest.arrayOptions))
        let recordings = try Recordings(rr, offsets, count)
        let rows = MetricRows(request, hasFiles: false)
        let outcomes = try call.map(recordings.count, jobs: request.jobCount) { index in
            do throws(SeriesError) {
                return rows.outcome(
                    try request.recording(recordings[index]), name: "")
            } catch {
                return .failed(file: nil, code: error.code, text: error.text)
            }
        }
        return rows.table(outcomes)
    }
}

/// The metrics of files.
@_cdecl("rsn_analyze")
public func rsnAnalyze(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int64,
    _ options: UnsafePointer<CChar>?, _ cancel: UnsafePointer<Int32>?,
    _ schema: UnsafeMutablePointer<ArrowSchema>?, _ rows: UnsafeMutablePointer<ArrowArray>?,
    _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    let call = Call(options: options, cancel: cancel, schema: schema, rows: rows, error: error)
    return call.give { () throws(CallFailure) in
        let request = try call.request(
            AnalysisRequest.computationOptions.union(AnalysisRequest.readingOptions))
        let files = try call.paths(paths, count)
        let rows = MetricRows(request, hasFiles: true)
        let analysis = FileAnalysis(
            loader: request.loader, settings: request.settings)
        let outcomes = try call.map(files.count, jobs: request.jobCount) {
            index -> [RowTable.Outcome] in
            do throws(RecordingError) {
                return try analysis.analyzeAll(files[index]).map { name, outcome in
                    switch outcome {
                    case .success(let entry): .rows(rows.objects(entry))
                    case .failure(let error):
                        .failed(file: name, code: error.code, text: error.text)
                    }
                }
            } catch {
                return [.failed(file: files[index], code: error.code, text: error.text)]
            }
        }
        return rows.table(outcomes.flatMap(\.self))
    }
}

/// The rows of metrics of a recording, under the names that were requested.
struct MetricRows: Sendable {
    private let pipeline: AnalysisPipeline
    private let table: ResultTable
    private let hasFiles: Bool

    init(_ request: AnalysisRequest, hasFiles: Bool) {
        pipeline = AnalysisPipeline(settings: request.settings)
        table = request.table(hasFileColumn: true)
        self.hasFiles = hasFiles
    }

    func outcome(_ recording: Recording, name: String) -> RowTable.Outcome {
        .rows(objects(ReportEntry(name: name, result: pipeline.analyze(recording))))
    }

    func objects(_ entry: ReportEntry) -> [OrderedJSON] { table.objects(entry) }

    func table(_ outcomes: [RowTable.Outcome]) -> ColumnTable {
        var metadata: [String: [(String, String)]] = [:]
        for definition in MetricDefinition.all {
            for name in table.names.names(of: definition.key) {
                metadata[name] = [("unit", definition.unit), ("meaning", definition.title)]
            }
        }
        return RowTable.columns(fields(outcomes), outcomes) { metadata[$0] ?? [] }
    }

    /// The fields of a row, which are the same in each: where there is none those of a recording without a beat.
    private func fields(_ outcomes: [RowTable.Outcome]) -> [String] {
        for case .rows(let objects) in outcomes {
            if case .object(let pairs)? = objects.first { return names(pairs) }
        }
        let empty = pipeline.analyze(Recording(format: "array", rr: RRSeries()))
        guard
            case .object(let pairs)? = table.objects(ReportEntry(name: "", result: empty)).first
        else { return [] }
        return names(pairs)
    }

    private func names(_ pairs: [(String, OrderedJSON)]) -> [String] {
        let rare = Set(RowTable.rare.map(\.0))
        return pairs.map(\.0).filter { name in
            !rare.contains(name) && (hasFiles || (name != "file" && name != "format"))
        }
    }
}

extension Call {
    func request(_ keys: Set<String>) throws(CallFailure) -> AnalysisRequest {
        do {
            return try AnalysisRequest(json: optionText(), keys: keys)
        } catch let error as OptionError {
            throw .usage(error.text)
        } catch let failure as CallFailure {
            throw failure
        } catch {
            throw .usage("\(error)")
        }
    }

    /// Works on each recording, on as many at once as the request says: one where it says nothing.
    func map<Value: Sendable>(
        _ count: Int, jobs: Int?, _ work: @escaping @Sendable (Int) -> Value
    ) throws(CallFailure) -> [Value] {
        let flag = cancelFlag
        let results = ParallelMap.results(
            count: count, threadCount: jobs ?? 1, isCancelled: { flag.isRaised },
            work: { index in
                Cancellation.withCancelCheck({ flag.isRaised }) { work(index) }
            })
        try checkCancelled()
        let all = results.compactMap(\.self)
        guard all.count == count else { throw .cancelled }
        return all
    }

    /// The files that paths stand for.
    func paths(
        _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int64
    ) throws(CallFailure) -> [String] {
        guard count >= 0, let count = Int(exactly: count) else {
            throw .usage("the count is \(count): it is a number from 0 on")
        }
        guard count > 0 else { return [] }
        guard let paths else { throw .usage("the paths are NULL, and there are \(count)") }
        var files: [String] = []
        for index in 0..<count {
            guard let path = paths[index] else { throw .usage("path \(index) is NULL") }
            guard let text = String(validatingCString: path) else {
                throw .usage("path \(index) is no UTF-8")
            }
            guard text != "-" else {
                throw .usage("path \(index) is -: standard input is not read")
            }
            files += InputList.expand(text)
        }
        return files
    }
}
