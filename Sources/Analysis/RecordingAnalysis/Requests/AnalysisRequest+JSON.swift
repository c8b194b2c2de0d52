import BeatCorrection
import BeatDetection
import HRVFeatures
import HRVReports
import PhysioDSP
import PhysioTypes
import RecordingFiles
public import SensorProtocol

extension AnalysisRequest {
    /// The options that say how rows and numbers are made.
    public static let computationOptions: Set<String> = [
        "window", "step", "night", "start", "zone", "psd", "taper", "resample", "detrend", "band",
        "correct", "repair", "force", "jobs",
        "like", "with-defects", "ci", "seed", "names",
    ]
    /// The options that say what the values of an array are.
    public static let arrayOptions: Set<String> = [
        "unit", "gaps", "peaks-rate", "ecg-rate", "detector",
    ]
    /// The options that say how files are read.
    public static let readingOptions: Set<String> = [
        "unit", "decimal", "part", "format", "annotator", "normal", "signal", "rate", "detector",
        "from", "to",
    ]

    /// The options that say what of a file is read, as it is.
    public static let inputSelectionOptions: Set<String> = [
        "unit", "decimal", "format", "annotator", "normal", "signal", "rate", "from", "to",
        "signals",
    ]

    /// A request as one JSON object, with the long options of `hrv analyze` as its keys.
    ///
    /// A flag is true or false, a number a number, everything else a text; `band` may be several in an array, or an object
    /// with a pair of Hz a name. A null says nothing. `-` and `_` are the same in a key.
    ///
    /// - Parameter json: nil or empty for the toolkit's own conventions.
    /// - Parameter keys: the options that may be given.
    /// - Throws: for anything else.
    public init(
        json: String?, keys: Set<String> = computationOptions.union(readingOptions)
    ) throws(OptionError) {
        self.init()
        for option in try OptionObject.options(json, keys: keys) {
            try set(option.key, option.value)
        }
        try check()
    }

    mutating func set(_ key: String, _ value: OptionValue) throws(OptionError) {
        switch key {
        case "window": windowSeconds = try value.number()
        case "step": stepSeconds = try value.number()
        case "night": night = try value.night()
        case "start":
            recordingStart = try value.parsed("a time such as 22:30") { TimeOfDay($0) }
        case "zone":
            zone = try value.parsed("an offset such as +01:00, or UTC") { ZoneRules(offset: $0) }
        case "psd": estimator = try value.choice()
        case "taper": taper = try value.oneOf(["hann": Taper.hann, "none": Taper.none])
        case "resample": resampling = try value.choice()
        case "detrend": detrending = try value.choice()
        case "band": bands = try value.bands()
        case "correct":
            rule = try value.parsed(
                (["none"] + BeatRules.all.map(\.name)).joined(separator: ", ")
            ) { name in
                name == "none" ? RuleChoice.none : BeatRules.named(name).map { .rule($0) }
            }
        case "repair": repair = try value.choice()
        case "force": isForced = try value.flag()
        case "like": dialect = try value.choice()
        case "with-defects": includesDefects = try value.flag()
        case "ci": wantsConfidenceIntervals = try value.flag()
        case "seed": seed = try value.seed()
        case "jobs": jobCount = try value.count()
        case "names": names = try value.choice()
        default: try setReadingOption(key, value)
        }
    }

    /// Sets an option by a word, as a table has it; a number is one where the option is.
    package mutating func set(word key: String, _ word: String) throws(OptionError) {
        if key == "rate" {
            guard let number = Double(word) else {
                throw OptionError("--rate is a number, and not \(word)")
            }
            try set(key, OptionValue(key, .real(number)))
        } else {
            try set(key, OptionValue(key, .string(word)))
        }
    }

    private mutating func setReadingOption(
        _ key: String, _ value: OptionValue
    ) throws(OptionError) {
        switch key {
        case "unit": recordingOptions.text.unit = try value.choice()
        case "gaps": hasGaps = try value.flag()
        case "peaks-rate": peakSampleRateHz = try value.rate()
        case "ecg-rate": ecgRateHz = try value.rate()
        case "decimal": recordingOptions.text.decimalMark = try value.choice()
        case "dates": recordingOptions.text.dateOrder = try value.choice()
        case "column": recordingOptions.text.column = try value.textOrIndex()
        case "split-by": recordingOptions.text.splitColumn = try value.textOrIndex()
        case "format": recordingOptions.format = try value.text()
        case "annotator": recordingOptions.annotator = try value.text()
        case "normal":
            recordingOptions.normalBeats = try value.parsed("codes such as N,L,R") {
                NormalBeats($0)
            }
        case "rate": recordingOptions.rateHz = try value.number()
        case "signal": signal = try value.textOrIndex()
        case "part": part = try value.textOrIndex()
        case "signals": wantsSignals = try value.flag()
        case "detector":
            let names = ["resonant"] + PublishedDetector.allCases.map(\.rawValue)
            detector = try value.parsed(names.joined(separator: ", ")) { name in
                name == "resonant"
                    ? .some(nil) : PublishedDetector(rawValue: name).map { .some($0) }
            }
        case "from": from = try value.text()
        case "to": to = try value.text()
        default: throw OptionError("the option --\(key) is not for this call")
        }
    }
}
