public import HRVFeatures
public import PhysioTypes

/// The recipe of a result as a paragraph for the methods section of a paper, with references.
///
/// Says what was done and nothing else: a setting that the recipe does not hold is not mentioned.
/// References are numbered in the order in which they are cited.
public struct MethodsParagraph: Sendable {
    private let recipe: Recipe
    private var citations = Citations()
    private var sentences: [String] = []

    public init(_ recipe: Recipe) {
        self.recipe = recipe
        describeInput()
        if recipe[.emulatedProgram] == nil {
            describeMetrics()
        } else {
            describeOtherProgram()
        }
        describeUncertainty()
        describeLimits()
    }

    private init(unwritten recipe: Recipe) { self.recipe = recipe }

    /// The paragraph, an empty line, and the numbered references; lines of at most 100 characters.
    public var text: String {
        let references = citations.sources.enumerated().map { "[\($0 + 1)] \($1.text)" }
        return
            (TextWrap.lines(sentences.joined(separator: " "))
            + [""] + references.flatMap { TextWrap.lines($0, indentation: "    ") })
            .joined(separator: "\n") + "\n"
    }

    /// The publications that say how a metric is defined, each as its reference; empty where there is none.
    public static func references(for metric: MetricKey) -> [String] {
        var recipe = Recipe()
        recipe.set(.psd, .text(SpectrumSettings().estimator.rawValue))
        var paragraph = MethodsParagraph(unwritten: recipe)
        _ = paragraph.clause(on: MetricDefinition.of(metric).method)
        return paragraph.citations.sources.map(\.text)
    }

    // MARK: What was read

    private mutating func describeInput() {
        sentences.append(
            "Heart-rate variability was computed with Resonance \(text(.toolkitVersion)).")
        var input = "Beats were read from \(text(.inputFormat)) files"
        if recipe[.inputUnit] != nil { input += " (unit \(text(.inputUnit)))" }
        if recipe[.inputAnnotator] != nil {
            input += " (annotations \(text(.inputAnnotator)))"
        }
        input +=
            "; intervals below \(text(.plausibleRRMinMs)) or above "
            + "\(text(.plausibleRRMaxMs)) ms were taken as gaps"
        sentences.append(input + ".")
        describeCorrection()
        if recipe[.windowSeconds] != nil {
            sentences.append(
                "Metrics were computed over windows of \(text(.windowSeconds)) s that begin every "
                    + "\(text(.stepSeconds)) s.")
        }
    }

    private mutating func describeCorrection() {
        let rule = text(.correction)
        guard rule != "none" else {
            sentences.append("No artefact correction was applied.")
            return
        }
        guard recipe[.repair] != nil else {
            sentences.append("Artefacts were corrected (\(rule)).")
            return
        }
        var sentence = "Beats at fault were found by the rule \(rule)"
        if let source = MethodsSource(rule: rule) { sentence += " " + cite(source) }
        if rule == "resonant" {
            sentence += ", which judges each beat by the rhythm of those around it and leaves out "
            sentence += "stretches without one"
        }
        let repair = [
            "time-keeping":
                "; what was missed was put in and what was displaced was moved, so that the sum of "
                + "their intervals stays, to lengths that a cubic through the intervals on either "
                + "side predicts, given back the variability that it lacks",
            "removal": ", and left out", "linear": ", and replaced by linear interpolation",
            "cubic": ", and replaced by cubic interpolation",
            "monotone": ", and replaced by shape-preserving cubic interpolation",
            "marking": ", and kept as they are",
        ][text(.repair)]
        sentences.append(sentence + (repair ?? " and repaired (\(text(.repair)))") + ".")
    }

    // MARK: Our own conventions

    private mutating func describeMetrics() {
        var sentence = ""
        for method in MetricMethod.allCases {
            let clause = clause(on: method)
            sentence += clause.text + clause.punctuation.rawValue
            if clause.punctuation == .sentence {
                sentences.append(sentence)
                sentence = ""
            }
        }
    }

    mutating func spectrum() -> String {
        var sentence = "The power spectral density was estimated by " + estimator()
        let detrendingText = [
            "linear": "after a straight line was subtracted",
            "none": "after the mean was subtracted",
            "smoothness-priors":
                "after a smooth trend was subtracted (smoothness priors, lambda "
                + text(.detrendLambda) + ") "
                + (text(.detrend) == "smoothness-priors" ? cite(.tarvainen) : ""),
        ][text(.detrend)]
        if let trend = detrendingText { sentence += ", " + trend.trimmingSpace }
        return sentence
            + ". Powers are integrals of the density over \(bandList()), in ms^2; an edge may lie "
            + "between two frequencies of the estimate. LF and HF in normalised units are "
            + "percentages of LF + HF"
    }

