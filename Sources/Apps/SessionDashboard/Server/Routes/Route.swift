import FlyingFox
import LiveSession

/// One thing that the server answers: a method, a path, and what makes the answer.
struct Route: Sendable {
    /// The clients that get a response, and the way it is made.
    enum Handler: Sendable {
        /// Everybody, without a key: such an answer holds no data. The texts are those of
        /// ``RoutePath/values(in:)``.
        case everybody(@Sendable (HTTPRequest, [String]) async throws -> HTTPResponse)
        /// Every browser with a key, whatever it may do.
        case visitors(@Sendable (PageRequest) async throws -> HTTPResponse)
        /// Browsers with a key; those that may only watch are answered a `GET` and nothing else.
        case visitorsByRole(@Sendable (PageRequest) async throws -> HTTPResponse)
        /// Browsers that may act, and no others: health records are for no link that may only watch.
        case ownersOnly(@Sendable (PageRequest) async throws -> HTTPResponse)
    }

    /// nil: any method.
    let method: HTTPMethod?
    let path: RoutePath
    let handler: Handler

    /// A route of browsers with a key; other methods than `GET` are for those that may act.
    ///
    /// - Parameter path: as in ``RoutePath/pattern(_:)``.
    init(
        _ method: HTTPMethod, _ path: String,
        respond: @escaping @Sendable (PageRequest) async throws -> HTTPResponse
    ) {
        self.init(method, .pattern(path), .visitorsByRole(respond))
    }

    /// - Parameter method: nil for any.
    init(_ method: HTTPMethod?, _ path: RoutePath, _ handler: Handler) {
        self.method = method
        self.path = path
        self.handler = handler
    }
}

/// A request of a browser that has a key.
struct PageRequest: Sendable {
    let http: HTTPRequest
    /// The parts of the path that the route leaves open, in their order.
    let pathValues: [String]
    let visitor: Visitor
}

/// A browser that has a key.
struct Visitor: Sendable {
    let key: String
    let role: WatcherRole
}
