@_spi(Studies) import KernelBenchmarks
import ResonanceBreathing

/// Straps that send late: what the report says of them.
extension PacerReport {
    struct OtherStrap {
        let name: String
        let sending: LateStrap.Sending
        var sessions = 1
    }

    /// Each differs in one thing from a strap of 2.6 s that sends once a second and is not known.
    static let otherStraps: [OtherStrap] = {
        func strap(_ change: (inout LateStrap.Sending) -> Void) -> LateStrap.Sending {
            var sending = LateStrap.Sending(latencySeconds: 2.6)
            change(&sending)
            return sending
        }
        return [
            OtherStrap(
                name: "a packet every 3 s", sending: strap { $0.packetSeconds = 3 }),
            OtherStrap(
                name: "5 % of packets lost", sending: strap { $0.lostShare = 0.05 }),
            OtherStrap(
                name: "0.4 s, from the middle on 2.6 s, told",
                sending: strap { ($0.latencySeconds, $0.laterLatencySeconds) = (0.4, 2.6) }),
            OtherStrap(
                name: "2.6 s, from the middle on 0.4 s, not told",
                sending: strap { ($0.laterLatencySeconds, $0.reportsLink) = (0.4, false) }),
            OtherStrap(
                name: "claims 0.4 s, has 3 s",
                sending: strap { ($0.latencySeconds, $0.expected) = (3, (0.4, 0.2, 0.9)) }),
            OtherStrap(
                name: "a published latency of 2.6 s",
                sending: strap { $0.expected = (2.6, 0.44, 0.9) }),
            OtherStrap(name: "known from three sessions", sending: strap { _ in }, sessions: 4),
            OtherStrap(
                name: "an exact clock", sending: strap { $0.expected = (2.6, 0.05, 1) }),
        ]
    }()

    var latencyTable: String {
        var table = MarkdownTable(
            ["latency, s"]
                + PacerStudy.minutes.flatMap { ["\($0) min: error", "in interval"] }
                + ["lost, 95 %", "error of the latency, median, s"])
        for (seconds, scores) in latencies {
            let cells = PacerStudy.minutes.flatMap { minutes -> [String] in
                guard let found = scores[minutes] else { return ["-", "-"] }
                return [Self.errors(found), found.insideShare.map(Self.percent) ?? "-"]
            }
            table.add(
                [Self.tenths(seconds)] + cells + Self.latencyCells(scores[15], seconds))
        }
        var others = MarkdownTable(
            ["strap"]
                + Self.otherMinutes.flatMap { ["\($0) min: error", "in interval"] }
                + ["lost, 95 %", "error of the latency, median, s"])
        for (name, seconds, scores) in straps {
            let cells = Self.otherMinutes.flatMap { minutes -> [String] in
                guard let found = scores[minutes] else { return ["-", "-"] }
                return [Self.errors(found), found.insideShare.map(Self.percent) ?? "-"]
            }
            others.add([name] + cells + Self.latencyCells(scores[15], seconds))
        }
        return """
            ## Straps that send late

            Between a heart beat and the arrival of its interval lie the strap, its radio and the host:
            0.4 to 2.6 s for the straps that were measured ([straps](straps.md#latency)). A packet a
            second, after an exponential time of 0.1 s in the mean; the pacer knows nothing of the strap
            and estimates its latency together with the rate. To it comes the person's own lag of 0.1
            to 0.5 s.

            \(table.text)

            Straps of 2.6 s with other habits; the link is away for 5 s where the latency changes:

            \(others.text)
            """
    }

    private static func latencyCells(_ scores: PacerScores?, _ seconds: Double) -> [String] {
        guard let scores else { return ["-", "-"] }
        return [
            percent(scores.largeLoss), scores.medianLatencyError(seconds).map(tenths) ?? "-",
        ]
    }

    /// Goals for every latency up to 5 s.
    func addLatencyGoals(_ add: (String, String, Double?, (Double) -> Bool) -> Void) {
        for (minutes, median, large) in [(10, 0.23, 0.95), (15, 0.20, 0.75)] {
            let scores = latencies.compactMap { $0.scores[minutes] }
            add(
                "\(minutes) min, every latency, worst median", "<= \(Self.rate(median))",
                scores.map(\.medianError).max(), { $0 <= median })
            add(
                "\(minutes) min, every latency, worst 95 %", "<= \(Self.rate(large))",
                scores.map(\.largeError).max(), { $0 <= large })
        }
        let late = latencies.compactMap { $0.scores[15] }
        add(
            "15 min, every latency, largest loss, 95 %", "<= 0.10",
            late.map(\.largeLoss).max(), { $0 <= 0.1 })
        let inside = late.compactMap(\.insideShare)
        add("15 min, every latency, least in the interval", ">= 0.85", inside.min(), { $0 >= 0.85 })
        add("15 min, every latency, most in the interval", "<= 0.95", inside.max(), { $0 <= 0.95 })
        func error(_ name: String, _ minutes: Int) -> Double? {
            straps.first { $0.name == name }?.scores[minutes]?.medianError
        }
        for minutes in Self.otherMinutes {
            guard let known = error("known from three sessions", minutes),
                let exact = error("an exact clock", minutes)
            else { continue }
            add(
                "\(minutes) min, known from three sessions over an exact clock, median", "<= 1.1",
                known / exact, { $0 <= 1.1 })
        }
    }
}
