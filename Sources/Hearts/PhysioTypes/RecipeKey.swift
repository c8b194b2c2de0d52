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

/// What was read.
extension RecipeKey {
    /// Version of the toolkit.
    public static let toolkitVersion = RecipeKey("toolkit_version")
    /// Format of the file.
    public static let inputFormat = RecipeKey("input_format")
    /// When the recording began, as the file states it.
    public static let inputStart = RecipeKey("input_start")
    /// Time of the first beat in the file; s.
    public static let inputStartSeconds = RecipeKey("input_start_s")
    /// Unit of the intervals in a text file.
    public static let inputUnit = RecipeKey("input_unit")
    /// What the unit was taken from.
    public static let inputUnitFrom = RecipeKey("input_unit_from")
    /// What the columns of a text file hold.
    public static let inputColumns = RecipeKey("input_columns")
    /// Unit of the times in a text file.
    public static let inputTimeUnit = RecipeKey("input_time_unit")
    /// What the times of a text file stand for.
    public static let inputTimes = RecipeKey("input_times")
    /// Ending of the annotation file.
    public static let inputAnnotator = RecipeKey("input_annotator")
    /// Name of the signal in which beats were found.
    public static let inputSignal = RecipeKey("input_signal")
    /// Sample rate of the signal; Hz.
    public static let inputRateHz = RecipeKey("input_rate_hz")
    /// What the sample rate was taken from.
    public static let inputRateFrom = RecipeKey("input_rate_from")
    /// Place of the column of times, from 1.
    public static let inputTimeColumn = RecipeKey("input_time_column")
    /// Unit of the column of times; s.
    public static let inputTimeUnitSeconds = RecipeKey("input_time_unit_s")
    /// Name of the sensor.
    public static let device = RecipeKey("device")
    /// Intervals below it are gaps; ms.
    public static let plausibleRRMinMs = RecipeKey("plausible_rr_min_ms")
    /// Intervals above it are gaps; ms.
    public static let plausibleRRMaxMs = RecipeKey("plausible_rr_max_ms")
}

/// How beats were found and corrected.
extension RecipeKey {
    /// Name of the detector.
    public static let detector = RecipeKey("detector")
    /// Which intervals count as NN.
    public static let nnSelection = RecipeKey("nn_selection")
    /// Detector that measured the quality of the signal.
    public static let stretchesFrom = RecipeKey("stretches_from")
    /// Detector that measured breathing.
    public static let breathingFrom = RecipeKey("breathing_from")
    /// Rule that finds artefacts.
    public static let correction = RecipeKey("correction")
    /// How artefacts were repaired.
    public static let repair = RecipeKey("repair")
    /// Most passes of the rule.
    public static let correctionPasses = RecipeKey("correction_passes")
    /// Share of artefacts above which a row has no numbers.
    public static let maxArtefacts = RecipeKey("max_artefacts")
}

/// What a row is.
extension RecipeKey {
    /// Length of a window; s.
    public static let windowSeconds = RecipeKey("window_s")
    /// From the begin of one window to the next; s.
    public static let stepSeconds = RecipeKey("step_s")
    /// Hours of the night.
    public static let night = RecipeKey("night")
    /// Time of day at which the recording began.
    public static let clockStart = RecipeKey("clock_start")
    /// Share of time that NN intervals have to cover.
    public static let minCoverage = RecipeKey("min_coverage")
    /// Whether numbers are given although the data speak against them.
    public static let forced = RecipeKey("forced")
}

/// Another program.
extension RecipeKey {
    /// Program whose conventions are followed; its conventions have keys of their own.
    public static let like = RecipeKey("like")
    /// Whether its named defects are reproduced.
    public static let likeDefects = RecipeKey("like_defects")
}

