package import HealthHistory
package import HealthTimeline
package import PhysioTypes
package import SessionHistory

/// The kept records of some days, with the breathing sessions between them: for the page and for the command line.
package struct HealthDays: Sendable {
    let store: HealthStore
    let history: SessionStore?

    /// - Parameter history: nil where no sessions are kept.
    package init(store: HealthStore, history: SessionStore?) {
        self.store = store
        self.history = history
    }

    /// - Throws: `HealthStoreError`.
    func options() throws -> TimelineOptions { .standard(try store.homeZoneRules()) }

    /// Records of the days, as the clock of the home has them; the store adds those on either side that nights and clocks at
    /// the edges need.
    ///
    /// - Throws: `HealthStoreError` and `HistoryError`.
    package func data(_ days: ClosedRange<CivilDate>, homeZone: ZoneRules) throws -> HealthData {
        let fromMs = days.lowerBound.startMs(in: homeZone)
        let toMs = days.upperBound.adding(days: 1).startMs(in: homeZone)
        return try store.data(
            fromMs: fromMs, toMs: toMs,
            breathing: try history?.breathing(fromMs: fromMs, toMs: toMs) ?? [])
    }
}
