import FlyingFox
package import HealthHistory

/// The health records that pages show. Files that pages send lie beside them until they are read.
package struct HealthResources: Sendable {
    let store: HealthStore
    let isWatching: Bool

    /// - Parameter isWatching: whether the files and folders that the store watches are imported when they change.
    package init(store: HealthStore, isWatching: Bool) {
        self.store = store
        self.isWatching = isWatching
    }
}

/// The services behind the health records of the page.
struct HealthServices: Sendable {
    let controller: HealthController
    let uploads: HealthUploads

    func close() {
        controller.close()
        uploads.close()
    }
}

extension HealthServices {
    init(_ resources: HealthResources) {
        controller = HealthController(store: resources.store)
        uploads = HealthUploads(parent: HealthStore.uploadsFolder(path: resources.store.path))
        if resources.isWatching { controller.watch() }
    }
}

/// Answers for a page where no health records can be kept.
struct HealthUnavailableFeature: PageFeature {
    var routes: [Route] {
        [
            Route(
                nil, .prefix("/api/health"),
                .ownersOnly { _ in
                    throw DashboardError(
                        status: .notFound, text: "no health records are kept here: see the terminal"
                    )
                })
        ]
    }
}
