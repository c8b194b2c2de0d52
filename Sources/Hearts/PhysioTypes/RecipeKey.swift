/// The name of a setting in a ``Recipe``: snake case with its unit, such as `window_s`.
///
/// The names stand in every result and never change. What is set in one module and read in another
/// is named here once; the parameters of a rule of correction and the conventions of other programs
/// bring their own names with them.
public struct RecipeKey: Sendable, Hashable {
    /// The name in tables and files.
    public let name: String

    /// A setting that is not listed below.
    public init(_ name: String) { self.name = name }
}

/// The keys of the input.
extension RecipeKey {
    /// Version of the toolkit.
    package static let toolkitVersion = RecipeKey("toolkit_version")
    /// Format of the file.
    package static let inputFormat = RecipeKey("input_format")
    /// The time when the recording began, as the file states it.
    package static let inputStart = RecipeKey("input_start")
    /// Time of the first beat in the file; s.
    package static let inputStartSeconds = RecipeKey("input_start_s")
    /// Unit of the intervals in a text file.
    package static let inputUnit = RecipeKey("input_unit")
    /// The source from which the unit was taken.
    package static let inputUnitSource = RecipeKey("input_unit_from")
    /// The content of the columns of a text file.
    package static let inputColumns = RecipeKey("input_columns")
    /// Unit of the times in a text file.
    package static let inputTimeUnit = RecipeKey("input_time_unit")
    /// The meaning of the times of a text file.
    package static let inputTimeMeaning = RecipeKey("input_times")
    /// Ending of the annotation file.
    package static let inputAnnotator = RecipeKey("input_annotator")
    /// Codes of the beats that count as normal.
    package static let inputNormalCodes = RecipeKey("input_normal")
    /// Name of the signal in which beats were found.
    package static let inputSignal = RecipeKey("input_signal")
    /// Sample rate of the signal; Hz.
    package static let inputRateHz = RecipeKey("input_rate_hz")
    /// The source from which the sample rate was taken.
    package static let inputRateSource = RecipeKey("input_rate_from")
    /// Position of the column of times, from 1.
    package static let inputTimeColumn = RecipeKey("input_time_column")
    /// Unit of the column of times; s.
    package static let inputTimeUnitSeconds = RecipeKey("input_time_unit_s")
    /// Name of the sensor.
    package static let device = RecipeKey("device")
    /// Intervals below it are gaps; ms.
    package static let plausibleRRMinMs = RecipeKey("plausible_rr_min_ms")
    /// Intervals above it are gaps; ms.
    package static let plausibleRRMaxMs = RecipeKey("plausible_rr_max_ms")
}

/// The keys of the search for beats and of their correction.
extension RecipeKey {
    /// Name of the detector.
    package static let detector = RecipeKey("detector")
    /// The rule that selects the intervals that count as NN.
    package static let nnSelection = RecipeKey("nn_selection")
    /// Detector that measured the quality of the signal.
    package static let qualitySource = RecipeKey("stretches_from")
    /// Detector that measured breathing.
    package static let breathingSource = RecipeKey("breathing_from")
    /// Rule that finds artefacts.
    package static let correction = RecipeKey("correction")
    /// The method that repaired artefacts.
    package static let repair = RecipeKey("repair")
    /// Most passes of the rule.
    package static let maxCorrectionPasses = RecipeKey("correction_passes")
    /// Share of artefacts above which a row has no numbers.
    package static let maxArtefactShare = RecipeKey("max_artefacts")
}

/// The keys of a row.
extension RecipeKey {
    /// Length of a window; s.
    package static let windowSeconds = RecipeKey("window_s")
    /// The time from the beginning of one window to the next; s.
    package static let stepSeconds = RecipeKey("step_s")
    /// Hours of the night.
    package static let nightHours = RecipeKey("night")
    /// Time of day at which the recording began.
    package static let startTimeOfDay = RecipeKey("clock_start")
    /// Share of time that NN intervals have to cover.
    package static let minCoverage = RecipeKey("min_coverage")
    /// A flag that numbers are given although the data speak against them.
    package static let isForced = RecipeKey("forced")
}

/// Another program.
extension RecipeKey {
    /// Program whose conventions are followed; its conventions have keys of their own.
    package static let emulatedProgram = RecipeKey("like")
    /// A flag that the named defects of the other program are reproduced.
    package static let emulatedDefects = RecipeKey("like_defects")
}

