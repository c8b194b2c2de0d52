import Testing

@testable import TerminalView

struct TerminalKeysTests {
    private static func keys(_ reads: [String]) -> [LiveKeyCommand] {
        var keys = TerminalKeys()
        return reads.flatMap { keys.read(Array($0.utf8)) }
    }

    @Test(arguments: [
        (["p"], [LiveKeyCommand.pause]), ([" "], [.pause]), (["mM"], [.mark, .mark]),
        (["q"], [.end]),
        (["s\r?"], [.begin, .proceed, .help]), (["xyz1é"], []), ([], []),
        // Esc alone, when nothing follows it.
        (["\u{1B}", ""], [.end]), (["\u{1B}"], []), (["\u{1B}\u{1B}"], [.end]),
        // Arrows, also cut in two, and keys of the upper row.
        (["\u{1B}[A", ""], []), (["\u{1B}", "[B", ""], []), (["\u{1B}OPp"], [.pause]),
        (["\u{1B}[15~m"], [.mark]), (["\u{1B}[1;5C", "q"], [.end]), (["\u{1B}x", ""], []),
    ])
    func bytesAreKeys(reads: [String], expected: [LiveKeyCommand]) {
        #expect(Self.keys(reads) == expected)
    }
}
