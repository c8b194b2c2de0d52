import FlyingFox

/// A part of what the page can do, with the requests that it answers.
protocol PageFeature: Sendable {
    var routes: [Route] { get }
}

/// All routes of the server's features.
struct RouteTable: Sendable {
    let routes: [Route]

    init(_ features: [any PageFeature]) { routes = features.flatMap(\.routes) }

    /// The first route that answers, with the values in the path.
    func route(_ method: HTTPMethod, _ path: String) -> (route: Route, pathValues: [String])? {
        for route in routes where route.method == nil || route.method == method {
            if let values = route.path.values(in: path) { return (route, values) }
        }
        return nil
    }
}
