import HRVFeatures
import PhysioTypes

/// The positions of the windows of a spectrogram.
///
/// Windows of five minutes, the Task Force's short recording, about ``columnCount`` of them: as
/// close as every five seconds in short recordings; in recordings of more than a day longer windows
/// that touch, so that no beat is left out.
struct SpectrogramPlan {
    /// Columns that a drawing can show.
    static let columnCount = 300
    /// Shortest window; s (Task Force 1996).
    static let windowSeconds = 300.0
    /// Nearer windows differ by a few beats only; s.
    static let minStepSeconds = 5.0
    /// Height of a row; Hz: half a main lobe of the Hann taper over the shortest window is 0.0067.
    static let rowWidthHz = 0.005
    /// Highest frequency; Hz: beyond it no band of the Task Force's lies.
    static let highestHz = 0.5
    /// Shortest segment without a gap that stands for its window where the estimator needs one; s:
    /// what LF asks for.
    static let minDurationSeconds = 120.0

    let startSeconds: Double
    let windowSeconds: Double
    let stepSeconds: Double
    let count: Int

    /// - Returns: nil for a series shorter than a window.
    init?(_ nn: NNSeries) {
        guard nn.durationSeconds >= Self.windowSeconds else { return nil }
        let targetColumnCount = Double(Self.columnCount)
        startSeconds = nn.startSeconds
        windowSeconds = max(Self.windowSeconds, nn.durationSeconds / targetColumnCount)
        let windowStartSpanSeconds = nn.durationSeconds - windowSeconds
        stepSeconds = max(Self.minStepSeconds, windowStartSpanSeconds / (targetColumnCount - 1))
        // Rounding may leave the last window a hair too long for the recording.
        count = Int(windowStartSpanSeconds / stepSeconds + 1e-9) + 1
    }

    /// Each window's density by the estimator of `settings`.
    ///
    /// A window is left empty for the same lack of coverage for which a row of metrics is withheld,
    /// and where its longest segment without a gap is too short; a number that is forced is drawn.
    ///
    /// - Complexity: that of a spectrum of five minutes, ``columnCount`` times.
    func spectrogram(
        of nn: NNSeries, _ settings: AnalysisSettings
    ) -> AnalysisFigures.Spectrogram {
        var spectrum = settings.spectrum
        if spectrum.bands.highestHz < Self.highestHz {
            // The density has to reach the last row.
            FrequencyBand(lowHz: 0, highHz: Self.highestHz).map {
                spectrum.bands.custom.append(("", $0))
            }
        }
        let columns = (0..<count).map { index in
            let start = startSeconds + Double(index) * stepSeconds
            let window = nn.window(startSeconds: start, endSeconds: start + windowSeconds)
            return column(window, spectrum, isForced: settings.isForced)
        }
        return AnalysisFigures.Spectrogram(
            startSeconds: startSeconds, windowSeconds: windowSeconds, stepSeconds: stepSeconds,
            rowWidthHz: Self.rowWidthHz, columns: columns)
    }

    /// The rows that lie below what the beats show.
    private func column(
        _ nn: NNSeries, _ settings: SpectrumSettings, isForced: Bool
    ) -> [Double] {
        guard isForced || nn.coverage >= AnalysisSettings.minimumCoverage else { return [] }
        let domain = FrequencyDomain(nn, settings: settings)
        guard isForced || domain.analysedSeconds >= Self.minDurationSeconds else { return [] }
        let topHz = min(Self.highestHz, domain.highestReliableHz)
        return domain.meanDensities(
            widthHz: Self.rowWidthHz, count: Int(topHz / Self.rowWidthHz * (1 + 1e-12)))
    }
}
