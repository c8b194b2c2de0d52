import ArgumentParser
import CommandSupport
import PhysioTypes
import SensorProtocol

extension RowOptions {
    /// The options as words of the command line, always in one order and spelling; those that say nothing are left out.
    var arguments: [String] {
        var arguments: [String] = []
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { arguments.append("--\(name)=\(value)") }
        }
        func add(_ name: String, isSet: Bool) {
            if isSet { arguments.append("--\(name)") }
        }
        add("window", window)
        add("step", step)
        add("from", from)
        add("to", to)
        add("unit", beats.unit?.rawValue)
        add("decimal", beats.decimal?.rawValue)
        add("dates", beats.dates?.rawValue)
        add("column", beats.column)
        add("split-by", beats.splitBy)
        add("part", beats.part)
        add("format", beats.format)
        add("annotator", beats.annotator)
        add("signal", signals.signal)
        add("rate", signals.rate)
        add("detector", signals.detector.map { $0.published?.rawValue ?? "resonant" })
        add("psd", analysis.psd.isEmpty ? nil : analysis.estimators[0].rawValue)
        add("taper", analysis.taper?.rawValue)
        add("resample", analysis.resample?.rawValue)
        add("detrend", analysis.detrend?.rawValue)
        add("correct", correction.correct.map { $0.rule?.name ?? RuleArgument.none })
        add("repair", correction.repair?.rawValue)
        for band in analysis.band {
            add("band", "\(band.choice.name)=\(band.choice.band.lowHz),\(band.choice.band.highHz)")
        }
        add("force", isSet: analysis.force)
        add("like", dialect.like?.rawValue)
        add("with-defects", isSet: dialect.withDefects)
        add("night", dayNight.night.map { "\($0.from.optionText)-\($0.to.optionText)" })
        add("start", dayNight.start.map(\.optionText))
        add("zone", dayNight.zone?.rules.name)
        add("ci", isSet: uncertainty.ci)
        add("seed", uncertainty.seed)
        return arguments
    }
}

extension TimeOfDay {
    /// The time as it is written on the command line.
    fileprivate var optionText: String {
        let wholeSeconds = Int(seconds)
        let remainingSeconds = seconds - Double(wholeSeconds / 60 * 60)
        let parts = [wholeSeconds / 3600, wholeSeconds / 60 % 60].map {
            $0 < 10 ? "0\($0)" : "\($0)"
        }
        return parts.joined(separator: ":")
            + (remainingSeconds == 0
                ? "" : ":\(remainingSeconds < 10 ? "0" : "")\(remainingSeconds)")
    }
}
