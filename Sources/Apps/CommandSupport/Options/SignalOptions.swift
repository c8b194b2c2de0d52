package import ArgumentParser
package import BeatDetection
package import RecordingAnalysis
package import RecordingFiles

/// The detector of R peaks: ours, or one of those it is compared with.
package enum DetectorChoice: ExpressibleByArgument {
    case resonant
    case published(PublishedDetector)

    package static let allValueStrings = ["resonant"] + PublishedDetector.allCases.map(\.rawValue)

    package init?(argument: String) {
        if argument == "resonant" {
            self = .resonant
        } else if let published = PublishedDetector(rawValue: argument) {
            self = .published(published)
        } else {
            return nil
        }
    }

    package var published: PublishedDetector? {
        if case .published(let published) = self { published } else { nil }
    }
}

/// The option for the signal of a recording that is read. Spelled the same in every command.
package struct SignalChoice: ParsableArguments {
    /// The help of the option, wherever it stands.
    static let help = ArgumentHelp(
        "The signal to find R peaks in: its name, or its place counted from 0 (default: the "
            + "first ECG).",
        valueName: "name|index")

    @Option(parsing: .unconditional, help: SignalChoice.help)
    package var signal: String?

    package init() {}
}

/// The options for the signal of a recording that is read, and for how it is read. Spelled the same
/// in every command.
package struct SignalOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: SignalChoice.help)
    package var signal: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Samples a second, where a text file does not say.", valueName: "Hz"))
    package var rate: Double?

    @Option(
        help: ArgumentHelp(
            "How R peaks are found (default: resonant; "
                + "\(PublishedDetector.allCases.map(\.rawValue).joined(separator: ", ")): published "
                + "detectors, for comparison).",
            valueName: "name"))
    package var detector: DetectorChoice?

    package init() {}

    package func validate() throws {
        if let rate, !(rate > 0 && rate.isFinite) {
            throw ValidationError("--rate is a number of samples a second above 0")
        }
    }

    /// - Parameter options: completed by what is said here.
    package func loader(_ options: RecordingFile.Options) -> RecordingLoader {
        var options = options
        options.rateHz = rate
        return RecordingLoader(
            options: options, signal: signal, detector: detector?.published)
    }
}
