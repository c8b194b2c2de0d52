import HealthRecords

/// A sample or a piece of sleep on its way into the store.
///
/// Its size is fixed, so that millions are sorted and laid aside as they are.
struct StagedRow: BitwiseCopyable, Equatable {
    /// The raw value of a `HealthQuantity`; `sleepKind` for sleep.
    var kind: UInt8
    /// Index of the record's clock in the file's list of clocks; the key in `clock`, or 0, of a kept row.
    var clock: UInt16
    /// Key in `source`.
    var source: Int32
    var startMs: Int64
    var lengthMs: Int64
    /// The value in the unit of the quantity; the stage of sleep.
    var value: Double

    /// The kind of sleep, above every quantity, so that sleep follows the samples.
    static let sleepKind: UInt8 = 100

    /// Returns true if both are the same record, whatever their clocks.
    func isSame(as other: StagedRow) -> Bool {
        startMs == other.startMs && value == other.value && lengthMs == other.lengthMs
            && source == other.source && kind == other.kind
    }

    /// The order of the tables' keys; the same records come in the order of their clocks.
    static func isBefore(_ left: StagedRow, _ right: StagedRow) -> Bool {
        if left.kind != right.kind { return left.kind < right.kind }
        if left.startMs != right.startMs { return left.startMs < right.startMs }
        if left.source != right.source { return left.source < right.source }
        if left.lengthMs != right.lengthMs { return left.lengthMs < right.lengthMs }
        if left.value != right.value { return left.value < right.value }
        return left.clock < right.clock
    }

    /// The kind of change that a page shows for the record.
    var changeKind: HealthChangeKind {
        guard kind != Self.sleepKind else { return .sleep }
        guard let quantity = HealthQuantity(rawValue: Int(kind)) else { return .vitals }
        return quantity == .heartRate || quantity.isDistance ? .workouts : .vitals
    }
}
