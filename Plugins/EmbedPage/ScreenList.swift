/// The addresses of the page's screens, which the server answers at as well.
///
/// `screens.js` has a line `import("./NAME/screen.js")` for each screen, and each of those files has one line
/// `address: "/..."`.
enum ScreenList {
    private static let list = "screens.js"

    /// The screens' addresses, in the order of the list.
    ///
    /// - Throws: `EmbeddingError` where the list is missing or empty, names a file that is not there, or lacks
    ///   a folder's screen; where a screen has no address or several; where two have the same.
    static func addresses(in files: [EmbeddedFile]) throws(EmbeddingError) -> [String] {
        guard let list = files.first(where: { $0.name == list }) else {
            throw EmbeddingError(file: list, text: "the list of the page's screens is missing")
        }
        let listed = list.text.matches(of: /import\("\.\/([A-Za-z0-9-]+\/screen\.js)"\)/)
            .map { String($0.1) }
        if listed.isEmpty {
            throw EmbeddingError(
                file: list.name, text: "a screen is a line such as import(\"./history/screen.js\"),"
            )
        }
        let screens = files.filter { $0.name.hasSuffix("/screen.js") }
        if let forgotten = screens.first(where: { !listed.contains($0.name) }) {
            throw EmbeddingError(
                file: forgotten.name,
                text: "screens.js lacks this screen: import(\"./\(forgotten.name)\"),")
        }
        var addresses: [String] = []
        for name in listed {
            guard let screen = screens.first(where: { $0.name == name }) else {
                throw EmbeddingError(file: list.name, text: "there is no file \(name)")
            }
            let address = try address(of: screen)
            if addresses.contains(address) {
                throw EmbeddingError(file: name, text: "another screen has the address \(address)")
            }
            addresses.append(address)
        }
        return addresses
    }

    private static func address(of screen: EmbeddedFile) throws(EmbeddingError) -> String {
        let found = screen.text.matches(of: /(?m)^ *address: "(\/[A-Za-z0-9\/:-]*)",/)
        guard let address = found.first?.1, found.count == 1 else {
            throw EmbeddingError(
                file: screen.name,
                text: "a screen has one line such as address: \"/history\", or \"/summary/:id\"")
        }
        return String(address)
    }
}
