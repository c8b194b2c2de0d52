/// What a metric needs before a report states it.
public enum MetricRequirement: Sendable, Equatable {
    /// NN intervals.
    case beats(Int)
    /// Length of the stretch of time; s. One NN interval less is enough: a recording of five
    /// minutes ends with the last beat inside them.
    case seconds(Double)
    /// Segments of that many minutes.
    case segments(Int, minutes: Int)
    /// Premature ventricular beats that turbulence can be measured after.
    case prematureBeats(Int)
}

/// Unit, meaning and least data of a metric.
public struct MetricDefinition: Sendable {
    /// The rooms of the catalogue.
    public enum Family: String, Sendable, CaseIterable {
        case timeDomain = "Time domain"
        case geometric = "Geometric"
        case frequencyDomain = "Frequency domain"
        case poincare = "Poincaré plot"
        case nonlinear = "Nonlinear"
        case fragmentation = "Fragmentation"
        case asymmetry = "Asymmetry"
        case respiration = "Respiration"
        case turbulence = "Turbulence"
    }

    public let key: MetricKey
    public let family: Family
    /// `ms`, `ms^2`, `%`, `Hz`, `1/min`, `beats`, or empty for a pure number.
    public let unit: String
    /// One phrase: what the number is.
    public let title: String
    /// What a report asks of the data; the metric itself may need less.
    public let requirement: MetricRequirement

    /// Every metric, in the order of the tables.
    public static let all: [MetricDefinition] =
        timeDomain + geometric + frequencyDomain + poincare + nonlinear + fragmentation + asymmetry
        + respiration + turbulence

    /// The definition of a key.
    public static func of(_ key: MetricKey) -> MetricDefinition {
        guard let definition = byKey[key] else {
            preconditionFailure("\(key.rawValue) is not in the catalogue")
        }
        return definition
    }

    private static let byKey = Dictionary(uniqueKeysWithValues: all.map { ($0.key, $0) })

    static func make(
        _ family: Family, _ rows: [(MetricKey, String, MetricRequirement, String)]
    ) -> [MetricDefinition] {
        rows.map {
            MetricDefinition(
                key: $0.0, family: family, unit: $0.1, title: $0.3, requirement: $0.2)
        }
    }

    // The least lengths: Task Force 1996 and Shaffer and Ginsberg 2017 (Front. Public Health
    // 5:258), rounded to what keeps the sampling error of a healthy resting recording tolerable.
    private static let timeDomain = make(
        .timeDomain,
        [
            (.meanNN, "ms", .beats(1), "mean NN interval"),
            (.sdnn, "ms", .beats(10), "standard deviation of NN (n - 1)"),
            (.sdann1, "ms", .segments(3, minutes: 1), "SD of the 1-min means"),
            (.sdnni1, "ms", .segments(3, minutes: 1), "mean of the 1-min SDNN"),
            (.sdann2, "ms", .segments(3, minutes: 2), "SD of the 2-min means"),
            (.sdnni2, "ms", .segments(3, minutes: 2), "mean of the 2-min SDNN"),
            (.sdann5, "ms", .segments(3, minutes: 5), "SD of the 5-min means"),
            (.sdnni5, "ms", .segments(3, minutes: 5), "mean of the 5-min SDNN"),
            (.rmssd, "ms", .beats(20), "root mean square of successive differences"),
            (.sdsd, "ms", .beats(20), "SD of successive differences (n - 1)"),
            (.cvnn, "", .beats(10), "SDNN / mean NN"),
            (.cvsd, "", .beats(20), "RMSSD / mean NN"),
            (.medianNN, "ms", .beats(1), "median NN interval"),
            (.madNN, "ms", .beats(10), "1.4826 x median absolute deviation"),
            (.mcvNN, "", .beats(10), "MadNN / median NN"),
            (.iqrNN, "ms", .beats(10), "interquartile range of NN"),
            (.sdRMSSD, "", .beats(20), "SDNN / RMSSD"),
            (.prc20NN, "ms", .beats(10), "20 % quantile of NN"),
            (.prc80NN, "ms", .beats(10), "80 % quantile of NN"),
            (.nn50, "count", .beats(20), "differences above 50 ms"),
            (.nn20, "count", .beats(20), "differences above 20 ms"),
            (.pnn50, "%", .beats(20), "share of differences above 50 ms"),
            (.pnn20, "%", .beats(20), "share of differences above 20 ms"),
            (.minNN, "ms", .beats(1), "shortest NN interval"),
            (.maxNN, "ms", .beats(1), "longest NN interval"),
            (.rangeNN, "ms", .beats(10), "longest less shortest NN"),
            (.meanHR, "1/min", .beats(1), "mean of 60000 / NN"),
            (.sdHR, "1/min", .beats(10), "SD of 60000 / NN (n - 1)"),
            (.minHR, "1/min", .beats(1), "60000 / longest NN"),
            (.maxHR, "1/min", .beats(1), "60000 / shortest NN"),
        ])

    private static let geometric = make(
        .geometric,
        [
            (.hti, "", .seconds(1200), "HRV triangular index, 7.8125 ms bins"),
            (.tinn, "ms", .seconds(1200), "base of the least-squares triangle"),
        ])

    /// Least length for ULF; s.
    static let leastULFSeconds = 72_000.0

    private static let frequencyDomain = make(
        .frequencyDomain,
        [
            (.ulf, "ms^2", .seconds(leastULFSeconds), "power in ULF"),
            (.vlf, "ms^2", .seconds(300), "power in VLF"),
            (.lf, "ms^2", .seconds(120), "power in LF"),
            (.hf, "ms^2", .seconds(60), "power in HF"),
            (.vhf, "ms^2", .seconds(60), "power in VHF"),
            (.totalPower, "ms^2", .seconds(300), "power from 0 to the end of HF"),
            (.ulfMsSquared, "ms^2", .seconds(leastULFSeconds), "power in ULF"),
            (.vlfMsSquared, "ms^2", .seconds(300), "power in VLF"),
            (.lfMsSquared, "ms^2", .seconds(120), "power in LF"),
            (.hfMsSquared, "ms^2", .seconds(60), "power in HF"),
            (.vhfMsSquared, "ms^2", .seconds(60), "power in VHF"),
            (.totalPowerMsSquared, "ms^2", .seconds(300), "power from 0 to the end of HF"),
            (.lfhf, "", .seconds(120), "LF / HF"),
            (.lfn, "%", .seconds(120), "100 LF / (LF + HF)"),
            (.hfn, "%", .seconds(120), "100 HF / (LF + HF)"),
            (.lnHF, "ln ms^2", .seconds(60), "natural logarithm of HF"),
            (.vlfPeak, "Hz", .seconds(300), "frequency of the VLF maximum"),
            (.lfPeak, "Hz", .seconds(120), "frequency of the LF maximum"),
            (.hfPeak, "Hz", .seconds(60), "frequency of the HF maximum"),
        ])

    private static let poincare = make(
        .poincare,
        [
            (.sd1, "ms", .beats(50), "width of the Poincaré cloud"),
            (.sd2, "ms", .beats(50), "length of the Poincaré cloud"),
            (.sd1sd2, "", .beats(50), "SD1 / SD2"),
            (.ellipseArea, "ms^2", .beats(50), "area of the ellipse, pi SD1 SD2"),
            (.csi, "", .beats(50), "cardiac sympathetic index, SD2 / SD1"),
            (.cvi, "", .beats(50), "cardiac vagal index, log10(16 SD1 SD2)"),
            (.csiModified, "ms", .beats(50), "modified CSI, 4 SD2^2 / SD1"),
        ])
}
