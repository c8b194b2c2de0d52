/// A piece of HTML or SVG that is well-formed by construction.
///
/// Text gets in only escaped, elements only closed, so that a page built of these pieces parses as
/// XML whatever a file name contains.
struct Markup: Sendable, Equatable {
    /// The characters to write.
    let source: String

    static let nothing = Markup(verbatim: "")

    /// Text of any origin.
    init(text: String) {
        source = Self.escaped(text)
    }

    /// An element. Attributes are written in the order given.
    init(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:],
        _ children: [Markup] = []
    ) {
        var text = "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
        if Self.childlessElements.contains(name) {
            text += "/>"
        } else {
            text += ">"
            for child in children { text += child.source }
            text += "</\(name)>"
        }
        if Self.lineEndingElements.contains(name) { text += "\n" }
        source = text
    }

    /// An element around a text of any origin.
    init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) {
        self.init(name, attributes, [Markup(text: text)])
    }

    /// Style rules of our own.
    ///
    /// - Precondition: no `<` and no `&`, which HTML and XML read differently inside them.
    init(css: String) {
        precondition(!css.contains { $0 == "<" || $0 == "&" }, "style rules hold no < or &")
        self.init("style", [:], [Markup(verbatim: "\n" + css + "\n")])
    }

    /// A script of our own.
    ///
    /// - Precondition: no `<` and no `&`, as in style rules.
    init(script: String) {
        precondition(!script.contains { $0 == "<" || $0 == "&" }, "scripts hold no < or &")
        self.init("script", [:], [Markup(verbatim: script)])
    }

    /// Data for a script, which are no script themselves.
    ///
    /// - Precondition: no `<` and no `&`: JSON has other ways to write them.
    init(json: String, id: String) {
        precondition(!json.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
        self.init("script", ["type": "application/json", "id": id], [Markup(verbatim: json)])
    }

    /// Pieces one after the other.
    init(joining pieces: [Markup]) {
        self.init(verbatim: pieces.map(\.source).joined())
    }

    private init(verbatim: String) {
        source = verbatim
    }

    /// `text` for use inside an element or a double-quoted attribute.
    ///
    /// Characters that no XML document may contain, such as most control characters, become
    /// U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case _ where isForbidden(scalar): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: false
        case 0..<0x20, 0x7F..<0xA0, 0xFFFE, 0xFFFF: true
        default: false
        }
    }

    /// Elements that HTML, or SVG inside it, lets close themselves.
    private static let childlessElements: Set<String> = [
        "meta", "rect", "line", "ellipse", "polyline", "polygon", "path",
    ]

    /// Elements after which white space changes nothing on the page.
    private static let lineEndingElements: Set<String> = [
        "html", "head", "body", "header", "main", "footer", "section", "div", "figure", "svg", "g",
        "meta", "title", "h1", "h2", "h3", "p", "ul", "li", "table", "thead", "tbody", "tr",
    ]
}