/// Spectrum.
extension RecipeKey {
    /// Estimator of the density.
    package static let psd = RecipeKey("psd")
    /// Taper of the estimator.
    package static let taper = RecipeKey("taper")
    /// The trend that is subtracted before.
    package static let detrend = RecipeKey("detrend")
    /// Regularisation of smoothness priors.
    package static let detrendLambda = RecipeKey("detrend_lambda")
    /// The method that makes the even grid.
    package static let resample = RecipeKey("resample")
    /// Rate of the even grid; Hz.
    package static let resampleHz = RecipeKey("resample_hz")
    /// The transform that is in use.
    package static let fft = RecipeKey("fft")
    /// Order of the autoregressive model.
    package static let arOrder = RecipeKey("ar_order")
    /// Length of a segment; s.
    package static let welchSegmentSeconds = RecipeKey("welch_segment_s")
    /// Time-bandwidth product.
    package static let multitaperNW = RecipeKey("multitaper_nw")
    /// Count of the tapers.
    package static let multitaperTaperCount = RecipeKey("multitaper_k")
    /// The bands; Hz.
    package static let bandsHz = RecipeKey("bands_hz")
}

/// Other metrics.
extension RecipeKey {
    /// Width of a bin; ms.
    package static let timeStepMs = RecipeKey("time_step_ms")
    package static let histogramBinMs = RecipeKey("histogram_bin_ms")
    /// Length of a template.
    package static let entropyTemplateLength = RecipeKey("entropy_m")
    /// Tolerance of a template, as a share of SDNN.
    package static let entropyToleranceSD = RecipeKey("entropy_r_sd")
    /// Scales of multiscale entropy.
    package static let mseScales = RecipeKey("mse_scales")
    /// Boxes of alpha1; beats.
    package static let dfaAlpha1Boxes = RecipeKey("dfa_alpha1_boxes")
    /// Boxes of alpha2; beats.
    package static let dfaAlpha2Boxes = RecipeKey("dfa_alpha2_boxes")
    /// Orders of the multifractal widths.
    package static let mfdfaOrders = RecipeKey("mfdfa_orders")
    /// Longest lag of Higuchi's dimension.
    package static let higuchiMaxLag = RecipeKey("higuchi_k")
    /// The threshold that makes the sequence binary.
    package static let lempelZivThreshold = RecipeKey("lempel_ziv_threshold")
    /// Levels of symbolic dynamics.
    package static let symbols = RecipeKey("symbols")
    /// Intervals of a vector of the correlation dimension.
    package static let correlationVectorLength = RecipeKey("cd_m")
    /// Intervals of a vector of recurrence quantification.
    package static let rqaVectorLength = RecipeKey("rqa_m")
    /// Radius of recurrence.
    package static let rqaRadius = RecipeKey("rqa_r")
    /// Shortest line of recurrence.
    package static let rqaMinLineLength = RecipeKey("rqa_line_min")
    /// Largest change of an anchor, as a share.
    package static let maxAnchorChangeShare = RecipeKey("capacity_change_max")
    /// Width of a bin of the stress index; ms.
    package static let stressIndexBinMs = RecipeKey("stress_bin_ms")
    /// Band of respiratory sinus arrhythmia; Hz.
    package static let rsaBandHz = RecipeKey("rsa_band_hz")
    /// Sinus beats about a premature beat.
    package static let turbulenceBeats = RecipeKey("turbulence_beats")
}

/// Intervals of the metrics.
extension RecipeKey {
    /// Probability of an interval.
    package static let ciLevel = RecipeKey("ci_level")
    /// The method that computes confidence intervals.
    package static let ciMethod = RecipeKey("ci_method")
    /// Seed of the resampling.
    package static let ciSeed = RecipeKey("ci_seed")
    /// Count of the resamples.
    package static let ciResampleCount = RecipeKey("ci_resamples")
    /// Length of a block; beats.
    package static let ciBlockBeatCount = RecipeKey("ci_block_beats")
}

/// Resonance frequency.
extension RecipeKey {
    /// The knowledge of the phase of breathing.
    package static let breathPhaseKnowledge = RecipeKey("breath_phase")
    /// Mean of the prior; breaths/min.
    package static let priorMeanBreathsPerMinute = RecipeKey("prior_mean_bpm")
    /// Standard deviation of the prior; breaths/min.
    package static let priorSDBreathsPerMinute = RecipeKey("prior_deviation_bpm")
}
