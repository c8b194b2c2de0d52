import Dispatch
import PhysioTypes
import RecordingFiles
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The outcome of a request.
enum WebOutcome: Sendable, Equatable {
    /// All bytes came.
    case complete
    /// Another status than 200 or 206; seconds to wait, where the server names them.
    case status(Int, retryAfter: Double?)
    /// No answer, or not all of it: a sentence without a subject.
    case transferFailed(String)
    /// A redirect to an address that is not asked.
    case refusedRedirect(String)
    /// The file could not be written.
    case writeFailed(DatasetFailure)
    /// More came than was allowed.
    case tooLong
}

/// Fetches files by HTTP into part files, and continues where a part is there already. A child, `curl`, speaks for it.
///
/// Redirects are followed within one host only. Nothing is kept between requests: no cookie, no cache.
final class WebTransfer: Sendable {
    private let address: WebAddress
    /// Requests that are under way; nil when no further one is begun.
    private let children = Mutex<[pid_t: ChildProcess]?>([:])

    init(_ address: WebAddress) { self.address = address }

    /// More redirects than these lead in a circle.
    private static let maxRedirects = 5

    /// Ends all requests.
    func close() {
        let childrenToEnd = children.withLock { children in
            defer { children = nil }
            return children ?? [:]
        }
        for child in childrenToEnd.values { child.terminate() }
    }

