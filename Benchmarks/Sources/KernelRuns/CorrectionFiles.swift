import Foundation
@_spi(Studies) import KernelBenchmarks
import Resonance
import Studies

/// The folder through which the report on beat corrections gets what other programs made of its
/// series.
struct CorrectionFiles {
    private let folder: URL
    private let seedCount: Int
    private let peerSeedCount: Int
    private static let datasets = ProcessInfo.processInfo.environment["RESONANCE_DATASETS"]
    /// The records that are in fibrillation from beginning to end, by the description of the
    /// record.
    private static let fibrillating = ["14149"]
    /// The rule that other programs are compared with on recordings.
    private static let otherRule = "lipponen"

    init(folder path: String, seedCount: Int, peerSeedCount: Int) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        self.seedCount = seedCount
        self.peerSeedCount = min(seedCount, peerSeedCount)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    // MARK: What others are given

    func writeInputs() throws {
        print("seeds 1 to \(peerSeedCount) for other programs")
        try write(CorrectionStudy.numbersForPeers(seedCount: peerSeedCount), "series.f64")
        guard let records = try Self.records() else { return }
        try write(records.flatMap(\.numbersForPeers), "records.f64")
    }

    /// nil where the recordings are not at hand.
    private static func records() throws -> [RhythmRecord]? {
        guard let datasets else { return nil }
        return try ["mitdb", "ltdb-annotations", "crisdb"].flatMap { database in
            let path = datasets + "/" + database
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".atr") }.map { String($0.dropLast(4)) }.sorted()
            return try names.map { name in
                RhythmRecord(
                    database: database, name: name,
                    try AnnotatedBeats.read(path: path + "/" + name, annotator: "atr"),
                    isAllFibrillation: fibrillating.contains(name))
            }
        }
    }

    // MARK: The report

    func writeReport(to path: String) throws {
        print("seeds 1 to \(seedCount); for other programs 1 to \(peerSeedCount)")
        var report = CorrectionReport(
            ours: CorrectionStudy.scores(of: BeatRules.all, seedCount: seedCount),
            defaultRule: ArtefactCorrection().rule.name)
        report.edges =
            CorrectionStudy.scores(
                of: [ArtefactCorrection().rule], seedCount: seedCount, cells: CorrectionCell.edges
            ).first
        addRatesAndBursts(to: &report, BeatRules.all)
        let peers = try peers()
        report.versions = peers.versions
        report.failures = peers.methods.map { ($0.name, $0.failures) }
        report.peers = try peers.methods.map { method in
            CorrectionStudy.scores(
                ofPeer: method.name,
                results: PeerOutcome.list(try read("\(method.name).series.f64")),
                seedCount: peerSeedCount)
        }
        report.rhythms = try rhythms(peers.methods)
        report.speed = try speed()
        try report.markdown.write(toFile: path, atomically: true, encoding: .utf8)
        print("wrote \(path)")
    }

    /// The default rule alone: the figures to look at while it is worked on.
    func writeDefault(to path: String) throws {
        let rule = ArtefactCorrection().rule
        var report = CorrectionReport(
            ours: CorrectionStudy.scores(of: [rule], seedCount: seedCount), defaultRule: rule.name)
        report.edges =
            CorrectionStudy.scores(of: [rule], seedCount: seedCount, cells: CorrectionCell.edges)
            .first
        addRatesAndBursts(to: &report, [rule])
        report.rhythms = try rhythms([])
        try report.markdown.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Adds the scores of the default rule, and of the rule that other programs are compared with.
    private func addRatesAndBursts(to report: inout CorrectionReport, _ rules: [any BeatRule]) {
        let rules = rules.filter { [report.defaultRule, Self.otherRule].contains($0.name) }
        report.rateChanges = RateChangeStudy.scores(
            of: rules, seedCount: RateChangeStudy.usualSeedCount)
        report.bursts = NoiseBurstStudy.scores(of: rules)
    }

    private struct Peers: Decodable {
        struct Method: Decodable {
            let name: String
            let failures: Int
            let acceptsRecords: Bool

            private enum CodingKeys: String, CodingKey {
                case name, failures
                case acceptsRecords = "takesRecords"
            }
        }
        let methods: [Method]
        let versions: [String]
    }

    private func peers() throws -> Peers {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(
            Peers.self, from: Data(contentsOf: folder.appendingPathComponent("peers.json")))
    }

    private func rhythms(_ methods: [Peers.Method]) throws -> [CorrectionReport.RhythmResults]? {
        guard let records = try Self.records() else { return nil }
        let standard = ArtefactCorrection().rule
        let rules =
            methods.isEmpty
            ? [standard] : [standard] + BeatRules.all.filter { $0.name == Self.otherRule }
        let ours = rules.map { rule in
            CorrectionReport.RhythmResults(
                name: rule.name, scores: records.map { RhythmScore($0, by: rule) }, unfinished: [])
        }
        let others = try methods.filter(\.acceptsRecords).map { method in
            let outcomes = PeerOutcome.list(try read("\(method.name).records.f64"))
            let scores = zip(records, outcomes).map { RhythmScore($0, peer: $1) }
            return CorrectionReport.RhythmResults(
                name: method.name, scores: scores.compactMap { $0 },
                unfinished: zip(records, scores).filter { $0.1 == nil }
                    .map { "\($0.0.database) \($0.0.name)" })
        }
        return ours + others
    }

    // MARK: Speed

    /// nil where compare.py left no results.
    private func speed() throws -> CorrectionSpeed? {
        guard let times = try PeerTimes.read(folder: folder) else { return nil }
        let ours = times.ours.map {
            Self.time($0.name, Self.rule($0.name), $0.minNs, $0.deviation)
        }
        // Each other program ran once a rule of ours: the best counts.
        let peers = Dictionary(grouping: times.peers) {
            "\(Self.beatCount($0.workload)) \($0.peer)"
        }
        .values.compactMap { $0.min { $0.minNs < $1.minNs } }
        .map { Self.time($0.workload, $0.peer, $0.minNs, $0.deviation) }
        .sorted { $0.name > $1.name }
        return CorrectionSpeed(
            environment: times.environmentText,
            ours: ours, peers: peers)
    }

    private static func time(
        _ workload: String, _ name: String, _ minNs: Double, _ deviation: Double
    ) -> CorrectionSpeed.Time {
        CorrectionSpeed.Time(
            name: name, beatCount: beatCount(workload), minNs: minNs, rmssdError: deviation)
    }

    /// Returns the number of beats in `correction-<rule>-<beats>`.
    private static func beatCount(_ workload: String) -> Int {
        workload.split(separator: "-").last.flatMap { Int($0) } ?? 0
    }

    private static func rule(_ workload: String) -> String {
        workload.split(separator: "-").dropFirst().dropLast().joined(separator: "-")
    }

    // MARK: Files

    private func read(_ name: String) throws -> [Double] {
        try NumberFile.read(folder.appendingPathComponent(name))
    }

    private func write(_ values: [Double], _ name: String) throws {
        try NumberFile.write(values, to: folder.appendingPathComponent(name))
    }
}
