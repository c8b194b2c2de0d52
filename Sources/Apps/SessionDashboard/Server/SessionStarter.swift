package import LiveSession
package import SessionHistory

/// The request of a page to begin a session.
package struct SessionRequest: Sendable, Equatable, Decodable {
    /// One of ``SessionSourceOption/id``.
    package let source: String
    /// nil: until it is ended.
    package let minutes: Double?
    package let pacer: String?
    package let preset: String?
    /// The rate at which the pacer begins; breaths/min.
    package let rate: Double?
    /// Name or address of a strap.
    package let strap: String?
    /// The session of the history that is replayed.
    package let replayedSessionID: String?
    /// The seed of a simulated person.
    package let seed: Int?
    /// The speed relative to the clock, 1 ... 100; of a simulated person and a replay.
    package let speed: Double?
    /// True to search the whole range of rates although an earlier session is known.
    package let findsAnew: Bool?
    /// True to check the sensor before the session begins.
    package let checksSensor: Bool?
    /// True to find beats in the strap's ECG.
    package let wantsECG: Bool?
    /// True to end a session that runs here or in another program.
    package let isForced: Bool?

    private enum CodingKeys: String, CodingKey {
        case source, minutes, pacer, preset, rate, strap
        case replayedSessionID = "of"
        case seed, speed, findsAnew = "findsAnew"
        case checksSensor = "checks"
        case wantsECG = "ecg"
        case isForced = "force"
    }
}

/// The session or practice that runs, as it is reported to a page.
package struct RunningActivityInfo: Sendable, Equatable, Encodable {
    /// Identifier of the session; nil where it claims no lock.
    package let id: String?
    package let owner: String
    package let title: String
    /// `session`, `pacing`, or the kind of a practice.
    package let kind: String
    /// ISO 8601 with the offset from UTC.
    package let startedAt: String
    package let phase: String?
    /// Time of its end, as `startedAt`; nil: until a person ends it.
    package let endsAt: String?
    /// True if this page shows it.
    package let isHere: Bool
    /// True if the history has it.
    package let isStored: Bool

    package init(_ activity: Activity, _ store: SessionStore?, isHere: Bool = false) {
        id = activity.id.uuidString
        owner = activity.owner.rawValue
        title = activity.title
        kind = activity.kind
        startedAt = activity.startTimeText
        phase = activity.phase
        endsAt = activity.endsAt.map {
            LocalTime.text($0, utcOffsetSeconds: activity.utcOffsetSeconds)
        }
        self.isHere = isHere
        isStored =
            activity.isPractice
            ? (try? store?.practice(activity.id)) != nil
            : (try? store?.session(activity.id)) != nil
    }

    /// A session of this page that claims no lock.
    package init(_ about: SessionInfo) {
        id = nil
        owner = Activity.Owner.page.rawValue
        title = about.name ?? about.source
        kind = "session"
        startedAt = about.startedAt
        (phase, endsAt) = (nil, nil)
        isHere = true
        isStored = false
    }

    private enum CodingKeys: String, CodingKey {
        case id, owner, title, kind, startedAt = "since", phase, endsAt, isHere
        case isStored = "isKept"
    }
}

/// A source that a page can offer.
package struct SessionSourceOption: Sendable, Equatable, Encodable {
    package let id: String
    package let isAvailable: Bool
    /// The reason that it is not available; one sentence.
    package let reason: String?

    /// - Parameter reason: nil where it is available.
    package init(_ id: String, unavailable reason: String? = nil) {
        self.id = id
        self.isAvailable = reason == nil
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case id
        case isAvailable = "available"
        case reason
    }
}

/// Begins the sessions that pages ask for.
package protocol SessionStarter: Sendable {
    var sourceOptions: [SessionSourceOption] { get }

    /// Begins one; returns before it is over.
    func begin(_ request: SessionRequest) async throws(SessionRequestError)
}

/// The reason that a session is not begun.
package enum SessionRequestError: Error, Sendable, Equatable {
    /// One runs already; nil where it is not known which.
    case running(RunningActivityInfo?)
    /// A request that is impossible; one sentence.
    case invalid(String)
}
