import Foundation
import PracticePlans
import Testing

@testable import SessionDashboard

/// The words that both the program and its page have.
@Suite struct PracticeWordsOfThePageTests {
    /// The texts of a file of the page: language, key, form, text.
    private static func texts(_ name: String) throws -> [String: [String: [String: String]]] {
        let file = try #require(PageFile.all[name]).text
        var found: [String: [String: [String: String]]] = [:]
        var language = ""
        for line in file.split(separator: "\n") {
            if let opening = line.wholeMatch(of: /\s\s(en|de): \{/) { language = String(opening.1) }
            guard let entry = line.wholeMatch(of: /\s+"([^"]+)": (.+),/) else { continue }
            let key = String(entry.1)
            let value = entry.2
            if let plain = value.wholeMatch(of: /"(.*)"/) {
                found[language, default: [:]][key] = ["other": String(plain.1)]
            } else if let forms = value.wholeMatch(of: /\{ one: "(.*)", other: "(.*)" \}/) {
                found[language, default: [:]][key] = [
                    "one": String(forms.1), "other": String(forms.2),
                ]
            }
        }
        return found
    }

    @Test func thePageSaysWhatTheProgramSays() throws {
        let files = try ["core/practice-words.js", "core/text.js"].map(Self.texts)
        let table = PracticeWords.dictionary
        #expect(table.count > 30)
        for (key, languages) in table {
            for (language, forms) in languages {
                let said = files.compactMap { $0[language]?[key] }
                #expect(said == [forms], "\(key), \(language)")
            }
        }
    }
}
