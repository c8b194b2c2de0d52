/// A program, or a paper, whose conventions the metrics can follow.
///
/// Every preset follows what the program of that version does with a list of NN intervals, read in
/// its source or, for ``kubios`` and ``taskForce``, in what is published. Defects of a program - what
/// contradicts its own documentation or the metric's definition - are left out unless asked for.
public enum Dialect: String, Sendable, CaseIterable {
    /// The Task Force's report of 1996.
    case taskForce = "task-force"
    /// Kubios HRV 3, as far as its conventions are published.
    case kubios
    /// NeuroKit2 0.2.13.
    case neurokit
    /// pyHRV 0.5.0.
    case pyhrv
    /// hrv-analysis 1.0.5.
    case hrvanalysis
    /// The software of PhysioNet: its Cardiovascular Signal Toolbox 1.0.2 in the time domain, its
    /// programs `dfa` and `sampen`.
    case physionet

    /// Name and version, for people.
    public var title: String {
        switch self {
        case .taskForce: "Task Force 1996"
        case .kubios: "Kubios HRV 3"
        case .neurokit: "NeuroKit2 0.2.13"
        case .pyhrv: "pyHRV 0.5.0"
        case .hrvanalysis: "hrv-analysis 1.0.5"
        case .physionet: "PhysioNet: Cardiovascular Signal Toolbox 1.0.2, dfa, sampen"
        }
    }

    /// Conventions that the program applies to a list of NN intervals.
    ///
    /// - Parameter recordingSeconds: length of the segment; s; the Task Force's VLF of long
    ///   recordings begins where their ULF ends, that of short ones at 0.
    /// - Parameter includingDefects: whether its named defects (``defects``) are reproduced too.
    public func conventions(
        recordingSeconds: Double = 300, includingDefects: Bool = false
    ) -> Conventions {
        var conventions = Conventions()
        switch self {
        case .taskForce: conventions.applyTaskForce(recordingSeconds)
        case .kubios: conventions.applyKubios()
        case .neurokit: conventions.applyNeuroKit()
        case .pyhrv: conventions.applyPyHRV()
        case .hrvanalysis: conventions.applyHRVAnalysis()
        case .physionet: conventions.applyPhysioNet()
        }
        if includingDefects { for defect in defects { defect.apply(to: &conventions) } }
        return conventions
    }
}

/// Something a program does that contradicts its documentation or the metric's definition.
public struct DialectDefect: Sendable {
    /// One phrase: what it does.
    public let text: String
    /// The metrics it spoils.
    public let metrics: [MetricKey]
    fileprivate let change: @Sendable (inout Conventions) -> Void

    /// Makes the conventions those of the program with this defect.
    public func apply(to conventions: inout Conventions) { change(&conventions) }
}

extension Dialect {
    /// The program's named defects.
    public var defects: [DialectDefect] {
        switch self {
        case .taskForce, .kubios, .hrvanalysis, .physionet: []
        case .neurokit:
            [
                DialectDefect(
                    text: "band powers are divided by the density's maximum and have no unit",
                    metrics: [
                        .ulf, .vlf, .lf, .hf, .vhf, .totalPower, .ulfMsSquared, .vlfMsSquared,
                        .lfMsSquared, .hfMsSquared, .vhfMsSquared, .totalPowerMsSquared, .lnHF,
                    ],
                    change: { $0.powerScale = .dividedByMaximum }),
                DialectDefect(
                    text: "SDANN and the SDNN index leave out the last interval of each segment",
                    metrics: [.sdann1, .sdann2, .sdann5, .sdnni1, .sdnni2, .sdnni5],
                    change: { $0.segments = .roundedWithoutLast }),
                DialectDefect(
                    text:
                        "TINN's search never moves the left foot, and is 0 above a squared error of 2^14",
                    metrics: [.tinn], change: { $0.tinn = .leftFootFixed }),
                DialectDefect(
                    text:
                        "PSS and PAS are shares of segments, not of beats; level beats belong to none",
                    metrics: [.pip, .ials, .pss, .pas],
                    change: { $0.fragmentation = .segments }),
            ]
        case .pyhrv:
            [
                DialectDefect(
                    text: "SDSD is the standard deviation of differences without their signs",
                    metrics: [.sdsd], change: { $0.sdsd = .absolute }),
                DialectDefect(
                    text: "sample entropy's tolerance is 0.2 of an SD divided by n + 1",
                    metrics: [.sampEn], change: { $0.toleranceDivisor = .countPlusOne }),
                DialectDefect(
                    text: "Welch's segments are 300 samples, 75 s, from 5 minutes on",
                    metrics: [
                        .vlf, .lf, .hf, .totalPower, .vlfMsSquared, .lfMsSquared, .hfMsSquared,
                        .totalPowerMsSquared, .lfhf, .lfn, .hfn, .lnHF, .vlfPeak, .lfPeak, .hfPeak,
                    ],
                    change: { $0.estimator = .welchWholeOr75Seconds }),
            ]
        }
    }
}
