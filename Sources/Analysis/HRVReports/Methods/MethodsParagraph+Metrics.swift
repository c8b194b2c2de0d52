import HRVFeatures

/// The words about the metrics themselves, one clause a method.
extension MethodsParagraph {
    struct Clause {
        let text: String
        let punctuation: Punctuation

        /// The punctuation between a clause and the next.
        enum Punctuation: String {
            case comma = ", "
            case semicolon = "; "
            case sentence = "."
        }

        init(_ text: String, _ punctuation: Punctuation) {
            self.text = text
            self.punctuation = punctuation
        }
    }

    /// The clause, which cites its sources in the order of the paragraph.
    mutating func clause(on method: MetricMethod) -> Clause {
        switch method {
        case .timeDomain:
            return Clause(
                "Time-domain metrics follow the Task Force \(cite(.taskForce)): SDNN and SDSD are "
                    + "over n - 1; differences are taken between adjacent intervals only, and pNN50 "
                    + "and pNN20 are percentages of the differences above 50 and 20 ms", .sentence)
        case .histogram:
            return Clause(
                "The triangular index and TINN are of a histogram of \(text(.histogramBinMs)) ms "
                    + "bins, TINN by least squares", .sentence)
        case .poincare:
            return Clause(
                "SD1 and SD2 are the standard deviations of the Poincaré plot across and along the "
                    + "line of identity \(cite(.brennan))", .sentence)
        case .spectrum:
            return Clause(spectrum(), .sentence)
        case .templateEntropy:
            return Clause(
                "Sample \(cite(.richman)), approximate \(cite(.pincus)) and fuzzy entropy "
                    + "\(cite(.chen)) have m 2 and r 0.2 SD, fuzzy degrees exp(-(d/r)^2)",
                .semicolon)
        case .multiscaleEntropy:
            return Clause(
                "multiscale entropy \(cite(.multiscale)) and its composite and refined forms "
                    + "\(cite(.composite)) scales 1 to 20 with r of the first", .semicolon)
        case .shannonEntropy:
            return Clause("Shannon entropy the bins of the histogram", .sentence)
        case .detrendedFluctuation:
            return Clause(
                "Detrended fluctuation analysis \(cite(.peng)) has adjacent boxes of 4 to 16 (alpha1) "
                    + "and 16 to 64 (alpha2) intervals", .comma)
        case .multifractal:
            return Clause(
                "its multifractal widths \(cite(.kantelhardt)) the orders -5 to 5", .semicolon)
        case .higuchi:
            return Clause("Higuchi's dimension \(cite(.higuchi)) lags to 10", .semicolon)
        case .katz:
            return Clause("Katz's is of the intervals \(cite(.katz))", .semicolon)
        case .lempelZiv:
            return Clause(
                "Lempel-Ziv complexity \(cite(.lempelZiv)) of the sequence about the median",
                .semicolon)
        case .vectorDistances:
            return Clause(
                "the correlation dimension \(cite(.grassberger)) and recurrence quantification "
                    + "\(cite(.webber)) have 10 intervals a vector, recurrence r sqrt(10) SD and lines "
                    + "of 2", .sentence)
        case .fragmentation:
            return Clause("Fragmentation follows Costa et al. \(cite(.costa))", .comma)
        case .asymmetry:
            return Clause("asymmetry Piskorski and Guzik \(cite(.guzik))", .comma)
        case .symbolicDynamics:
            return Clause("symbolic dynamics Porta et al. \(cite(.porta)) with six levels", .comma)
        case .phaseRectifiedAveraging:
            return Clause(
                "deceleration and acceleration capacity Bauer et al. \(cite(.bauer))", .comma)
        case .stressIndex:
            return Clause("the stress index Baevsky \(cite(.baevsky))", .comma)
        case .respiration:
            return Clause(
                "respiratory sinus arrhythmia Porges and Bohrer \(cite(.porges))", .comma)
        case .turbulence:
            return Clause("heart rate turbulence Schmidt et al. \(cite(.schmidt))", .sentence)
        }
    }
}
