/// What goes on beside a session that pages are told of.
package enum RoomTopic: Sendable, CaseIterable {
    case practice, music
}
