import Foundation
import Testing

@testable import EmbedPage

@Suite struct SwiftSourceTests {
    private func file(_ name: String, _ text: String) throws -> EmbeddedFile {
        try EmbeddedFile(name: name, contents: Data(text.utf8))
    }

    @Test func theOrderOfTheFilesDoesNotMatter() throws {
        let files = [
            try file("core/b.js", "b"), try file("a.html", "a"), try file("core/a.js", "c"),
        ]
        let text = SwiftSource.text(of: files, screens: [])
        #expect(SwiftSource.text(of: files.reversed(), screens: []) == text)
        #expect(SwiftSource.text(of: [files[1], files[0], files[2]], screens: []) == text)
    }

    @Test func everyFileHasAnEntryAndAText() throws {
        let files = [try file("a.html", "<p>\n"), try file("b/c.css", "p {}")]
        let text = SwiftSource.text(of: files, screens: ["/", "/b/:id"])
        #expect(
            text == """
                // Written by EmbedPage from the folder Page when the package is built.

                extension PageFile {
                    /// Addresses of the page's screens; a part such as `:id` is any.
                    static let screens: [String] = ["/", "/b/:id"]

                    /// Every file of the page, by its path below the folder `Page`.
                    static let all: [String: PageFile] = [
                        "a.html": PageFile(contentType: "text/html; charset=utf-8", text: file0),
                        "b/c.css": PageFile(contentType: "text/css; charset=utf-8", text: file1),
                    ]

                    private static let file0 = #\"""
                <p>

                \"""#

                    private static let file1 = #\"""
                p {}
                \"""#
                }

                """)
    }

    /// A literal with n number signs is ended by three quotes and n signs, and escapes begin with a backslash
    /// and n signs (The Swift Programming Language, "String Literals").
    @Test(arguments: [
        ("plain", 1), ("a \"\"\" b \\n", 1), ("\"\"\"# \\#n", 2), ("\"\"\"### and #", 4),
        ("a # b ## c", 3), ("", 1),
    ])
    func aTextCannotEndItsLiteral(text: String, marks: Int) {
        let sign = String(repeating: "#", count: marks)
        let literal = SwiftSource.rawString(text)
        #expect(literal == "\(sign)\"\"\"\n\(text)\n\"\"\"\(sign)")
        #expect(!text.contains("\"\"\"" + sign) && !text.contains("\\" + sign))
    }
}
