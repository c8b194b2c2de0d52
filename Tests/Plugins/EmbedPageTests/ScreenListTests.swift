import Foundation
import Testing

@testable import EmbedPage

@Suite struct ScreenListTests {
    private func file(_ name: String, _ text: String) throws -> EmbeddedFile {
        try EmbeddedFile(name: name, contents: Data(text.utf8))
    }

    private func screen(_ name: String, _ address: String) throws -> EmbeddedFile {
        try file(
            "\(name)/screen.js",
            "export const screen = {\n  name: \"\(name)\",\n  address: \"\(address)\",\n};\n")
    }

    private func list(_ names: String...) throws -> EmbeddedFile {
        try file("screens.js", names.map { "  import(\"./\($0)/screen.js\"),\n" }.joined())
    }

    @Test func addressesComeInTheOrderOfTheList() throws {
        let files = [
            try screen("a", "/a/:id"), try screen("b", "/"), try list("b", "a"),
            try file("core/dom.js", "address: \"/x\","),
        ]
        #expect(try ScreenList.addresses(in: files) == ["/", "/a/:id"])
        let commented = try file("b/screen.js", "  address: \"/b\",  // of the second\n")
        #expect(try ScreenList.addresses(in: [commented, try list("b")]) == ["/b"])
    }

    private func error(_ files: [EmbeddedFile]) -> EmbeddingError? {
        #expect(throws: EmbeddingError.self) { try ScreenList.addresses(in: files) }
    }

    @Test func aPageWithoutAListIsRefused() throws {
        #expect(error([try screen("a", "/")])?.file == "screens.js")
        let empty = error([try file("screens.js", "export const screens = [];\n")])
        #expect(empty?.text.contains("import(\"./history/screen.js\")") == true)
    }

    @Test func aForgottenScreenIsNamed() throws {
        let found = error([try list("a"), try screen("a", "/"), try screen("b", "/b")])
        #expect(found?.file == "b/screen.js")
        #expect(found?.text.contains("import(\"./b/screen.js\"),") == true)
    }

    @Test func aScreenWithoutAFileIsNamed() throws {
        let found = error([try list("a", "b"), try screen("a", "/")])
        #expect(found?.file == "screens.js" && found?.text.contains("b/screen.js") == true)
    }

    @Test(arguments: [
        "", "  address: \"/a\",\n  address: \"/b\",\n", "  address: where,\n",
        "  address: \"a\",\n",
    ])
    func aScreenHasOneAddress(text: String) throws {
        let found = error([try list("a"), try file("a/screen.js", text)])
        #expect(found?.file == "a/screen.js" && found?.text.contains("address:") == true)
    }

    @Test func noTwoScreensHaveTheSameAddress() throws {
        let found = error([try list("a", "b"), try screen("a", "/"), try screen("b", "/")])
        #expect(found?.file == "b/screen.js" && found?.text.contains("/") == true)
    }
}
