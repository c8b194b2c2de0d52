import FlyingFox

/// The page itself: the same file at the address of every screen, and what that file loads.
struct PageFilesFeature: PageFeature {
    var routes: [Route] {
        PageFile.screens.map { address in
            Route(.GET, .screen(address), .everybody { _, _ in try .file("index.html") })
        } + [Route(.GET, .prefix("/app/"), .everybody { _, values in try .file(values[0]) })]
    }
}
