/// The part of a methods paragraph that describes a metric, in the order of the paragraph.
///
/// The words and references are those of `MethodsParagraph`, which asks for them in an exhaustive
/// `switch`.
package enum MetricMethod: Sendable, CaseIterable {
    case timeDomain
    case histogram
    case poincare
    case spectrum
    /// Sample, approximate and fuzzy entropy.
    case templateEntropy
    case multiscaleEntropy
    case shannonEntropy
    case detrendedFluctuation
    case multifractal
    case higuchi
    case katz
    case lempelZiv
    /// The correlation dimension and recurrence quantification.
    case vectorDistances
    case fragmentation
    case asymmetry
    case symbolicDynamics
    case phaseRectifiedAveraging
    case stressIndex
    case respiration
    case turbulence
}
