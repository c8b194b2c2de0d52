@_spi(Studies) import KernelBenchmarks
import PhysioDSP

/// Times of corrections, ours and others', of the same series.
public struct CorrectionSpeed: Sendable {
    /// One program on one workload.
    public struct Time: Sendable {
        /// A rule of ours, or another program's call.
        public let name: String
        public let beatCount: Int
        public let minNs: Double
        /// Distance of the result's RMSSD from that of the clean series, as a share of it.
        public let rmssdError: Double

        public init(name: String, beatCount: Int, minNs: Double, rmssdError: Double) {
            self.name = name
            self.beatCount = beatCount
            self.minNs = minNs
            self.rmssdError = rmssdError
        }
    }

    /// Processor, compiler and the like.
    public let environment: String
    public let ours: [Time]
    public let peers: [Time]

    public init(environment: String, ours: [Time], peers: [Time]) {
        self.environment = environment
        self.ours = ours
        self.peers = peers
    }

    /// Exponent of the cost between the shortest and the longest series.
    func growth(_ name: String) -> Double? {
        let times = (ours + peers).filter { $0.name == name }.sorted { $0.beatCount < $1.beatCount }
        guard let short = times.first, let long = times.last, long.beatCount > short.beatCount
        else { return nil }
        return PlatformMath.log(long.minNs / short.minNs)
            / PlatformMath.log(Double(long.beatCount) / Double(short.beatCount))
    }

    /// The table of times for the longest series.
    var table: String {
        let maxCount = ours.map(\.beatCount).max() ?? 0
        let long = ours.filter { $0.beatCount == maxCount }
        var table = MarkdownTable(
            ["", "time", "growth exponent", "RMSSD off by"] + long.map { "times \($0.name)" })
        for time in long + peers.filter({ $0.beatCount == maxCount }) {
            table.add(
                [
                    time.name, BenchmarkText.time(time.minNs),
                    growth(time.name).map { BenchmarkText.fixed(max(0, $0), decimals: 2) } ?? "",
                    Percent.error(time.rmssdError) + " %",
                ] + long.map { BenchmarkText.threeSignificantDigits(time.minNs / $0.minNs) })
        }
        return table.text
    }
}

extension CorrectionReport {
    var speedSection: String {
        guard let speed else { return "## Speed\nNot measured." }
        return """
            ## Speed
            100,000 beats, 1 % at fault; one thread, CPU time, the least of all rounds in turn, parsing \
            outside. The exponent is that of the cost from 10,000 to 100,000 beats. systole is compiled \
            by numba in part, neurokit2 is Python over numpy. \(speed.environment)

            \(speed.table)
            """
    }
}
