import Foundation
@_spi(Studies) import KernelBenchmarks
import Studies

/// The folder through which workloads, answers and times pass between programs.
struct PeerFiles {
    let folder: URL

    init(folder path: String) throws {
        folder = URL(fileURLWithPath: path, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// `workloads.json` with the parameters, `<workload>.<array>.f64` with the numbers.
    func writeInputs(_ workloads: [PeerWorkload]) throws {
        struct Entry: Encodable {
            let name: String
            let method: String
            let parameters: [String: Double]
        }
        for workload in workloads {
            for (name, values) in workload.arrays() {
                try write(values, "\(workload.name).\(name).f64")
            }
            try write(workload.indices.map(Double.init), "\(workload.name).places.f64")
            try write(workload.expected(), "\(workload.name).expected.f64")
        }
        try write(
            workloads.map {
                Entry(name: $0.name, method: $0.method, parameters: $0.parameters)
            }, "workloads.json")
    }

    /// `<workload>.ours.f64` with the whole answer, `ours.json` with times and environment.
    func run(_ workloads: [PeerWorkload], harness: BenchmarkHarness) throws {
        struct Entry: Encodable {
            let name: String
            let minNs: Double
            let medianNs: Double
            let allocations: Int?
            let deviation: Double?

            private enum CodingKeys: String, CodingKey {
                case name
                case minNs = "leastNs"
                case medianNs, allocations, deviation
            }
        }
        struct Document: Encodable {
            let processor: String
            let instructions: String
            let transform: String
            let compiler: String
            let configuration: String
            let workloads: [Entry]
        }
        let entries = try workloads.map { workload in
            let (result, output) = workload.measure(by: harness)
            try write(output, "\(workload.name).ours.f64")
            return Entry(
                name: workload.name, minNs: result.nanoseconds.minimum,
                medianNs: result.nanoseconds.median, allocations: result.allocationCount,
                deviation: result.deviation)
        }
        let environment = BenchmarkEnvironment.current
        try write(
            Document(
                processor: environment.processor, instructions: environment.instructions.rawValue,
                transform: environment.transform, compiler: environment.compilerVersion,
                configuration: environment.configuration, workloads: entries), "ours.json")
    }

    private func write(_ values: [Double], _ name: String) throws {
        try NumberFile.write(values, to: folder.appendingPathComponent(name))
    }

    private func write(_ value: some Encodable, _ name: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        try encoder.encode(value).write(to: folder.appendingPathComponent(name))
    }
}
