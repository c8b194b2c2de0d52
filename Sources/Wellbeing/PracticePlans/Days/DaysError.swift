package import PhysioTypes

/// The reason that a setting of the days, or a rest, is refused.
package enum DaysError: Error, Hashable {
    /// A number outside its range.
    case outOfRange(setting: String, found: Int, allowed: ClosedRange<Int>)
    /// The last day of a rest comes before its first.
    case restEndsBeforeItBegins(first: CivilDate, last: CivilDate)
    /// A rest begins longer ago than a person may set one.
    case restTooLongAgo(first: CivilDate, earliest: CivilDate)
    /// A rest of more days than one may have.
    case restTooLong(days: Int, limit: Int)
}
