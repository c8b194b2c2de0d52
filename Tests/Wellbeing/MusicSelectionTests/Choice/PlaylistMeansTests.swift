import MusicSelection
import Testing

@Suite struct PlaylistMeansTests {
    @Test func meansOfWhatIsKnown() {
        var songs = (0..<3).map { SongFacts(id: $0) }
        songs[0].bpm = 80
        songs[1].bpm = 120
        for (index, calm) in [0.6, 0.9].enumerated() {
            var effect = SongEffect()
            (effect.calm, effect.focus, effect.energy) = (calm, 0.7, 0.2)
            effect.count = 10
            songs[index].effects.overallEffect = effect
            effect.count = 6
            songs[index].effects.effectsByContext[.work] = effect
            effect.count = 4
            songs[index].effects.effectsByContext[index == 0 ? .morning : .work] = effect
        }
        let means = PlaylistMeans(songs)
        #expect(means.calm.map { abs($0 - 0.75) < 1e-12 } == true)
        #expect(means.focus.map { abs($0 - 0.7) < 1e-12 } == true)
        #expect(means.energy.map { abs($0 - 0.2) < 1e-12 } == true)
        #expect(means.bpm == 100)
        // .5, .5 and 0 of a song without plays.
        #expect(means.confidence.map { abs($0 - 1.0 / 3) < 1e-12 } == true)
        // 6 and 4 of the first, 4 of the second.
        #expect(means.contextShares.count == 2)
        #expect(means.contextShares[.work].map { abs($0 - 10.0 / 14) < 1e-12 } == true)
        #expect(means.contextShares.values.reduce(0, +).isApproximately(1))
    }

    @Test func nothingIsKnown() {
        let none = PlaylistMeans([])
        #expect(none.calm == nil && none.bpm == nil && none.confidence == nil)
        #expect(none.contextShares.isEmpty)
        let unplayed = PlaylistMeans([SongFacts(id: 1)])
        #expect(unplayed.calm == nil && unplayed.confidence == 0)
    }
}

extension Double {
    fileprivate func isApproximately(_ other: Double) -> Bool { abs(self - other) < 1e-12 }
}
