import ArgumentParser
import CommandSupport
import PhysioTypes
import SensorProtocol

extension RowOptions {
    /// The options as words of the command line, always in one order and spelling; those that say nothing are left out.
    var words: [String] {
        var words: [String] = []
        func add(_ name: String, _ value: (some CustomStringConvertible)?) {
            if let value { words.append("--\(name)=\(value)") }
        }
        func add(_ name: String, isSet: Bool) {
            if isSet { words.append("--\(name)") }
        }
        add("window", window)
        add("step", step)
        add("from", from)
        add("to", to)
        add("unit", beats.unit?.rawValue)
        add("decimal", beats.decimal?.rawValue)
        add("format", beats.format)
        add("annotator", beats.annotator)
        add("signal", signals.signal)
        add("rate", signals.rate)
        add("detector", signals.detector.map { $0.baseline?.rawValue ?? "resonant" })
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
        add("night", dayNight.night.map { "\($0.from.word)-\($0.to.word)" })
        add("start", dayNight.start.map(\.word))
        add("zone", dayNight.zone?.rules.name)
        add("ci", isSet: uncertainty.ci)
        add("seed", uncertainty.seed)
        return words
    }
}

extension TimeOfDay {
    /// As it is written on the command line.
    fileprivate var word: String {
        let whole = Int(seconds)
        let rest = seconds - Double(whole / 60 * 60)
        let parts = [whole / 3600, whole / 60 % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        return parts.joined(separator: ":") + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
    }
}
