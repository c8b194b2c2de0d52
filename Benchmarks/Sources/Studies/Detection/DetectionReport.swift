import BeatDetection
@_spi(Studies) import KernelBenchmarks

/// The benchmark of R-peak detection as a page of Markdown.
public struct DetectionReport: Sendable {
    /// Annotated recordings: the first lead, and the second one of the same.
    public var firstLead: [SignalScore]
    public var secondLead: [SignalScore]
    /// The noise stress test.
    public var noise: [SignalScore]
    /// One a simulated signal, by method, ours first.
    public var times: [(signal: TimedSignal, errors: [TimeErrors])] = []
    public var files: [FileRow] = []
    public var speed: DetectionSpeed?
    /// The versions of the other programs and of what they run on.
    public var versions: [String] = []
    /// The number of signals on which a program failed, by its name.
    public var failures: [(name: String, count: Int)] = []

    public init(firstLead: [SignalScore], secondLead: [SignalScore], noise: [SignalScore]) {
        self.firstLead = firstLead
        self.secondLead = secondLead
        self.noise = noise
    }

    /// Records that are looked at more closely.
    public static let worstCount = 6

    /// The records with most errors, the worst first; of equal ones the first.
    public var worst: [SignalScore] {
        let order = firstLead.indices.sorted {
            let (a, b) = (firstLead[$0].errors.count, firstLead[$1].errors.count)
            return a == b ? $0 < $1 : a > b
        }
        return order.prefix(Self.worstCount).map { firstLead[$0] }
    }

    /// The page; the same for the same programs but for the times.
    public var markdown: String {
        [
            introduction, summarySection, recordSection, heldOutSection, noiseSection, errorSection,
            timeSection,
            fileSection, speedSection,
        ].joined(separator: "\n\n") + "\n"
    }

    private var introduction: String {
        """
        # R-peak detection: measured

        Made by `make report-detection`; not edited by hand.

        ## What is measured
        A detection is right if it lies within 150 ms of an annotated beat and is its only partner, \
        by the rules of ANSI/AAMI EC57 (`hrv score`). Se is the share of the beats that were found, \
        +P the share of the detections that are beats, F1 the harmonic mean of both, in percent, cut \
        and not rounded; offset is detected less annotated time. Every program has one setting for \
        all signals, its default. Ventricular flutter is not scored: of the records used it is \
        annotated in 207, and what is detected there counts neither way.

        Ours is `\(DetectionMethod.standard.name)`; pan-tompkins, hamilton and elgendi are published \
        detectors as `hrv detect --detector` has them, written anew from their papers. The other \
        programs: \(versions.joined(separator: ", ")); xqrs is `wfdb.processing.xqrs_detect`, sleepecg \
        is `detect_heartbeats` (C), neurokit is `ecg_clean` and `ecg_peaks` of neurokit2. \
        \(failureText)
        """
    }

    private var failureText: String {
        let failed = failures.filter { $0.count > 0 }
        guard !failed.isEmpty else { return "None failed on any signal." }
        return "Where one fails it has found nothing: "
            + failed.map { "\($0.name) on \($0.count)" }.joined(separator: ", ") + " signals."
    }

    // MARK: Records

    private var recordSection: String {
        """
        ## MIT-BIH Arrhythmia Database
        The \(firstLead.count) records at hand, first lead, 30 minutes each (Moody and Mark 2001, doi \
        10.13026/C2F305).

        \(Self.grossTable(firstLead, \.whole))

        From 5:00 on, as the standard has it:

        \(Self.grossTable(firstLead, \.settled))

        Record by record, all of it: ours, and F1 of the others.

        \(Self.recordTable(firstLead))
        """
    }

    private var heldOutSection: String {
        """
        ### What the detector had seen
        The weights of our detector were fitted on these very records: on the first lead, and on copies \
        of it with noise added or stretched in time, and on the second lead. So the tables above and below \
        show how well it fits, not how well it does on other people. When thirds of the records were \
        left out of the fit, all their leads with them, and each third was scored by the weights of the \
        other two, F1 was \(Self.heldOutFirst) on the first lead and \(Self.heldOutSecond) on the second, \
        over the whole length, before shapes are looked at; which measures there are was chosen by \
        that same figure. These two numbers are of `make fit-detector` and are not remade by this \
        command. The noise stress test took no part in the fit, but for its record 118 without noise; \
        it was looked at when the measures were chosen.

        The second lead of the same records, often the worse one:

        \(Self.grossTable(secondLead, \.whole))
        """
    }

    /// F1 by three-fold cross-validation over records, of the weights as fitted; %.
    private static let heldOutFirst = "99.90"
    private static let heldOutSecond = "98.69"

    private var noiseSection: String {
        """
        ## Noise stress test
        Record 118 with the motion of electrodes added (Moody, Muldrow and Mark 1984): all of 118e06, \
        at 6 dB in alternate two minutes from 5:00 on, and two minutes of it at 0, 6 and 12 dB, from 8:20 \
        on, of which the first 40 s are by that plan without noise.

        \(noise.map { "### \($0.name)\n\n" + Self.grossTable([$0], \.whole) }
            .joined(separator: "\n\n"))
        """
    }

    static func grossTable(
        _ scores: [SignalScore], _ part: KeyPath<SignalScore.Method, BeatScore>
    ) -> String {
        var table = MarkdownTable([
            "method", "Se", "+P", "F1", "TP", "FP", "FN", "offset, ms", "SD, ms",
        ])
        for method in SignalScore.gross(scores) {
            let score = method[keyPath: part]
            table.add([
                bold(method.name), percent(score.sensitivity), percent(score.positivePredictivity),
                percent(score.f1), "\(score.truePositives)", "\(score.falsePositives)",
                "\(score.falseNegatives)", signed(score.offsetMeanMs),
                signed(score.offsetDeviationMs),
            ])
        }
        return table.text
    }

    static func recordTable(_ scores: [SignalScore]) -> String {
        let others = (scores.first?.methods ?? []).dropFirst().map(\.name)
        var table = MarkdownTable(
            ["record", "beats", "FN", "FP", "Se", "+P", "F1", "SD, ms"] + others)
        for record in scores {
            guard let ours = record.methods.first?.whole else { continue }
            table.add(
                [
                    record.name, "\(ours.truePositives + ours.falseNegatives)",
                    "\(ours.falseNegatives)", "\(ours.falsePositives)", percent(ours.sensitivity),
                    percent(ours.positivePredictivity), percent(ours.f1),
                    signed(ours.offsetDeviationMs),
                ] + record.methods.dropFirst().map { percent($0.whole.f1) })
        }
        return table.text
    }

    // MARK: Texts

    static func bold(_ name: String) -> String {
        name == DetectionMethod.standard.name ? "**\(name)**" : name
    }

    static func percent(_ value: Double?) -> String { Percent.share(value.map { $0 / 100 }) }

    /// Returns the value as text, with a sign if it is below 0.
    static func signed(_ value: Double?, decimals: Int = 1) -> String {
        guard let value else { return "-" }
        let text = BenchmarkText.fixed(abs(value), decimals: decimals)
        let isZero = text.allSatisfy { "0.".contains($0) }
        return value < 0 && !isZero ? "-" + text : text
    }
}
