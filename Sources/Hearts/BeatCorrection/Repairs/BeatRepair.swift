/// Ways to repair the intervals at an artefact.
///
/// Extra beats are deleted by all but ``removal`` and ``marking``: the sum of their two intervals
/// is what was measured. All others estimate the new lengths from the two sound intervals nearest
/// on either side, by their number in the series; where one side has none, `timeKeeping` makes
/// equal parts, and the interpolations repeat the nearest sound interval.
public enum BeatRepair: String, Sendable, CaseIterable {
    /// A beat that was missed is put in, a displaced one is moved: a cubic through the neighbours
    /// predicts the new lengths, and each takes an equal part of what then is missing to the old sum.
    /// So no time is lost or made, and every other beat keeps its own. An interval that is too long or
    /// too short is evened out with the one beside it; where the rule knows that its sum is what is
    /// wrong (``BeatArtefact/keepsTime``) it becomes what is predicted. Lengths outside the limits of a
    /// range rule are left out.
    case timeKeeping = "time-keeping"
    /// The intervals are left out; what lies on either side are no neighbours.
    case removal
    /// Straight line between the nearest sound intervals.
    case linear
    /// Cubic through two sound intervals on either side; the line where it strays from that by more
    /// than half.
    case cubic
    /// Shape-preserving cubic, which stays between the nearest sound intervals.
    case monotone
    /// Nothing is changed; the log says what was found.
    case marking

    /// True if the sum of the replaced intervals stays, and so the time of every other beat.
    public var keepsTime: Bool { self == .timeKeeping }

    /// Indicates whether the intervals at an artefact are replaced.
    var replacesIntervals: Bool { self != .removal && self != .marking }
}
