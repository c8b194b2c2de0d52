import Testing

@testable import TerminalView

struct ScreenTextTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("–●█", 3), ("心拍", 4), ("e\u{301}", 1), ("👩‍⚕️", 2), ("❤️", 2),
    ])
    func widthsAreThoseOfATerminal(text: String, cells: Int) {
        #expect(ScreenText.width(text) == cells)
    }

    @Test(arguments: [
        ("heart", 5, "heart"), ("heart", 4, "hea…"), ("心拍数", 4, "心…"), ("a", 0, ""),
    ])
    func longTextsAreCut(text: String, columns: Int, expected: String) {
        #expect(ScreenText.clipped(text, to: columns) == expected)
    }

    @Test func textsAreWrappedBetweenWords() {
        #expect(ScreenText.wrapped("one two three", to: 7) == ["one two", "three"])
        #expect(ScreenText.wrapped("a longerword b", to: 6) == ["a", "longe…", "b"])
        #expect(ScreenText.wrapped("", to: 6) == [] && ScreenText.wrapped("a", to: 0) == [])
    }

    @Test func nothingSteersTheTerminal() {
        #expect(ScreenText.sanitized("a\u{1B}[31m\u{7}b\r\n\u{9B}c") == "a?[31m?b??c")
        #expect(ScreenText.sanitized("\u{202E}evil") == "?evil")
        #expect(ScreenText.sanitized("Polar H10 ❤️") == "Polar H10 ❤️")
    }

    @Test(arguments: [
        (["NO_COLOR": "1", "COLORTERM": "truecolor"], ScreenStyle.none),
        (["NO_COLOR": "", "TERM": "xterm"], .sixteenColours), (["COLORTERM": "24bit"], .trueColour),
    ])
    func theEnvironmentChoosesColours(environment: [String: String], style: ScreenStyle) {
        #expect(ScreenStyle(environment: environment) == style)
        let painted = style.coloured("x", .teal)
        #expect((painted == "x") == (style == .none))
    }
}
