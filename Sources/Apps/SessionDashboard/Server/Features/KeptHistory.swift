import SessionHistory

/// The history as the page's features reach it.
struct KeptHistory: Sendable {
    /// nil where none is kept.
    let store: SessionStore?
    let logsFolder: String

    /// - Throws: `DashboardError` where none is kept.
    var opened: SessionStore {
        get throws {
            guard let store else {
                throw DashboardError(
                    status: .notFound, text: "no history is kept: see the terminal")
            }
            return store
        }
    }
}
