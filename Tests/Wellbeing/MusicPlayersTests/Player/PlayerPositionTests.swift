import Testing

@testable import MusicPlayers

@Suite struct PlayerPositionTests {
    @Test func aLengthMayBeUnknown() {
        let position = PlayerPosition(elapsedSeconds: 3, lengthSeconds: nil)
        #expect(position.lengthSeconds == nil && position.elapsedSeconds == 3)
    }
}