/// Spectrum.
extension RecipeKey {
    /// Estimator of the density.
    public static let psd = RecipeKey("psd")
    /// Taper of the estimator.
    public static let taper = RecipeKey("taper")
    /// What is subtracted before.
    public static let detrend = RecipeKey("detrend")
    /// Regularisation of smoothness priors.
    public static let detrendLambda = RecipeKey("detrend_lambda")
    /// How the even grid is made.
    public static let resample = RecipeKey("resample")
    /// Rate of the even grid; Hz.
    public static let resampleHz = RecipeKey("resample_hz")
    /// Which transform is in use.
    public static let fft = RecipeKey("fft")
    /// Order of the autoregressive model.
    public static let arOrder = RecipeKey("ar_order")
    /// Length of a segment; s.
    public static let welchSegmentSeconds = RecipeKey("welch_segment_s")
    /// Time-bandwidth product.
    public static let multitaperNW = RecipeKey("multitaper_nw")
    /// Count of the tapers.
    public static let multitaperK = RecipeKey("multitaper_k")
    /// The bands; Hz.
    public static let bandsHz = RecipeKey("bands_hz")
}

/// Other metrics.
extension RecipeKey {
    /// Width of a bin; ms.
    public static let histogramBinMs = RecipeKey("histogram_bin_ms")
    /// Length of a template.
    public static let entropyM = RecipeKey("entropy_m")
    /// Tolerance of a template, as a share of SDNN.
    public static let entropyRSD = RecipeKey("entropy_r_sd")
    /// Scales of multiscale entropy.
    public static let mseScales = RecipeKey("mse_scales")
    /// Boxes of alpha1; beats.
    public static let dfaAlpha1Boxes = RecipeKey("dfa_alpha1_boxes")
    /// Boxes of alpha2; beats.
    public static let dfaAlpha2Boxes = RecipeKey("dfa_alpha2_boxes")
    /// Orders of the multifractal widths.
    public static let mfdfaOrders = RecipeKey("mfdfa_orders")
    /// Longest lag of Higuchi's dimension.
    public static let higuchiK = RecipeKey("higuchi_k")
    /// What makes the sequence binary.
    public static let lempelZivThreshold = RecipeKey("lempel_ziv_threshold")
    /// Levels of symbolic dynamics.
    public static let symbols = RecipeKey("symbols")
    /// Intervals of a vector of the correlation dimension.
    public static let cdM = RecipeKey("cd_m")
    /// Intervals of a vector of recurrence quantification.
    public static let rqaM = RecipeKey("rqa_m")
    /// Radius of recurrence.
    public static let rqaR = RecipeKey("rqa_r")
    /// Shortest line of recurrence.
    public static let rqaLineMin = RecipeKey("rqa_line_min")
    /// Largest change of an anchor, as a share.
    public static let capacityChangeMax = RecipeKey("capacity_change_max")
    /// Width of a bin of the stress index; ms.
    public static let stressBinMs = RecipeKey("stress_bin_ms")
    /// Band of respiratory sinus arrhythmia; Hz.
    public static let rsaBandHz = RecipeKey("rsa_band_hz")
    /// Sinus beats about a premature beat.
    public static let turbulenceBeats = RecipeKey("turbulence_beats")
}

/// Intervals of the metrics.
extension RecipeKey {
    /// Probability of an interval.
    public static let ciLevel = RecipeKey("ci_level")
    /// How intervals are computed.
    public static let ciMethod = RecipeKey("ci_method")
    /// Seed of the resampling.
    public static let ciSeed = RecipeKey("ci_seed")
    /// Count of the resamples.
    public static let ciResamples = RecipeKey("ci_resamples")
    /// Length of a block; beats.
    public static let ciBlockBeats = RecipeKey("ci_block_beats")
}

/// Resonance frequency.
extension RecipeKey {
    /// What is known of the phase of breathing.
    public static let breathPhase = RecipeKey("breath_phase")
    /// Mean of the prior; breaths/min.
    public static let priorMeanBpm = RecipeKey("prior_mean_bpm")
    /// Standard deviation of the prior; breaths/min.
    public static let priorDeviationBpm = RecipeKey("prior_deviation_bpm")
}
