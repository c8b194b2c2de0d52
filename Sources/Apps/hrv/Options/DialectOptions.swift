import ArgumentParser
import HRVFeatures
import HRVPipeline

/// Whose conventions the metrics follow. Spelled the same in every command.
struct DialectOptions: ParsableArguments {
    @Option(help: "Follow this program's conventions instead of ours; see also hrv explain.")
    var like: Dialect?

    @Flag(help: "With --like: reproduce the program's known defects too.")
    var withDefects = false

    func validate() throws {
        if withDefects, like == nil { throw ValidationError("--with-defects needs --like") }
    }

    /// - Throws: a usage error for options that shape what the program decides.
    func validate(_ analysis: AnalysisOptions, _ uncertainty: UncertaintyOptions) throws {
        try analysis.correction.validate(isLike: like != nil)
        guard like != nil else { return }
        if analysis.shapesSpectrum {
            throw ValidationError(
                "--like decides how the spectrum is made: leave out --psd, --taper, --resample, "
                    + "--detrend and --band")
        }
        if uncertainty.ci {
            throw ValidationError("--ci gives intervals of our own metrics: leave out --like")
        }
    }

    var voice: AnalysisSettings.Voice? {
        like.map { .init($0, includesDefects: withDefects) }
    }
}
