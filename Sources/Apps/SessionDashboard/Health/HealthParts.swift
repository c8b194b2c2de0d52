import FlyingFox
package import HealthHistory

/// The health records that pages show. Files that pages send lie beside them until they are read.
package struct HealthPlace: Sendable {
    let store: HealthStore
    let isWatching: Bool

    /// - Parameter isWatching: whether the files and folders that the store watches are imported when they change.
    package init(store: HealthStore, isWatching: Bool) {
        self.store = store
        self.isWatching = isWatching
    }
}

/// What serves the health records of the page.
struct HealthParts: Sendable {
    let desk: HealthDesk
    let uploads: HealthUploads

    func close() {
        desk.close()
        uploads.close()
    }
}

extension HealthParts {
    init(_ place: HealthPlace) {
        desk = HealthDesk(store: place.store)
        uploads = HealthUploads(parent: HealthStore.uploadsFolder(path: place.store.path))
        if place.isWatching { desk.watch() }
    }
}

/// Answers for a page where no health records can be kept.
struct NoHealthFeature: PageFeature {
    var routes: [Route] {
        [
            Route(
                nil, .below("/api/health"),
                .owners { _ in
                    throw DashboardError(
                        status: .notFound, text: "no health records are kept here: see the terminal"
                    )
                })
        ]
    }
}
