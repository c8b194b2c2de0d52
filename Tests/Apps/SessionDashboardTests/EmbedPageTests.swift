import Foundation
import TestSupport
import Testing

/// `Scripts/embed-page.awk`, which writes the page's files as Swift.
@Suite struct EmbedPageTests {
    private struct Outcome {
        let status: Int32
        let errors: String
        /// nil where nothing was written.
        let text: String?
    }

    private typealias Files = [(name: String, text: String)]

    /// Embeds files in their order.
    private func embed(_ files: Files) throws -> Outcome {
        let folder = try TemporaryFolder()
        for (name, text) in files {
            let parent = URL(fileURLWithPath: folder.path + "/" + name).deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try folder.write(name, text)
        }
        let output = folder.path + "/Output.swift"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/awk")
        process.arguments =
            ["-f", Repository.path("Scripts/embed-page.awk"), folder.path, output]
            + files.map(\.name)
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let errorData = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, errors: String(decoding: errorData, as: UTF8.self),
            text: try? String(contentsOfFile: output, encoding: .utf8))
    }

    private func screen(_ name: String, _ address: String) -> (name: String, text: String) {
        ("\(name)/screen.js", "export const screen = {\n  address: \"\(address)\",\n};\n")
    }

    private func list(_ names: String...) -> (name: String, text: String) {
        ("screens.js", names.map { "  import(\"./\($0)/screen.js\"),\n" }.joined())
    }

    @Test func everyFileHasAnEntryAndAText() throws {
        let outcome = try embed([
            ("a.html", "<p>\n"), ("b/c.css", "p {}\n"),
            ("b/screen.js", "  address: \"/b/:id\",  // it\n"),
            list("b"),
        ])
        #expect(outcome.status == 0 && outcome.errors.isEmpty)
        #expect(
            outcome.text == """
                // Written from the folder Page when the package is built.

                extension PageFile {
                    /// Addresses of the page's screens; a part such as `:id` is any.
                    static let screens: [String] = ["/b/:id"]

                    /// Every file of the page, by its path below the folder `Page`.
                    static let all: [String: PageFile] = [
                        "a.html": PageFile(contentType: "text/html; charset=utf-8", text: file0),
                        "b/c.css": PageFile(contentType: "text/css; charset=utf-8", text: file1),
                        "b/screen.js": PageFile(contentType: "text/javascript; charset=utf-8", text: file2),
                        "screens.js": PageFile(contentType: "text/javascript; charset=utf-8", text: file3),
                    ]

                    private static let file0 = #\"""
                <p>

                \"""#

                    private static let file1 = #\"""
                p {}

                \"""#

                    private static let file2 = #\"""
                  address: "/b/:id",  // it

                \"""#

                    private static let file3 = #\"""
                  import("./b/screen.js"),

                \"""#
                }

                """)
    }

    /// A literal with n number signs is ended by three quotes and n signs, and escapes begin with a backslash
    /// and n signs (The Swift Programming Language, "String Literals").
    @Test(arguments: [
        ("plain", 1), ("a \"\"\" b \\n", 1), ("\"\"\"# \\#n", 2), ("\"\"\"### and #", 4),
        ("a # b ## c", 3), ("##\n#", 3), ("", 1), ("ä & \\& %s %%", 1),
    ])
    func aTextCannotEndItsLiteral(text: String, marks: Int) throws {
        let outcome = try embed([("a.js", text + "\n"), screen("b", "/"), list("b")])
        let sign = String(repeating: "#", count: marks)
        let literal = "file0 = \(sign)\"\"\"\n\(text)\n\n\"\"\"\(sign)\n"
        #expect(outcome.text?.contains(literal) == true, "\(outcome.text ?? outcome.errors)")
    }

    @Test func addressesComeInTheOrderOfTheList() throws {
        let outcome = try embed([
            screen("a", "/a/:id"), screen("b", "/"), list("b", "a"),
            ("core/dom.js", "address: \"/x\",\n"),
        ])
        #expect(outcome.text?.contains("screens: [String] = [\"/\", \"/a/:id\"]") == true)
    }

    private func expectRefused(_ files: Files, _ file: String, _ words: String) throws {
        let outcome = try embed(files)
        #expect(outcome.status == 1 && outcome.text == nil)
        #expect(
            outcome.errors.contains("/\(file): error: ") && outcome.errors.contains(words)
                && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
    }

    @Test(arguments: ["core/photo.png", "README", "core.js/notes", "core/dom.js~", "dom.JS"])
    func anotherKindIsRefused(name: String) throws {
        try expectRefused(
            [(name, ""), screen("a", "/"), list("a")], name,
            name.hasSuffix("~") ? "letters" : ".css, .html, .js")
    }

    @Test(arguments: ["a b.js", "a\"b.js", "ä.js", "a\\b.js", "a?b.js"])
    func aNameIsOneThatAnAddressCanHave(name: String) throws {
        try expectRefused([(name, ""), screen("a", "/"), list("a")], name, "letters")
    }

    @Test func carriageReturnsAreRefused() throws {
        try expectRefused(
            [("core/dom.js", "a\r\n"), screen("a", "/"), list("a")], "core/dom.js", "carriage")
    }

    @Test func anErrorInTheListIsNamed() throws {
        try expectRefused([screen("a", "/")], "screens.js", "missing")
        try expectRefused(
            [("screens.js", "export const screens = [];\n")], "screens.js",
            "import(\"./history/screen.js\")")
        try expectRefused(
            [list("a"), screen("a", "/"), screen("b", "/b")], "b/screen.js",
            "import(\"./b/screen.js\"),")
        try expectRefused([list("a", "b"), screen("a", "/")], "screens.js", "no file b/screen.js")
        try expectRefused(
            [list("a", "b"), screen("a", "/"), screen("b", "/")], "b/screen.js", "address \"/\"")
    }

    @Test(arguments: [
        "", "  address: \"/a\",\n  address: \"/b\",\n", "  address: where,\n",
        "  address: \"a\",\n",
    ])
    func aScreenHasOneAddress(text: String) throws {
        try expectRefused([list("a"), ("a/screen.js", text)], "a/screen.js", "address:")
    }
}
