public import PhysioDSP

/// The settings by which the spectrum of NN intervals is estimated.
public struct SpectrumSettings: Sendable, Equatable {
    public enum Estimator: String, Sendable, CaseIterable {
        /// Generalised Lomb-Scargle on the beats themselves, each of the same weight. A deep oscillation
        /// then modulates its own sampling: of 240 ms at 0.1 Hz HF is off by tens of percent.
        case lombScargle = "lomb"
        /// Welch's averaged periodogram of the series rebuilt on an even grid.
        case welch
        /// Thomson's multitaper spectrum of the series rebuilt on an even grid.
        case multitaper
        /// The periodogram of the series rebuilt on an even grid: one taper over all of it.
        case periodogram = "fft"
        /// Burg's autoregressive spectrum of the series rebuilt on an even grid.
        case burg

        /// The field's name for it.
        public var title: String {
            switch self {
            case .lombScargle: "Lomb-Scargle"
            case .welch: "Welch"
            case .multitaper: "Multitaper"
            case .periodogram: "Periodogram"
            case .burg: "Burg"
            }
        }

        /// True if the estimator works on an even grid, so that missing intervals are estimated.
        var needsGrid: Bool { self != .lombScargle }

        /// Indicates whether gaps that stay open end the segment that it looks at.
        var needsGapFreeSegment: Bool { self != .lombScargle && self != .periodogram }
    }

    public var estimator: Estimator = .periodogram
    public var taper: Taper = .hann
    public var detrending: Detrending = .linear
    /// The way the even grid is made; only where the estimator needs one.
    public var resampling: Resampling = .bandLimited
    public var bands: HRVBands = .taskForce

    /// Rate of the even grid; Hz (Task Force 1996 asks for 2 to 4 times the highest
    /// frequency of interest).
    public static let resamplingRateHz = 4.0
    /// Longest Welch segment; s. Half the width of its main lobe, 2/256 Hz, keeps a tone at 0.05
    /// Hz inside LF.
    public static let welchSegmentSeconds = 256.0

    /// Order of the autoregressive model at 4 Hz (Task Force 1996 names 8 to 20).
    public static let burgOrder = 16
    /// Grid on which an autoregressive density is drawn; Hz.
    static let drawingStepHz = 1.0 / 1024

    /// NW 2.5 and 4 tapers: half a main lobe is below 0.01 Hz from 250 s on.
    public static let multitaper = MultitaperPSD(timeBandwidth: 2.5, taperCount: 4)

    public init() {}
}
