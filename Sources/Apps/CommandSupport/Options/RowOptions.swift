package import ArgumentParser
package import RecordingAnalysis
import SensorProtocol

/// The options that shape a row of metrics. Spelled the same in every command.
package struct RowOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of a window; s.", valueName: "s"))
    package var window: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Distance of two windows; s (default: the window).", valueName: "s"))
    package var step: Double?

    @Option(
        help: ArgumentHelp(
            "First of the beats of a health export: a date, or a date and time.",
            valueName: "2026-11-14|2026-11-14T03:12"))
    package var from: String?

    @Option(
        help: ArgumentHelp(
            "Last of the beats of a health export: a date, or a date and time.",
            valueName: "2026-11-20|2026-11-20T08:00"))
    package var to: String?

    // Groups inside groups are parsed many times in debug builds: these stand side by side.
    @OptionGroup(title: "Reading") package var beats: BeatFileOptions
    @OptionGroup(title: "Reading") package var signals: SignalOptions
    @OptionGroup(title: "Analysis") package var analysis: AnalysisOptions
    @OptionGroup(title: "Analysis") package var correction: CorrectionOptions
    @OptionGroup(title: "Another program's conventions") package var dialect: DialectOptions
    @OptionGroup(title: "Day and night") package var dayNight: DayNightOptions
    @OptionGroup(title: "Uncertainty") package var uncertainty: UncertaintyOptions

    package init() {}

    package func validate() throws {
        if analysis.estimators.count > 1 {
            throw ValidationError(
                "--psd: a row has one estimator; hrv spectrum compares several")
        }
        do throws(OptionError) {
            try request.check()
        } catch {
            throw ValidationError(error.text)
        }
    }

    /// The options as one value, which the C library has too; under the toolkit's own names.
    package var request: AnalysisRequest {
        var request = AnalysisRequest()
        (request.windowSeconds, request.stepSeconds) = (window, step)
        request.night = dayNight.night.map { ($0.from, $0.to) }
        request.recordingStart = dayNight.start
        request.zone = dayNight.zone?.rules
        analysis.describe(in: &request)
        (request.rule, request.repair) = (correction.choice, correction.repair)
        (request.dialect, request.includesDefects) = (dialect.like, dialect.withDefects)
        (request.wantsConfidenceIntervals, request.seed) = (uncertainty.ci, uncertainty.seed)
        request.recordingOptions = beats.recordingOptions
        request.recordingOptions.rateHz = signals.rate
        (request.signal, request.part) = (signals.signal, beats.part)
        request.detector = signals.detector?.published
        (request.from, request.to) = (from, to)
        return request
    }
}
