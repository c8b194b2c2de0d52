import CAllocationCounter
import Foundation
@_spi(Studies) import KernelBenchmarks
import Studies

// The kernels' own comparison with allocations counted, and our side of the one with peers.

let usage = """
    usage: KernelRuns table [--quick] [--json] [--filter TEXT]
             the comparison of hrv bench, allocations counted where the system lets a program
           KernelRuns inputs FOLDER [METHOD...]
             writes what peers read: workloads.json and arrays of little-endian Float64
           KernelRuns run FOLDER [METHOD...]
             runs every workload, or those of some methods; writes answers and ours.json
           KernelRuns correction-inputs FOLDER [--peer-seeds N]
             writes the series of the report on beat corrections for peers; the annotated recordings
             too where RESONANCE_DATASETS names their folder
           KernelRuns correction-report FOLDER REPORT [--seeds N] [--peer-seeds N]
             scores our rules and what peers wrote into FOLDER; writes the report
           KernelRuns correction-default FOLDER REPORT [--seeds N]
             the same of our default rule alone, without speed
           KernelRuns detection-inputs FOLDER
             writes the signals of the report on R-peak detection for peers; the recordings are those
             of the folder that RESONANCE_DATASETS names
           KernelRuns detection-report FOLDER REPORT
             scores our detectors and what peers wrote into FOLDER; writes the report and its figure
           KernelRuns detection-fit
             fits the weights of the R-peak detector to the recordings; prints them as the kernel's
             source has them, how they score, and how others do that left some recordings out
           KernelRuns coherence-report GUIDES [--draws N]
             scores noise and paced hearts; writes the page and its figure into the folder GUIDES
           KernelRuns follow-report REPORT [--blocks N] [--seed N]
             asks of simulated people whether they follow the pacer; writes the report
           KernelRuns pacer-report REPORT [--people N]
             leads simulated people by every pacer; writes the report and its figures
           KernelRuns songs [--rounds N]
             reads paths of WAV files from standard input and prints the features of each song and
             the CPU time they took, a line of JSON each
           KernelRuns song-terms
             reads paths as well and prints what the weights of the tempo are fitted to, behind a line
             with the weights that the source has
           KernelRuns straps [--count N]
             many straps in one process for ten minutes of theirs: memory and time
           KernelRuns soak [--hours N]
             one live session of many hours: memory by the hour, and the cost of each beat

    """

func fail(_ text: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data(text.utf8))
    exit(status)
}

/// Blocks asked for by this thread; nil where the libraries do not call the counting functions.
func allocationCounter() -> (() -> Int)? {
    guard allocation_counter_works() == 1 else { return nil }
    let before = allocation_counter_count()
    UnsafeMutablePointer<Int>.allocate(capacity: 1_000).deallocate()
    return allocation_counter_count() > before ? { Int(allocation_counter_count()) } : nil
}

func harness(_ effort: BenchmarkHarness.Effort) -> BenchmarkHarness {
    BenchmarkHarness(effort: effort, allocationCount: allocationCounter())
}

func table(_ options: [String]) -> Bool {
    let isQuick = options.contains("--quick")
    var cases = BenchmarkSet.cases(isQuick ? .quick : .full)
    if let index = options.firstIndex(of: "--filter"), index + 1 < options.count {
        let text = options[index + 1].lowercased()
        cases = cases.filter { $0.title.lowercased().contains(text) }
    }
    let harness = harness(isQuick ? .quick : .full)
    let report = BenchmarkReport(results: cases.map(harness.measure), isQuick: isQuick)
    print(options.contains("--json") ? report.json.prettyText + "\n" : report.table, terminator: "")
    for text in report.inaccuracies { FileHandle.standardError.write(Data((text + "\n").utf8)) }
    return report.inaccuracies.isEmpty
}

/// Rounds of one workload; the peers' script repeats them in turn with the peers'.
let peerEffort = BenchmarkHarness.Effort(caseNanoseconds: 3e8, minRounds: 5, maxRounds: 101)

/// The workloads of these methods; all for none.
func workloads(_ methods: ArraySlice<String>) -> [PeerWorkload] {
    PeerWorkload.all.filter { methods.isEmpty || methods.contains($0.method) }
}

