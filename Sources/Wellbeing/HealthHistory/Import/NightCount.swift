import PhysioTypes

/// Number of nights that are kept, and of those that would go.
///
/// A night is here what starts between two noons by the clock of the home zone: near enough to distinguish one person's
/// export from another's.
struct NightCount {
    private(set) var storedCount = 0
    private(set) var removedCount = 0
    private let offsetMs: Int64
    private var night: Int64?
    private var hasStoredSleep = false
    private var hasRemainingSleep = false

    private static let dayMs: Int64 = 86_400_000

    init(offsetMs: Int64 = 0) { self.offsetMs = offsetMs }

    mutating func add(_ row: StagedRow, isStored: Bool, remains: Bool) {
        guard row.kind == StagedRow.sleepKind else { return }
        let noonShiftedMs = row.startMs + offsetMs - Self.dayMs / 2
        let number = floorDivide(noonShiftedMs, Self.dayMs)
        if number != night {
            finish()
            night = number
        }
        hasStoredSleep = hasStoredSleep || isStored
        self.hasRemainingSleep = self.hasRemainingSleep || remains
    }

    mutating func finish() {
        if hasStoredSleep {
            storedCount += 1
            if !hasRemainingSleep { removedCount += 1 }
        }
        (hasStoredSleep, hasRemainingSleep) = (false, false)
    }
}
