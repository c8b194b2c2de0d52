/// What goes on beside a session that pages are told of.
package enum HubTopic: Sendable, CaseIterable {
    case practice, music
}
