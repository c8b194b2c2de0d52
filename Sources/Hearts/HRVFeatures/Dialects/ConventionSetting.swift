import PhysioTypes

/// One choice of ``Conventions``, by name: what it says, and how it passes from one to another.
public struct ConventionSetting: Sendable {
    /// Snake case, as in a recipe.
    public let name: String
    /// The groups that it can change.
    let groups: Set<Conventions.Group>
    /// The metrics it shapes; empty where it is all of the groups'.
    private let keys: Set<MetricKey>
    private let phrase: @Sendable (Conventions) -> String
    private let transfer: @Sendable (Conventions, inout Conventions) -> Void

    /// Returns the choice under these conventions; one phrase.
    public func text(in conventions: Conventions) -> String { phrase(conventions) }

    /// Returns true if it shapes one of these metrics.
    public func affects(anyOf metrics: Set<MetricKey>) -> Bool {
        keys.isEmpty || !keys.isDisjoint(with: metrics)
    }

    /// Takes this one choice, and no other, from `source`.
    public func copy(from source: Conventions, to target: inout Conventions) {
        transfer(source, &target)
    }

    fileprivate init<Value>(
        _ name: String, _ path: any WritableKeyPath<Conventions, Value> & Sendable,
        _ groups: Set<Conventions.Group>, _ keys: Set<MetricKey> = [],
        text: @escaping @Sendable (Value) -> String
    ) {
        self.name = name
        self.groups = groups
        self.keys = keys
        phrase = { text($0[keyPath: path]) }
        transfer = { source, target in target[keyPath: path] = source[keyPath: path] }
    }

    fileprivate init<Value: RawRepresentable<String> & Sendable>(
        _ name: String, _ path: any WritableKeyPath<Conventions, Value> & Sendable,
        _ group: Conventions.Group, _ keys: Set<MetricKey> = []
    ) {
        self.init(name, path, [group], keys) { $0.rawValue }
    }
}

extension Conventions {
    /// Every choice, in the order in which they act.
    public static let settings: [ConventionSetting] =
        beatSettings + timeDomainSettings + spectrumSettings + nonlinearSettings

    /// The choices in which two conventions differ.
    public func settings(differingFrom other: Conventions) -> [ConventionSetting] {
        Self.settings.filter { $0.text(in: self) != $0.text(in: other) }
    }

    /// Name of the choice of what is done about gaps.
    static let gapsName = "gaps"

    private static let beatSettings = [
        ConventionSetting("accepted_ms", \.acceptedRangeMs, Set(Group.allCases)) {
            $0.map { "\(Int($0.lowerBound))-\(Int($0.upperBound))" } ?? "all NN"
        },
        ConventionSetting(gapsName, \.gaps, Set(Group.allCases)) { $0.rawValue },
        ConventionSetting(
            "time_trend", \.timeDomainTrend, Set(Group.allCases).subtracting([.spectrum])
        ) {
            $0.rawValue
        },
    ]

    private static let timeDomainSettings = [
        ConventionSetting("sdsd", \.sdsd, .timeDomain, [.sdsd]),
        ConventionSetting("pnn_divisor", \.pnnDivisor, .timeDomain, [.pnn50, .pnn20]),
        ConventionSetting(
            "pnn_threshold", \.pnnComparison, .timeDomain, [.nn50, .nn20, .pnn50, .pnn20]),
        ConventionSetting("sd_hr_divisor", \.rateDivisor, .timeDomain, [.sdHR]),
        ConventionSetting(
            "segments", \.segments, .timeDomain,
            [.sdann1, .sdann2, .sdann5, .sdnni1, .sdnni2, .sdnni5]),
        ConventionSetting("histogram", \.histogram, .timeDomain, [.hti]),
        ConventionSetting("tinn", \.tinn, .timeDomain, [.tinn]),
        ConventionSetting("stress_index", \.stressIndex, .timeDomain, [.stressIndex]),
        ConventionSetting(
            "poincare", \.poincare, .timeDomain,
            [.sd1, .sd2, .sd1sd2, .ellipseArea, .csi, .cvi, .csiModified]),
    ]

    private static let spectrumSettings = [
        ConventionSetting(RecipeKey.psd.name, \.estimator, .spectrum, [.lf]),
        ConventionSetting(RecipeKey.resample.name, \.grid, .spectrum, [.lf]),
        ConventionSetting(RecipeKey.detrend.name, \.spectrumTrend, .spectrum, [.lf]),
        ConventionSetting(RecipeKey.taper.name, \.taper, .spectrum, [.lf]),
        ConventionSetting("integration", \.integration, .spectrum, [.lf]),
        band("ulf_hz", \.bands.ulf, [.ulf]), band("vlf_hz", \.bands.vlf, [.vlf]),
        band("lf_hz", \.bands.lf, [.lf]),
        band("hf_hz", \.bands.hf, [.hf]), band("vhf_hz", \.bands.vhf, [.vhf]),
        ConventionSetting("total_power", \.totalPower, .spectrum, [.totalPower, .lfn, .hfn]),
        ConventionSetting("normalised_units", \.normalisedUnits, .spectrum, [.lfn, .hfn]),
        ConventionSetting("power_scale", \.powerScale, .spectrum, [.lf]),
    ]

    private static let nonlinearSettings = [
        ConventionSetting(
            "tolerance_divisor", \.toleranceDivisor, [.entropy, .multiscale],
            [.sampEn, .fuzzyEn, .msEn]
        ) { $0.rawValue },
        ConventionSetting("template_match", \.matching, .entropy, [.sampEn]),
        ConventionSetting("shannon", \.shannon, .entropy, [.shanEn]),
        ConventionSetting("fuzzy", \.fuzzy, .entropy, [.fuzzyEn]),
        ConventionSetting("multiscale", \.multiscale, .multiscale, [.msEn, .cmsEn, .rcmsEn]),
        ConventionSetting("dfa_short_boxes", \.shortBoxes, [.scaling], [.dfaAlpha1]) {
            range($0)
        },
        ConventionSetting("dfa_long_boxes", \.longBoxes, [.scaling], [.dfaAlpha2]) {
            switch $0 {
            case .range(let sizes): range(sizes)
            case .twelveToTenthOfCount: "12-(N+1)/10"
            }
        },
        ConventionSetting("dfa_boxes", \.boxes, .scaling, [.dfaAlpha1, .dfaAlpha2]),
        ConventionSetting(
            "correlation_dimension", \.correlationDimension, .scaling, [.correlationDimension]),
        ConventionSetting(
            RecipeKey.lempelZivThreshold.name, \.lempelZivThreshold, .scaling, [.lempelZiv]),
        ConventionSetting("fragmentation", \.fragmentation, .patterns, [.pip, .ials, .pss, .pas]),
        ConventionSetting(RecipeKey.symbols.name, \.symbols, .patterns, [.symbols0V]),
    ]

    private static func band(
        _ name: String, _ path: any WritableKeyPath<Conventions, FrequencyBand> & Sendable,
        _ keys: Set<MetricKey>
    ) -> ConventionSetting {
        ConventionSetting(name, path, [.spectrum], keys) {
            "\($0.lowHz == 0 ? "0" : "\($0.lowHz)")-\($0.highHz)"
        }
    }

    private static func range(_ range: ClosedRange<Int>) -> String {
        "\(range.lowerBound)-\(range.upperBound)"
    }
}
