import Testing

@testable import PracticePlans

@Suite struct SoundNameTests {
    /// A file in the folder of sounds has the name of the sound that it replaces, so names never change.
    @Test func filesAreCalledAsTheGuideSays() {
        #expect(
            SoundName.allCases.map(\.rawValue) == [
                "gong", "bell", "gong-triple", "gong-end", "lead-in", "tick", "turn-work",
                "turn-rest", "close",
            ])
    }
}