    private mutating func estimator() -> String {
        let taper =
            text(.taper) == "none"
            ? "without a taper" : "with a \(text(.taper).capitalizingFirstLetter) taper"
        let resamplingText = "the intervals rebuilt at \(text(.resampleHz)) Hz (\(text(.resample)))"
        switch text(.psd) {
        case "lomb":
            return
                "the generalised Lomb-Scargle periodogram of the intervals at the times of their "
                + "beats \(cite(.lomb)) \(cite(.zechmeister)), \(taper), scaled to a density "
                + "\(cite(.laguna))"
        case "welch":
            return
                "Welch's method \(cite(.welch)) on \(resamplingText), segments of up to "
                + "\(text(.welchSegmentSeconds)) s \(taper) that overlap by at least half"
        case "burg":
            return
                "an autoregressive model of order \(text(.arOrder)) by Burg's method "
                + "\(cite(.burg)) on \(resamplingText), powers integrated around its poles"
        case "multitaper":
            return
                "the adaptive multitaper method \(cite(.thomson)) on \(resamplingText), NW "
                + "\(text(.multitaperNW)), \(text(.multitaperTaperCount)) tapers"
        default:
            return
                "the periodogram of \(resamplingText) \(cite(.feichtinger)), \(taper); intervals that are "
                + "missing were estimated for it from their sum and an autoregressive model "
                + "\(cite(.janssen))"
        }
    }

    private mutating func describeUncertainty() {
        guard case .number(let level)? = recipe[.ciLevel] else { return }
        sentences.append(
            "The \(ReportNumber.exact(100 * level)) % intervals are of chi-square and F distributions for powers and "
                + "their ratios, and otherwise of a block bootstrap with blocks after Politis and White "
                + "\(cite(.politis)) (\(text(.ciResampleCount)) resamples, seed \(text(.ciSeed))).")
    }

    // MARK: Another program's

    private mutating func describeOtherProgram() {
        var sentence = "Metrics follow the conventions of \(text(.emulatedProgram))"
        if let source = MethodsSource(program: text(.emulatedProgram)) {
            sentence += " " + cite(source)
        }
        if case .flag(true)? = recipe[.emulatedDefects] {
            sentence += ", its known defects included"
        }
        let settings = recipe.settings.drop { $0.key != .emulatedDefects }.dropFirst()
        let list = settings.map { "\($0.name.replacing("_", with: " ")): \(Self.text($0.value))" }
        sentences.append(sentence + ": " + list.joined(separator: "; ") + ".")
    }

    private mutating func describeLimits() {
        if case .flag(true)? = recipe[.isForced] {
            sentences.append(
                "Numbers were given even where the data were too short or too sparse, and are marked."
            )
            return
        }
        guard case .number(let coverage)? = recipe[.minCoverage] else { return }
        sentences.append(
            "Stretches of which normal intervals cover less than "
                + "\(ReportNumber.exact(100 * coverage)) %"
                + (share(.maxArtefactShare).map { ", or with more than \($0) % of beats at fault," }
                    ?? "") + " were left out.")
    }

    // MARK: Words

    private func share(_ key: RecipeKey) -> String? {
        guard case .number(let share)? = recipe[key] else { return nil }
        return ReportNumber.exact(100 * share)
    }

    mutating func cite(_ source: MethodsSource) -> String { citations.number(of: source) }

    func text(_ key: RecipeKey) -> String { recipe[key].map(Self.text) ?? "" }

    private static func text(_ value: Recipe.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): ReportNumber.exact(number)
        case .flag(let flag): flag ? "yes" : "no"
        case .bands(let bands):
            bands.map {
                "\($0.name) (\(ReportNumber.exact($0.lowHz))-\(ReportNumber.exact($0.highHz)) Hz)"
            }
            .joined(separator: ", ")
        }
    }

    private func bandList() -> String { text(.bandsHz) }
}

extension String {
    fileprivate var capitalizingFirstLetter: String { prefix(1).uppercased() + dropFirst() }
    fileprivate var trimmingSpace: String { hasSuffix(" ") ? String(dropLast()) : self }
}
