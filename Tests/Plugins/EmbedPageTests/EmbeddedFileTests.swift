import Foundation
import Testing

@testable import EmbedPage

@Suite struct EmbeddedFileTests {
    @Test(arguments: [
        ("index.html", "text/html; charset=utf-8"), ("core/style.css", "text/css; charset=utf-8"),
        ("home/text.de.js", "text/javascript; charset=utf-8"),
    ])
    func aKnownKindHasItsContentType(name: String, contentType: String) throws {
        let file = try EmbeddedFile(name: name, contents: Data("ä\n".utf8))
        #expect(file.contentType == contentType)
        #expect(file.name == name && file.text == "ä\n")
    }

    @Test(arguments: ["core/photo.png", "README", "core.js/notes", "core/dom.js~", "dom.JS"])
    func anotherKindIsRefusedWithTheKnownOnes(name: String) {
        let error = #expect(throws: EmbeddingError.self) {
            try EmbeddedFile(name: name, contents: Data())
        }
        #expect(error?.file == name)
        #expect(error?.text.isEmpty == false)
    }

    @Test func theErrorOfAKindNamesTheKnownOnes() {
        let error = #expect(throws: EmbeddingError.self) {
            try EmbeddedFile(name: "core/photo.png", contents: Data())
        }
        #expect(error?.text.contains(".css, .html, .js") == true)
        #expect(error?.text.contains("EmbeddedFile.contentTypes") == true)
    }

    @Test(arguments: ["a b.js", "a\"b.js", "ä.js", "a\\b.js", "a?b.js"])
    func aNameIsOneThatAnAddressCanHave(name: String) {
        let error = #expect(throws: EmbeddingError.self) {
            try EmbeddedFile(name: name, contents: Data())
        }
        #expect(error?.text.contains("letters") == true)
    }

    @Test(arguments: [
        ([0x61, 0xFF], "UTF-8"), ([0x61, 0x0D, 0x0A], "carriage"), ([0x61, 0x00], "zero"),
    ])
    func textThatWouldNotSurviveIsRefused(bytes: [UInt8], word: String) {
        let error = #expect(throws: EmbeddingError.self) {
            try EmbeddedFile(name: "core/dom.js", contents: Data(bytes))
        }
        #expect(error?.text.contains(word) == true)
    }
}
