import PhysioTypes

/// Number of nights that are kept, and of those that would go.
///
/// A night is here what starts between two noons by the clock of the home zone: near enough to distinguish one person's
/// export from another's.
struct NightCount {
    private(set) var stored = 0
    private(set) var removed = 0
    private let offsetMs: Int64
    private var night: Int64?
    private var hasStored = false
    private var remains = false

    private static let dayMs: Int64 = 86_400_000

    init(offsetMs: Int64 = 0) { self.offsetMs = offsetMs }

    mutating func add(_ row: StagedRow, isStored: Bool, remains: Bool) {
        guard row.kind == StagedRow.sleepKind else { return }
        let noon = row.startMs + offsetMs - Self.dayMs / 2
        let number = floorDivide(noon, Self.dayMs)
        if number != night {
            finish()
            night = number
        }
        hasStored = hasStored || isStored
        self.remains = self.remains || remains
    }

    mutating func finish() {
        if hasStored {
            stored += 1
            if !remains { removed += 1 }
        }
        (hasStored, remains) = (false, false)
    }
}
