import ArgumentParser
import BeatDetection
import RecordingAnalysis
import RecordingFiles

/// How R peaks are found: by our detector, or by one of those it is compared with.
enum DetectorChoice: ExpressibleByArgument {
    case resonant
    case baseline(BaselineDetector)

    static let allValueStrings = ["resonant"] + BaselineDetector.allCases.map(\.rawValue)

    init?(argument: String) {
        if argument == "resonant" {
            self = .resonant
        } else if let baseline = BaselineDetector(rawValue: argument) {
            self = .baseline(baseline)
        } else {
            return nil
        }
    }

    var baseline: BaselineDetector? {
        if case .baseline(let baseline) = self { baseline } else { nil }
    }
}

/// Which signal of a recording is read. Spelled the same in every command.
struct SignalChoice: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The signal to find R peaks in: its name, or its place counted from 0 (default: the "
                + "first ECG).",
            valueName: "name|index"))
    var signal: String?
}

/// Which signal of a recording is read, and how. Spelled the same in every command.
struct SignalOptions: ParsableArguments {
    @OptionGroup var choice: SignalChoice

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Samples a second, where a text file does not say.", valueName: "Hz"))
    var rate: Double?

    @Option(
        help: ArgumentHelp(
            "How R peaks are found (default: resonant; "
                + "\(BaselineDetector.allCases.map(\.rawValue).joined(separator: ", ")): published "
                + "detectors, for comparison).",
            valueName: "name"))
    var detector: DetectorChoice?

    func validate() throws {
        if let rate, !(rate > 0 && rate.isFinite) {
            throw ValidationError("--rate is a number of samples a second above 0")
        }
    }

    /// - Parameter options: completed by what is said here.
    func loader(_ options: RecordingFile.Options) -> RecordingLoader {
        var options = options
        options.rateHz = rate
        return RecordingLoader(
            options: options, signal: choice.signal, detector: detector?.baseline)
    }
}
