import CExpat

/// Text of an XML file in the memory of the parser: valid only while an element is handed over. UTF-8.
struct XMLText {
    let base: UnsafePointer<UInt8>
    let count: Int

    init(_ base: UnsafePointer<UInt8>, count: Int) {
        self.base = base
        self.count = count
    }

    /// Text up to a zero byte.
    init(_ text: UnsafePointer<CChar>) {
        base = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
        var count = 0
        while base[count] != 0 { count += 1 }
        self.count = count
    }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }
    var string: String { String(decoding: bytes, as: UTF8.self) }

    @inline(__always)
    static func == (text: XMLText, other: StaticString) -> Bool {
        text.count == other.utf8CodeUnitCount && text.hasPrefix(other)
    }

    @inline(__always)
    func hasPrefix(_ prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        for index in 0..<prefix.utf8CodeUnitCount
        where base[index] != prefix.utf8Start[index] { return false }
        return true
    }

    /// The text from an offset on.
    func dropFirst(_ number: Int) -> XMLText { XMLText(base + number, count: count - number) }
}

/// The attributes of an element, valid only while it is handed over.
struct XMLAttributes {
    fileprivate let list: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// Calls `body` with the name and the value of each attribute, in the order of the file.
    @inline(__always)
    func forEach(_ body: (_ name: XMLText, _ value: XMLText) -> Void) {
        guard var next = list else { return }
        while let name = next[0], let value = next[1] {
            body(XMLText(name), XMLText(value))
            next += 2
        }
    }

    /// The value of an attribute; nil where there is none.
    func value(_ name: StaticString) -> XMLText? {
        var found: XMLText?
        forEach { if $0 == name { found = $1 } }
        return found
    }
}

/// Receives the elements of an XML file.
protocol XMLHandler: AnyObject {
    func start(_ name: XMLText, _ attributes: XMLAttributes)
    func end(_ name: XMLText)
    /// Discards the elements that began and have not ended: the parser begins anew.
    func discardUnfinished()
}

/// The system's libexpat: elements and attributes of text that it is given in blocks.
///
/// It is given no document type, so there are no entities but the five of XML and characters by number: any other one
/// is an error. The handler must live as long as the parser.
final class ExpatParser {
    private let parser: XML_Parser
    private unowned let handler: any XMLHandler

    init(_ handler: any XMLHandler) {
        guard let parser = XML_ParserCreate("UTF-8") else {
            preconditionFailure("expat has no memory")
        }
        self.parser = parser
        self.handler = handler
        setUp()
    }

    deinit { XML_ParserFree(parser) }

    /// Parses the next text, which need not end where an element does.
    ///
    /// - Returns: nil, or the offset in the text of what is no XML; nothing can be parsed then before ``restart()``.
    func parse(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard let base = text.baseAddress, !text.isEmpty else { return nil }
        let startOffset = byteCount
        byteCount += text.count
        let status = base.withMemoryRebound(to: CChar.self, capacity: text.count) {
            XML_Parse(parser, $0, Int32(text.count), 0)
        }
        guard status != XML_STATUS_OK else { return nil }
        return max(0, Int(XML_GetCurrentByteIndex(parser)) - startOffset)
    }

    /// Forgets what was parsed, elements that are still open too.
    func restart() {
        handler.discardUnfinished()
        XML_ParserReset(parser, "UTF-8")
        setUp()
    }

    /// Bytes given to the parser since it began.
    private var byteCount = 0

    private func setUp() {
        byteCount = 0
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let context, let name else { return }
                Unmanaged<ExpatParser>.fromOpaque(context).takeUnretainedValue()
                    .handler.start(XMLText(name), XMLAttributes(list: attributes))
            },
            { context, name in
                guard let context, let name else { return }
                Unmanaged<ExpatParser>.fromOpaque(context).takeUnretainedValue()
                    .handler.end(XMLText(name))
            })
        // An element around all others, as the file has it.
        _ = Array("<HealthData>".utf8).withUnsafeBufferPointer { parse($0) }
    }
}