    /// Fetches a file.
    ///
    /// - Parameter limit: most bytes that are taken.
    /// - Parameter onProgress: called with the number of bytes that have come since the last call.
    func get(
        _ url: URL, into part: PartFile, limit: Int = .max,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> WebOutcome {
        let current = Mutex<(child: ChildProcess?, isCancelled: Bool)>((nil, false))
        return await withTaskCancellationHandler {
            var url = url
            var redirectCount = 0
            while true {
                let request = WebRequest(url: url, part: part, limit: limit, onProgress: onProgress)
                let outcome = await run(request) { child in
                    current.withLock {
                        $0.child = child
                        if $0.isCancelled { child?.terminate() }
                    }
                }
                guard case .redirect(let status, let location) = outcome.step else {
                    if current.withLock(\.isCancelled) {
                        return .transferFailed("it did not answer in time")
                    }
                    return outcome.result
                }
                redirectCount += 1
                guard redirectCount <= Self.maxRedirects,
                    let next = URL(string: location, relativeTo: url)?.absoluteURL
                else { return .status(status, retryAfter: nil) }
                guard address.allowsRedirect(next) else {
                    return .refusedRedirect(next.absoluteString)
                }
                url = next
            }
        } onCancel: {
            current.withLock {
                $0.isCancelled = true
                $0.child?.terminate()
            }
        }
    }

    private func run(
        _ request: WebRequest, _ onChild: @escaping @Sendable (ChildProcess?) -> Void
    ) async -> WebRequest.Outcome {
        await withCheckedContinuation { continuation in
            // The child is read from a thread that may wait.
            DispatchQueue.global().async {
                continuation.resume(returning: self.runBlocking(request, onChild))
            }
        }
    }

    private func runBlocking(
        _ request: WebRequest, _ onChild: (ChildProcess?) -> Void
    ) -> WebRequest.Outcome {
        let child: ChildProcess
        do throws(ChildProcess.Failure) {
            child = try ChildProcess(request.arguments, hasInput: false)
        } catch {
            let text =
                error.number == ENOENT
                ? "curl is not installed, which fetches files: install it, or name a folder with --mirror"
                : "curl cannot be started: \(error.text)"
            return .init(.writeFailed(DatasetFailure(.unavailable, text)))
        }
        let isAllowed = children.withLock { children in
            children?[child.pid] = child
            return children != nil
        }
        onChild(child)
        if !isAllowed { child.terminate() }
        var response = WebResponse(request)
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while response.isOpen {
            let count = read(child.output, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            response.receive(block[..<count])
        }
        if !response.isOpen { child.terminate() }
        onChild(nil)
        children.withLock { _ = $0?.removeValue(forKey: child.pid) }
        return response.end(child.wait())
    }
}

/// A request for one file, or for the rest of it.
struct WebRequest: Sendable {
    let url: URL
    let part: PartFile
    /// Most bytes that are taken.
    let limit: Int
    let onProgress: @Sendable (Int) -> Void
    /// Bytes that are there already.
    let offset: Int

    /// The end of a request.
    struct Outcome: Sendable {
        enum Step: Sendable {
            case end
            /// Another address is to be asked.
            case redirect(status: Int, location: String)
        }

        let step: Step
        let result: WebOutcome

        init(_ result: WebOutcome, _ step: Step = .end) {
            (self.result, self.step) = (result, step)
        }
    }

    init(url: URL, part: PartFile, limit: Int, onProgress: @escaping @Sendable (Int) -> Void) {
        (self.url, self.part, self.limit, self.onProgress) = (url, part, limit, onProgress)
        offset = part.fetchedCount
    }

    /// The words of the child: no file of settings, no redirect, headers before the bytes.
    ///
    /// The sums are of the files as they are, so no other encoding is asked for.
    var arguments: [String] {
        var arguments = [
            "curl", "--disable", "--silent", "--no-buffer", "--include",
            "--suppress-connect-headers", "--globoff",
            "--proto", "=http,https", "--connect-timeout", "30", "--speed-time", "30",
            "--speed-limit", "1", "--user-agent", "resonance/\(ToolkitVersion.current)",
            "--header", "Accept-Encoding: identity",
        ]
        if offset > 0, let tag = part.tag {
            arguments += ["--header", "Range: bytes=\(offset)-", "--header", "If-Range: \(tag)"]
        }
        return arguments + ["--url", url.absoluteString]
    }
}

/// Headers and bytes of an answer as they come, put into the part file.
private struct WebResponse {
    private let request: WebRequest
    /// Bytes of the headers until their end is there; nil behind them.
    private var head: [UInt8]? = []
    private var descriptor: Int32 = -1
    private var byteCount = 0
    /// Set where nothing more is wanted.
    private var outcome: WebRequest.Outcome?

    /// Longest head of an answer; bytes.
    private static let maxHeaderByteCount = 1 << 18

    init(_ request: WebRequest) { self.request = request }

    var isOpen: Bool { outcome == nil }

    mutating func receive(_ bytes: ArraySlice<UInt8>) {
        guard var head else {
            write(bytes)
            return
        }
        head += bytes
        guard let end = Self.headEnd(head) else {
            self.head = head
            if head.count > Self.maxHeaderByteCount {
                outcome = .init(.transferFailed("it does not speak HTTP"))
            }
            return
        }
        let remainingBytes = head[end...]
        guard let fields = WebResponseHead(head[..<end]) else {
            outcome = .init(.transferFailed("it does not speak HTTP"))
            return
        }
        if (100..<200).contains(fields.status) {
            self.head = []
            if !remainingBytes.isEmpty { receive(remainingBytes) }
            return
        }
        self.head = nil
        begin(fields)
        if !remainingBytes.isEmpty, isOpen { write(remainingBytes) }
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        let separator = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        return (0...(bytes.count - 4)).first { bytes[$0..<($0 + 4)].elementsEqual(separator) }.map {
            $0 + 4
        }
    }

    /// Opens the part file as the answer wants it.
    private mutating func begin(_ head: WebResponseHead) {
        var offset = 0
        switch head.status {
        case 200: break
        case 206:
            guard request.offset > 0,
                head["content-range"]?.hasPrefix("bytes \(request.offset)-") == true
            else {
                request.part.discard()
                outcome = .init(
                    .transferFailed("it sent another part of the file than was asked for"))
                return
            }
            offset = request.offset
        default:
            if (300..<400).contains(head.status), let location = head["location"] {
                outcome = .init(
                    .status(head.status, retryAfter: nil),
                    .redirect(status: head.status, location: location))
            } else {
                outcome = .init(
                    .status(
                        head.status,
                        retryAfter: head["retry-after"].flatMap(WebResponseHead.retryDelaySeconds)))
            }
            return
        }
        do throws(DatasetFailure) {
            descriptor = try request.part.open(from: offset, tag: head.tag)
            byteCount = offset
        } catch {
            outcome = .init(.writeFailed(error))
        }
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) {
        byteCount += bytes.count
        if byteCount > request.limit {
            outcome = .init(.tooLong)
        } else if let code = POSIXFiles.write(bytes, to: descriptor) {
            let reason = String(cString: strerror(code))
            outcome = .init(
                .writeFailed(
                    DatasetFailure(
                        .io,
                        "cannot write \(request.part.path): \(reason): make room, and fetch again"
                    )))
        } else {
            request.onProgress(bytes.count)
        }
    }

    /// - Parameter end: how the child ended.
    mutating func end(_ end: (code: Int32?, signal: Int32?)) -> WebRequest.Outcome {
        if descriptor >= 0 { close(descriptor) }
        if let outcome { return outcome }
        guard end.code == 0 else { return .init(.transferFailed(Self.reason(end.code))) }
        return .init(descriptor >= 0 ? .complete : .transferFailed("it gave no answer"))
    }

    /// - Parameter code: of curl, after its manual; nil where a signal ended it.
    private static func reason(_ code: Int32?) -> String {
        switch code {
        case 6: "its name is not known here"
        case 7: "it cannot be reached"
        case 28, nil: "it did not answer in time"
        case 18, 52, 55, 56: "the connection was lost"
        case 1: "it does not speak HTTP"
        case 35, 51, 58, 59, 60, 66, 77, 80, 82, 83: "its certificate is not trusted"
        case let code?: "curl ended with \(code)"
        }
    }
}

/// The status and the fields of an answer.
struct WebResponseHead {
    let status: Int
    /// The fields by name in small letters; the last of each name.
    private var fields: [String: String] = [:]

    /// - Returns: nil for what is no head of HTTP.
    init?(_ bytes: ArraySlice<UInt8>) {
        let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let words = lines.first?.split(separator: " "), words.count > 1,
            words[0].hasPrefix("HTTP/"), let status = Int(words[1])
        else { return nil }
        self.status = status
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            fields[line[..<colon].lowercased()] = String(value)
        }
    }

    subscript(name: String) -> String? { fields[name] }

    /// The text that names the bytes for certain: a strong entity tag, else the date.
    var tag: String? {
        if let tag = self["etag"], !tag.hasPrefix("W/") { return tag }
        return self["last-modified"]
    }

    /// Seconds from now on, of a number or a date of HTTP.
    static func retryDelaySeconds(_ text: String) -> Double? {
        if let retryDelaySeconds = Double(text) { return retryDelaySeconds }
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        // `Wed, 21 Oct 2015 07:28:00 GMT`
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = Int32(words[1]),
            let month = months.firstIndex(of: String(words[2])), let year = Int32(words[3])
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int32($0) }
        guard clock.count == 3, (1900...9999).contains(year) else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, Int32(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return Double(timegm(&parts) - time(nil))
    }
}
