import Foundation
@_spi(Studies) import KernelBenchmarks
import Resonance
import Studies

/// The folder through which the report on R-peak detection gets what other programs found.
struct DetectionFiles {
    private let folder: URL
    private let recordings: DetectionRecordings

    init(folder path: String, datasets: String) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        recordings = DetectionRecordings(datasets: datasets)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A recording for the comparison, and the name of its file for other programs.
    private struct Item {
        let file: String
        let read: () throws -> DetectionRecordings.Annotated
    }

    private func leads(_ lead: Int) throws -> [Item] {
        try recordings.recordNames().map { name in
            Item(file: "mitdb-\(name)-\(lead)") {
                try recordings.record("mitdb/" + name, lead: lead)
            }
        }
    }

    private var noise: [Item] {
        [Item(file: "nstdb-118e06") { try recordings.record("nstdb/118e06", lead: 0) }]
            + ["118e00", "118e06", "118e12"].map { name in
                Item(file: "excerpt-\(name)") { try recordings.excerpt(name) }
            }
    }

    // MARK: What others are given

    private struct Signal: Codable {
        let name: String
        let rateHz: Double
    }

    /// `signals.json` with names and rates, `<name>.f64` with the samples in mV.
    func writeInputs() throws {
        var signals: [Signal] = []
        func add(_ name: String, _ rateHz: Double, _ samples: [Double]) throws {
            try NumberFile.write(samples, to: folder.appendingPathComponent(name + ".f64"))
            signals.append(Signal(name: name, rateHz: rateHz))
        }
        for item in try leads(0) + leads(1) + noise {
            let annotated = try item.read()
            try add(item.file, annotated.reference.sampleRateHz, annotated.samples)
        }
        for signal in TimedSignal.all {
            try add(signal.name, signal.rateHz, signal.run().millivolts)
        }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(signals).write(to: folder.appendingPathComponent("signals.json"))
        print("\(signals.count) signals for other programs")
    }

    // MARK: The report

    func writeReport(to path: String, harness: BenchmarkHarness) throws {
        let first = FirstCall()
        let peers = try peers()
        let names = peers.methods.map(\.name)
        var report = DetectionReport(
            firstLead: try leads(0).map { try score($0, names) },
            secondLead: try leads(1).map { try score($0, names) },
            noise: try noise.map { try score($0, names) })
        print("scored the recordings")
        report.times = try TimedSignal.all.map { ($0, try errors($0, names)) }
        print("scored the simulated signals")
        report.files = try recordings.fileRows()
        report.versions = peers.versions
        report.failures = peers.methods.map { ($0.name, $0.failures) }
        report.speed = try DetectionTimes(folder: folder)?.speed(by: harness, first: first)
        let page = URL(fileURLWithPath: path)
        try Data(report.markdown.utf8).write(to: page)
        try Data(DetectionErrorStrips(report.worst).svg.utf8).write(
            to: URL(fileURLWithPath: DetectionReport.figurePath, relativeTo: page))
        for record in report.worst { try draw(record) }
        print("wrote \(path)")
    }

    private func score(_ item: Item, _ peers: [String]) throws -> SignalScore {
        let annotated = try item.read()
        let rate = annotated.reference.sampleRateHz
        return SignalScore(
            name: annotated.name, durationSeconds: annotated.durationSeconds,
            reference: annotated.reference,
            found: try found(annotated.samples, rate, item.file, peers))
    }

    private func errors(_ signal: TimedSignal, _ peers: [String]) throws -> [TimeErrors] {
        let ecg = signal.run()
        let ours = DetectionMethod.standard
        return [
            TimeErrors(
                method: ours.name,
                positions: ours.positions(ecg.millivolts, sampleRateHz: signal.rateHz), in: ecg)
        ]
            + (try peers.map { peer in
                TimeErrors(
                    method: peer, positions: try positions(of: peer, in: signal.name), in: ecg)
            })
    }

    /// Returns the beats found by our methods, the standard one first, and by the others.
    private func found(
        _ samples: [Double], _ rateHz: Double, _ file: String, _ peers: [String]
    ) throws -> [(method: String, positions: [Double])] {
        DetectionMethod.all.map { ($0.name, $0.positions(samples, sampleRateHz: rateHz)) }
            + (try peers.map { ($0, try positions(of: $0, in: file)) })
    }

    private func positions(of peer: String, in file: String) throws -> [Double] {
        try NumberFile.read(folder.appendingPathComponent("\(file).\(peer).f64"))
    }

    /// Draws the waveforms around the errors of one record, beside the results.
    private func draw(_ record: SignalScore) throws {
        let annotated = try recordings.record("mitdb/" + record.name, lead: 0)
        let drawing = DetectionErrorWaveforms(
            record, samples: annotated.samples, reference: annotated.reference,
            positions: DetectionMethod.standard.positions(
                annotated.samples, sampleRateHz: annotated.reference.sampleRateHz))
        try Data(drawing.svg.utf8).write(
            to: folder.appendingPathComponent("errors-\(record.name).svg"))
    }

    private struct Peers: Decodable {
        struct Method: Decodable {
            let name: String
            let failures: Int
        }
        let methods: [Method]
        let versions: [String]
    }

    private func peers() throws -> Peers {
        try JSONDecoder().decode(
            Peers.self, from: Data(contentsOf: folder.appendingPathComponent("peers.json")))
    }
}
