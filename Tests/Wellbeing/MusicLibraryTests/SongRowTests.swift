import Testing

@testable import MusicLibrary

/// Lists in the columns of a song, against the encoder that writes them.
@Suite struct SongRowTests {
    @Test(arguments: [
        [], [[120.5, 0.75]], [[61.52, 0.1], [184.56, 1], [246, 3e-7]], [[1e21, 0.3]],
    ])
    func rivalsComeBackAsTheyWere(pairs: [[Double]]) {
        let read = SongRow.alternativeTempos(SongRow.encoded(pairs))
        #expect(read.map { [$0.bpm, $0.strength] } == pairs)
    }

    @Test(arguments: ["", "[", "null", "[[1],[2,3,4],[90,0.5],[\"a\",1]]", "]]][[,"])
    func whatIsNoPairIsLeftOut(text: String) {
        #expect(SongRow.alternativeTempos(text).allSatisfy { $0.bpm == 90 && $0.strength == 0.5 })
        #expect(SongRow.alternativeTempos(text).count == (text.contains("90") ? 1 : 0))
    }

    @Test(arguments: [[], ["Jazz"], ["Rock", "Folk, rock"], ["\"quoted\"", "a\\b", "ü"], [""]])
    func namesComeBackAsTheyWere(names: [String]) {
        #expect(SongRow.names(SongRow.encoded(names)) == names)
    }
}
