package import LiveSession
package import SessionHistory

/// The source from which a page requests the heart beside a practice.
package struct PracticeHeartRequest: Sendable, Decodable {
    /// Such as `strap` or `simulated`.
    package let source: String
    /// Name or address of the strap.
    package let strap: String?
}

/// A heart that can be heard beside a practice.
package struct PracticeHeartSourceChoice: Sendable {
    let kind: SessionSource
    /// The person's name for its session.
    let title: String
    /// The source, which signals the wake-up where something has come.
    let source: @Sendable (WakeSignal) -> any LiveSource

    package init(
        _ kind: SessionSource, title: String,
        source: @escaping @Sendable (WakeSignal) -> any LiveSource
    ) {
        self.kind = kind
        self.title = title
        self.source = source
    }
}

/// The hearts that the program can hear: this module opens no sensor itself.
package struct PracticeHeartSources: Sendable {
    /// Gives the heart of a request. It throws a `PlanError` where the request is invalid.
    package typealias HeartSourceSelector =
        @Sendable (PracticeHeartRequest) throws -> PracticeHeartSourceChoice

    let logsFolder: String
    let choose: HeartSourceSelector
    /// Takes sentences on what could not be kept.
    let report: @Sendable (String) -> Void

    package init(
        logsFolder: String, report: @escaping @Sendable (String) -> Void,
        choose: @escaping HeartSourceSelector
    ) {
        self.logsFolder = logsFolder
        self.report = report
        self.choose = choose
    }
}
