/// The middle one of some values in order; of an even count half the sum of the two in the middle, as
/// other programs round it too.
///
/// - Returns: nil for no values.
func median(_ values: some Sequence<Double>) -> Double? {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
