import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A parsed element.
final class XMLTree {
    let name: String
    let attributes: [String: String]
    private var content: [Piece] = []

    private enum Piece {
        case element(XMLTree)
        case characters(String)
    }

    fileprivate init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    struct NotWellFormed: Error {
        let line: Int
        let reason: String
    }

    /// The document's root, by the platform's XML parser.
    init(parsing source: String) throws {
        let reader = Reader()
        let parser = XMLParser(data: Data(source.utf8))
        parser.delegate = reader
        guard parser.parse(), let root = reader.root else {
            throw NotWellFormed(
                line: parser.lineNumber, reason: parser.parserError.map { "\($0)" } ?? "empty")
        }
        name = root.name
        attributes = root.attributes
        content = root.content
    }

    /// Every element of that name inside, in document order.
    func all(_ name: String) -> [XMLTree] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    var children: [XMLTree] {
        content.compactMap { if case .element(let element) = $0 { element } else { nil } }
    }

    var text: String {
        content.map { piece in
            switch piece {
            case .element(let element): element.text
            case .characters(let text): text
            }
        }.joined()
    }

    var `class`: String { attributes["class"] ?? "" }
    func number(_ key: String) -> Double? { attributes[key].flatMap(Double.init) }

    var points: [(x: Double, y: Double)] {
        (attributes["points"] ?? "").split(separator: " ").compactMap { pair in
            let parts = pair.split(separator: ",").compactMap { Double($0) }
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }

    /// Dots of a path of strokes without length.
    var dotCount: Int { (attributes["d"] ?? "").count { $0 == "M" } }

    /// Area inside the points.
    var shoelace: Double {
        let corners = points
        let sum = corners.indices.reduce(0.0) { sum, index in
            let (a, b) = (corners[index], corners[(index + 1) % corners.count])
            return sum + a.x * b.y - b.x * a.y
        }
        return abs(sum) / 2
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var root: XMLTree?
        private var open: [XMLTree] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
            qualifiedName: String?, attributes: [String: String]
        ) {
            let element = XMLTree(name: name, attributes: attributes)
            open.last?.content.append(.element(element))
            if root == nil { root = element }
            open.append(element)
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
            qualifiedName: String?
        ) { open.removeLast() }

        func parser(_ parser: XMLParser, foundCharacters text: String) {
            open.last?.content.append(.characters(text))
        }
    }
}
