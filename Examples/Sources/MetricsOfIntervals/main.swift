// Metrics of a list of intervals, and why some are missing.
import Resonance

let intervals = [800.0, 810, 795, 820, 805]
let beats = NNSeries(intervalsMs: intervals)

// The functions compute from the least their formulas need.
print("RMSSD", TimeDomain(beats).rmssdMs ?? .nan, "ms")

// A report withholds what five beats cannot carry, and says so.
let recording = Recording(format: "example", rr: RRSeries(intervalsMs: intervals))
for metric in AnalysisPipeline().analyze(recording).rows[0].metrics.prefix(4) {
    let text = metric.value.map { "\($0)" } ?? metric.reason?.text ?? ""
    print(metric.key, text)
}