/// The number that follows an option.
func count(_ option: String, in arguments: ArraySlice<String>, standard: Int) -> Int {
    guard let index = arguments.firstIndex(of: option) else { return standard }
    guard index + 1 < arguments.endIndex, let number = Int(arguments[index + 1]), number > 0 else {
        fail("KernelRuns: \(option) takes a number above 0\n", status: 64)
    }
    return number
}

func correctionFiles(_ folder: String, _ arguments: ArraySlice<String>) throws -> CorrectionFiles {
    try CorrectionFiles(
        folder: folder, seedCount: count("--seeds", in: arguments, standard: 200),
        peerSeedCount: count("--peer-seeds", in: arguments, standard: 24))
}

/// The folder of recordings.
func datasets() -> String {
    guard let path = ProcessInfo.processInfo.environment["RESONANCE_DATASETS"] else {
        fail("KernelRuns: RESONANCE_DATASETS does not name the folder of recordings\n", status: 64)
    }
    return path
}

func writeCoherenceReport(_ guides: String, _ arguments: ArraySlice<String>) throws {
    let draws = count("--draws", in: arguments, standard: CoherenceNoiseStudy.usualDrawCount)
    let report = CoherenceNoiseReport(CoherenceNoiseStudy(drawCount: draws))
    let folder = URL(fileURLWithPath: guides)
    try Data(report.markdown.utf8).write(to: folder.appendingPathComponent("coherence-noise.md"))
    try Data(report.svg.utf8).write(
        to: folder.appendingPathComponent(CoherenceNoiseReport.figurePath))
}

func fitDetector() throws {
    let recordings = DetectionRecordings(datasets: datasets())
    let report = DetectorFitReport(
        try recordings.recordNames().map { try recordings.leads("mitdb/" + $0) },
        noisy: try recordings.leads("nstdb/118e06"), madeOf: "118"
    ) { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }
    print(report.text)
}

let arguments = CommandLine.arguments.dropFirst()
do {
    switch (arguments.first, arguments.dropFirst().first) {
    case ("table", _):
        if !table(Array(arguments.dropFirst())) { exit(70) }
    case ("inputs", let folder?):
        try PeerFiles(folder: folder).writeInputs(workloads(arguments.dropFirst(2)))
    case ("run", let folder?):
        try PeerFiles(folder: folder).run(
            workloads(arguments.dropFirst(2)), harness: harness(peerEffort))
    case ("correction-inputs", let folder?):
        try correctionFiles(folder, arguments).writeInputs()
    case ("correction-report", let folder?):
        guard let path = arguments.dropFirst(2).first else { fail(usage, status: 64) }
        try correctionFiles(folder, arguments).writeReport(to: path)
    case ("correction-default", let folder?):
        guard let path = arguments.dropFirst(2).first else { fail(usage, status: 64) }
        try correctionFiles(folder, arguments).writeDefault(to: path)
    case ("detection-inputs", let folder?):
        try DetectionFiles(folder: folder, datasets: datasets()).writeInputs()
    case ("detection-report", let folder?):
        guard let path = arguments.dropFirst(2).first else { fail(usage, status: 64) }
        try DetectionFiles(folder: folder, datasets: datasets())
            .writeReport(to: path, harness: harness(peerEffort))
    case ("coherence-report", let guides?):
        try writeCoherenceReport(guides, arguments)
    case ("follow-report", let path?):
        let study = FollowStudy(
            seed: UInt64(
                count("--seed", in: arguments, standard: Int(FollowStudy.reportSeed))),
            blockCount: count("--blocks", in: arguments, standard: 300))
        try Data(FollowReport(study).markdown.utf8).write(to: URL(fileURLWithPath: path))
    case ("pacer-report", let path?):
        try PacerFiles.writeReport(
            to: path, personCount: count("--people", in: arguments, standard: 1000))
    case ("songs", _):
        try SongRuns.respond(rounds: count("--rounds", in: arguments, standard: 1))
    case ("song-terms", _):
        try SongRuns.writeTerms()
    case ("straps", _):
        try LiveRuns.straps(count("--count", in: arguments, standard: 10_000))
    case ("soak", _):
        try LiveRuns.soak(hours: Double(count("--hours", in: arguments, standard: 24)))
    case ("detection-fit", _):
        try fitDetector()
    default:
        fail(usage, status: 64)
    }
} catch {
    fail("KernelRuns: \(error.localizedDescription)\n", status: 74)
}
