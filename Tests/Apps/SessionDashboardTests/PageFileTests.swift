import Foundation
import TestSupport
import Testing

@testable import SessionDashboard

/// The files that the build makes of the folder `Page`, compared with the folder itself.
@Suite struct PageFileTests {
    private static let folder = Repository.root
        .appendingPathComponent("Sources/Apps/SessionDashboard/Page")

    private static func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { path in
            !path.split(separator: "/").contains { $0.hasPrefix(".") } && path.contains(".")
        }
    }

    @Test func everyFileOfTheFolderIsInTheProgramAndNoOther() throws {
        let names = try Self.names()
        #expect(names.contains("index.html") && names.count > 30)
        #expect(Set(names) == Set(PageFile.all.keys))
    }

    @Test func everyFileHasTheBytesOfTheFolder() throws {
        for name in try Self.names() {
            let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(name))
            #expect(PageFile.all[name].map { Data($0.text.utf8) } == bytes, "\(name)")
        }
    }

    @Test(arguments: [("html", "text/html"), ("css", "text/css"), ("js", "text/javascript")])
    func theContentTypeMatchesTheFileKind(kind: String, contentType: String) throws {
        let files = PageFile.all.filter { $0.key.hasSuffix("." + kind) }
        #expect(!files.isEmpty)
        #expect(files.values.allSatisfy { $0.contentType == contentType + "; charset=utf-8" })
    }
}
