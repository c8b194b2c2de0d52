@_spi(Studies) import KernelBenchmarks
import PhysioDSP

/// Times of R-peak detection, ours and others', on the same signals.
public struct DetectionSpeed: Sendable {
    /// One program on one signal.
    public struct Time: Sendable {
        /// Empty for ours.
        public let program: String
        /// The name of the workload.
        public let workload: String
        public let minNs: Double
        /// The time of the first call in a process; nil if it was not measured.
        public let firstNs: Double?
        /// The growth of the process in that call; nil if it was not measured.
        public let grownBytes: Double?
        /// Beats found, less those there are, as a share of these; a magnitude.
        public let countError: Double

        public init(
            program: String, workload: String, minNs: Double, firstNs: Double?,
            grownBytes: Double?, countError: Double
        ) {
            self.program = program
            self.workload = workload
            self.minNs = minNs
            self.firstNs = firstNs
            self.grownBytes = grownBytes
            self.countError = countError
        }
    }

    /// Processor, compiler and the like.
    public let environment: String
    /// Ours, then the others.
    public let times: [Time]
    /// The results of the benchmark's cases.
    public let cases: [BenchmarkResult]

    public init(environment: String, times: [Time], cases: [BenchmarkResult]) {
        self.environment = environment
        self.times = times
        self.cases = cases
    }

    /// Exponent of our cost between two signals.
    func growth(_ program: String) -> Double? {
        func time(_ workload: DetectionWorkload) -> Double? {
            times.first { $0.program == program && $0.workload == workload.name }?.minNs
        }
        guard let short = time(.hour), let long = time(.day) else { return nil }
        let lengths = DetectionWorkload.day.seconds / DetectionWorkload.hour.seconds
        return PlatformMath.log(long / short) / PlatformMath.log(lengths)
    }

    var table: String {
        var table = MarkdownTable([
            "signal", "program", "time", "times ours", "first call", "memory", "beats off by",
        ])
        for workload in DetectionWorkload.all {
            let times = times.filter { $0.workload == workload.name }
            let ours = times.first { $0.program.isEmpty }
            for time in times {
                table.add([
                    workload.title, time.program.isEmpty ? "**ours**" : time.program,
                    BenchmarkText.time(time.minNs),
                    ours.map { BenchmarkText.threeSignificantDigits(time.minNs / $0.minNs) } ?? "-",
                    time.firstNs.map(BenchmarkText.time) ?? "-",
                    time.grownBytes.map {
                        BenchmarkText.threeSignificantDigits($0 / 0x10_0000) + " MiB"
                    }
                        ?? "-",
                    Percent.small(time.countError) + " %",
                ])
            }
        }
        return table.text
    }

    var caseTable: String {
        var table = MarkdownTable(["case", "variant", "ns an item", "item", "times as shipped"])
        for result in cases {
            for variant in result.variants {
                table.add([
                    result.title, variant.name,
                    BenchmarkText.threeSignificantDigits(variant.nanosecondsPerItem),
                    result.itemUnit, BenchmarkText.threeSignificantDigits(variant.minTimeRatio),
                ])
            }
        }
        return table.text
    }
}

extension DetectionReport {
    var speedSection: String {
        guard let speed else { return "## Speed\nNot measured." }
        func exponent(_ program: String) -> String {
            speed.growth(program).map { BenchmarkText.fixed(max(0, $0), decimals: 2) } ?? "-"
        }
        let others = Set(speed.times.map(\.program)).subtracting([""]).sorted()
            .filter { speed.growth($0) != nil }.map { "\($0) \(exponent($0))" }
        return """
            ## Speed
            Simulated signals with waves of the baseline and noise of muscles; whole arrays in, times, \
            kinds and quality of all beats out; one thread, CPU time, the least of all rounds in turn, \
            parsing outside. sleepecg is compiled C under Python, xqrs is interpreted, neurokit is Python \
            over scipy. The first call is a program's first in its process; memory is what the process \
            grew by in it, the signal itself apart. \
            \(speed.environment)

            \(speed.table)

            The cost grows from an hour to a day with the exponent \(exponent("")) \
            (\(others.joined(separator: ", "))).

            The parts, by instructions, and one sample at a time:

            \(speed.caseTable)
            """
    }
}
