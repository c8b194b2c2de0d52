import ArgumentParser
import RecordingAnalysis
import SensorProtocol

/// What shapes a row of metrics. Spelled the same in every command.
struct RowOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Length of a window; s.", valueName: "s"))
    var window: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Distance of two windows; s (default: the window).", valueName: "s"))
    var step: Double?

    @Option(
        help: ArgumentHelp(
            "First of the beats of a health export: a date, or a date and time.",
            valueName: "2026-11-14|2026-11-14T03:12"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Last of the beats of a health export: a date, or a date and time.",
            valueName: "2026-11-20|2026-11-20T08:00"))
    var to: String?

    @OptionGroup(title: "Reading") var input: InputOptions
    @OptionGroup(title: "Analysis") var analysis: AnalysisOptions
    @OptionGroup(title: "Another program's conventions") var dialect: DialectOptions
    @OptionGroup(title: "Day and night") var dayNight: DayNightOptions
    @OptionGroup(title: "Uncertainty") var uncertainty: UncertaintyOptions

    func validate() throws {
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
    var request: AnalysisRequest {
        var request = AnalysisRequest()
        (request.windowSeconds, request.stepSeconds) = (window, step)
        request.night = dayNight.night.map { ($0.from, $0.to) }
        request.recordingStart = dayNight.start
        request.zone = dayNight.zone?.rules
        analysis.describe(in: &request)
        (request.dialect, request.includesDefects) = (dialect.like, dialect.withDefects)
        (request.wantsIntervals, request.seed) = (uncertainty.ci, uncertainty.seed)
        input.describe(in: &request)
        (request.from, request.to) = (from, to)
        return request
    }
}
