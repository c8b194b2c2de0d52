import Foundation
@_spi(Studies) import KernelBenchmarks
import Resonance
import Studies

/// Times of detection as compare.py left them in `times.json`, and those of the benchmark's cases.
struct DetectionTimes {
    private let times: PeerTimes

    /// nil where there are no results.
    init?(folder: URL) throws {
        guard let times = try PeerTimes.read(folder: folder) else { return nil }
        self.times = times
    }

    /// - Parameter first: what the first call for the first workload took.
    func speed(by harness: BenchmarkHarness, first: FirstCall?) -> DetectionSpeed {
        let ours = times.ours.enumerated().map { index, entry in
            DetectionSpeed.Time(
                program: "", workload: entry.name, minNs: entry.minNs,
                firstNs: index == 0 ? first?.nanoseconds : nil,
                grownBytes: index == 0 ? first?.grownBytes : nil, countError: entry.deviation)
        }
        let peers = times.peers.map {
            DetectionSpeed.Time(
                program: $0.peer, workload: $0.workload, minNs: $0.minNs, firstNs: $0.firstNs,
                grownBytes: $0.grownBytes, countError: $0.deviation)
        }
        let cases = BenchmarkSet.cases(.full).filter { $0.name.hasPrefix("BeatDetection/") }
        return DetectionSpeed(
            environment: times.environmentText,
            times: ours + peers, cases: cases.map(harness.measure))
    }
}

/// The cost of the first detection in this process: its time, and the growth of the process. The
/// memory is that of the call only as long as nothing else has run.
struct FirstCall {
    let nanoseconds: Double
    /// Growth of the memory in bytes; nil where the system does not report it.
    let grownBytes: Double?

    /// Measures the first call on the first workload.
    init?() {
        guard let workload = PeerWorkload.all.first(where: { $0.method == "detection" }),
            let signal = workload.arrays().first?.values, let rate = workload.parameters["rate_hz"]
        else { return nil }
        let before = Self.residentBytes()
        var peakBytes = before
        let begin = CPUClock.threadNanoseconds()
        var detector = RPeakDetector(sampleRateHz: rate)
        var beats: [DetectedBeat] = []
        signal.withUnsafeBufferPointer { samples in
            var rest = samples[...]
            while !rest.isEmpty {
                let part = UnsafeBufferPointer(rebasing: rest.prefix(Self.partCount))
                rest = rest.dropFirst(part.count)
                detector.push(part) { beat, _ in beats.append(beat) }
                peakBytes = Self.residentBytes().map { max($0, peakBytes ?? 0) }
            }
        }
        detector.finish { beat, _ in beats.append(beat) }
        nanoseconds = Double(CPUClock.threadNanoseconds() - begin)
        grownBytes = before.flatMap { before in peakBytes.map { Double($0 - before) } }
    }

    /// The number of samples between two readings of the memory.
    private static let partCount = 1_000_000

    private static func residentBytes() -> Int? {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
            return nil
        }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }
}
