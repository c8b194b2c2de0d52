import ResonanceBreathing
import Testing

@testable import PracticePlans

@Suite struct PracticeWordsTests {
    /// Every key has a text in both languages, with the same arguments in every form.
    @Test func theTableIsWhole() {
        let table = PracticeWords.dictionary
        #expect(table.count == WordKey.allCases.count + BreathPreset.builtIn.count)
        for (key, languages) in table {
            #expect(Set(languages.keys) == ["en", "de"], "\(key)")
            #expect(languages["en"]?.keys == languages["de"]?.keys, "\(key)")
            let arguments = languages.values.flatMap(\.values).map { text in
                text.matches(of: /\{\w+\}/).map { String($0.output) }
            }
            #expect(Set(arguments).count == 1, "\(key)")
            for text in languages.values.flatMap(\.values) { #expect(!text.isEmpty, "\(key)") }
        }
    }

    @Test func theWordsOfTheDesignAreSaid() {
        #expect(PracticePhrase(.round, ["n": 2, "of": 10]).text(.en) == "Round 2 of 10")
        #expect(PracticePhrase(.round, ["n": 2, "of": 10]).text(.de) == "Runde 2 von 10")
        #expect(PracticePhrase(.number, ["n": 3]).text(.de) == "3")
        #expect(
            [.inhale, .hold, .exhale, .secondHold].map { PracticePhrase(.of($0)).text(.de) }
                == ["Einatmen", "Halten", "Ausatmen", "Halten"])
        #expect(PracticePhrase(.thirtySeconds).text(.de) == "Noch 30 Sekunden")
        #expect(PracticeWords.text("preset.calm", .de) == "Ruhe")
        #expect(PracticeWords.text("no.such.key", .de) == "no.such.key")
    }

    @Test func numbersChooseTheirForm() {
        #expect(PracticePhrase(.minutes, ["n": 1]).text(.en) == "1 minute")
        #expect(PracticePhrase(.minutes, ["n": 0]).text(.en) == "0 minutes")
        #expect(PracticePhrase(.breaths, ["n": 1]).text(.de) == "1 Atemzug")
        #expect(PracticePhrase(.breaths, ["n": 20]).text(.de) == "20 Atemzüge")
        // A missing argument stays visible.
        #expect(PracticePhrase(.round, ["n": 1]).text(.en) == "Round 1 of {of}")
    }
}
