/// The reason that a value of a timeline is missing; the raw values are the codes that programs
/// read.
package enum MissingHealthValueReason: String, Sendable, CaseIterable {
    /// The night has in-bed samples alone, which are no sleep.
    case inBedOnly = "in_bed_only"
    /// The date has no sleep.
    case noSleep = "no_sleep"
    /// The date has no sample of the kind.
    case noSamples = "no_samples"
    /// The night has no segment of beats.
    case noBeats = "no_beats"
    /// The night has fewer segments or differences than the figures of beats need; nights are fewer than a difference
    /// needs.
    case tooFewValues = "too_few"
    /// The rules that were chosen know no such value.
    case notDefinedByRules = "not_given"
    /// The source did not record it.
    case notMeasured = "not_measured"
    /// The splits have no common length.
    case noCommonSplitLength = "no_unit"
    /// The source names no model, and its own name is shown only where it is asked for.
    case noModel = "no_model"
    /// The person has not chosen it: the rules decide.
    case decidedByRules = "by_rules"
    /// No export was imported, or none that says when it was made.
    case noExport = "no_export"
    /// The date lies behind the newest export.
    case afterExport = "after_export"
    /// The date has no practice of the kind.
    case noPractice = "no_practice"
    /// The date is today and has no practice of the kind yet.
    case dayNotOver = "day_open"
}
