/// An activity beside a session that is reported to pages.
package enum HubTopic: Sendable, CaseIterable {
    case practice, music
}
