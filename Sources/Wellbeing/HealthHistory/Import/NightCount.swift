import PhysioTypes

/// Number of nights that are kept, and of those that would go.
///
/// A night is here what starts between two noons by the clock of the home zone: near enough to distinguish one person's
/// export from another's.
struct NightCount {
    private(set) var kept = 0
    private(set) var gone = 0
    private let offsetMs: Int64
    private var night: Int64?
    private var hasKept = false
    private var remains = false

    private static let dayMs: Int64 = 86_400_000

    init(offsetMs: Int64 = 0) { self.offsetMs = offsetMs }

    mutating func see(_ row: StagedRow, isKept: Bool, remains: Bool) {
        guard row.kind == StagedRow.sleepKind else { return }
        let noon = row.startMs + offsetMs - Self.dayMs / 2
        let number = floorDivide(noon, Self.dayMs)
        if number != night {
            finish()
            night = number
        }
        hasKept = hasKept || isKept
        self.remains = self.remains || remains
    }

    mutating func finish() {
        if hasKept {
            kept += 1
            if !remains { gone += 1 }
        }
        (hasKept, remains) = (false, false)
    }
}
