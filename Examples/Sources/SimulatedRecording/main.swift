// A simulated recording whose power is known, analysed in windows and written as JSON.
import Resonance

var simulation = RRSimulation(seed: 1)
simulation.durationSeconds = 900
simulation.lines = [.init(frequencyHz: 0.1, powerMsSquared: 800)]
let intervals = simulation.run().intervalsMs

var settings = AnalysisSettings()
settings.windows = .init(lengthSeconds: 300, stepSeconds: 150)
let result = AnalysisPipeline(settings: settings).analyze(
    Recording(format: "simulated", rr: RRSeries(intervalsMs: intervals)))

for row in result.rows {
    print(row.startSeconds, "s: LF", row["HRV_LF"]?.value ?? .nan, "of 800 ms^2")
}
let table = ResultTable(names: .resonance)
let rows = table.objects(ReportEntry(name: "simulated", result: result))
print(rows[0].compactText.prefix(60), "...")
