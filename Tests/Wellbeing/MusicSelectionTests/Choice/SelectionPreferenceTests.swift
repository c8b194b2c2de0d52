import Testing

@testable import MusicSelection

/// Preferences as stored numbers, and what each changes in a ranking.
@Suite struct SelectionPreferenceTests {
    @Test func nothingSetIsTheFirstDesign() {
        #expect(SelectionPreferences([:]) == SelectionPreferences())
        let all = Dictionary(
            uniqueKeysWithValues: SelectionPreference.allCases.map { ($0, $0.standard) })
        let (own, usual) = (SelectionPreferences(all), SelectionPreferences())
        #expect(abs(own.weights.tempo - usual.weights.tempo) < 1e-12)
        #expect(abs(own.weights.context - usual.weights.context) < 1e-12)
        var same = own
        same.weights = usual.weights
        #expect(same == usual)
        #expect(SelectionPreference.allCases.allSatisfy { $0.accepts($0.standard) })
    }

    @Test func whatIsNotAcceptedIsAsUsual() {
        let zero = Dictionary(uniqueKeysWithValues: SelectionPreference.weights.map { ($0, 0.0) })
        #expect(SelectionPreferences(zero) == SelectionPreferences())
        let bad: [SelectionPreference: Double] = [
            .artistLimit: 1.5, .nightHour: 25, .maxNightBpm: .nan, .recencyMinutes: -1,
            .prefersFamiliar: 0.5,
        ]
        #expect(SelectionPreferences(bad) == SelectionPreferences())
    }

    /// The sentences that are said, by hour and stress.
    @Test(
        arguments: [
            (.maxNightBpm, 90, 23, 0.5, MusicTextKey.ownBpmLimit), (.maxNightBpm, 90, 15, 0.5, nil),
            (.maxMorningBpm, 110, 7, 0.5, .ownBpmLimit), (.maxMorningBpm, 110, 23, 0.5, nil),
            (.nightHour, 23, 22, 0.5, .ownNoBpmLimit), (.nightHour, 20, 20, 0.5, .ownBpmLimit),
            (.nightHour, 23, 23, 0.5, nil), (.morningEndHour, 6, 7, 0.5, .ownNoBpmLimit),
            (.prefersFamiliar, 0, 15, 0.7, .ownNoFamiliar), (.prefersFamiliar, 0, 15, 0.5, nil),
            (.recencyMinutes, 0, 15, 0.5, .ownRecency),
            (.artistLimit, 0, 15, 0.5, .ownNoArtistLimit),
            (.artistLimit, 3, 15, 0.5, .ownArtistLimit), (.historyWeight, 0, 15, 0.5, .ownWeights),
        ] as [(SelectionPreference, Double, Int, Double, MusicTextKey?)])
    func onlyWhatHasAnEffectIsNamed(
        _ preference: SelectionPreference, _ value: Double, _ hour: Int, _ stress: Double,
        _ word: MusicTextKey?
    ) {
        let moment = ChoiceConditions(
            nowSeconds: 0, hour: hour, state: StateVector(timeSeconds: 0, stress: stress),
            preferences: SelectionPreferences([preference: value]))
        #expect(Explanation.preferenceSentences(moment).map(\.word) == [word].compactMap(\.self))
    }

    /// Two songs, of which each is better in one part alone: the weight decides.
    @Test(arguments: [(SelectionPreference.tempoWeight, Int64(1)), (.energyWeight, 2)])
    func aWeightDecides(_ preference: SelectionPreference, _ best: Int64) {
        // 110 beats a minute and .46 are wanted.
        let songs = [
            SongFacts(id: 1, bpm: 110, energy: 1), SongFacts(id: 2, bpm: 160, energy: 0.46),
        ]
        var own = Dictionary(uniqueKeysWithValues: SelectionPreference.weights.map { ($0, 0.0) })
        own[preference] = 1
        let moment = ChoiceConditions(
            nowSeconds: 0, hour: 15, state: .unknown(timeSeconds: 0),
            preferences: SelectionPreferences(own))
        let ranked = SongChooser.ranked(
            SongTable(songs), ChoiceRequest(moment: moment, policy: .reference), count: 2)
        #expect(ranked.map(\.id).first == best)
    }
}
