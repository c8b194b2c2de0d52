import Foundation
import PhysioTypes
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What became of a request.
enum WebOutcome: Sendable, Equatable {
    /// All bytes came.
    case complete
    /// Another status than 200 or 206; seconds to wait, where the server names them.
    case status(Int, retryAfter: Double?)
    /// No answer, or not all of it: a sentence without a subject.
    case broken(String)
    /// It led to an address that is not asked.
    case elsewhere(String)
    /// The file could not be written.
    case disk(DatasetFailure)
    /// More came than was allowed.
    case tooLong
}

/// Fetches files by HTTP into part files, and goes on where a part is there already.
///
/// Redirects are followed within one host only. Nothing is kept between requests: no cookie, no cache.
final class WebTransfer: NSObject, URLSessionDataDelegate, Sendable {
    private struct Work {
        let part: PartFile
        let offset: Int
        let limit: Int
        let told: @Sendable (Int) -> Void
        var descriptor: Int32 = -1
        var byteCount = 0
        var redirectCount = 0
        var outcome: WebOutcome?
        let end: CheckedContinuation<WebOutcome, Never>
    }

    private let address: WebAddress
    private let work = Mutex<[Int: Work]>([:])
    private let session = Mutex<URLSession?>(nil)

    init(_ address: WebAddress) {
        self.address = address
        super.init()
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 4
        // Without a byte for so long it is given up; s.
        configuration.timeoutIntervalForRequest = 30
        let made = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        session.withLock { $0 = made }
    }

    /// More redirects than these lead in a circle.
    private static let mostRedirects = 5

    /// Ends the session, which otherwise would keep this alive.
    func close() { session.withLock { $0 }?.invalidateAndCancel() }

    /// Fetches a file.
    ///
    /// - Parameter limit: most bytes that are taken.
    /// - Parameter told: called with the number of bytes that have come since the last call.
    func get(
        _ url: URL, into part: PartFile, limit: Int = .max,
        told: @escaping @Sendable (Int) -> Void = { _ in }
    ) async -> WebOutcome {
        var request = URLRequest(url: url)
        request.setValue("resonance/\(ToolkitVersion.current)", forHTTPHeaderField: "User-Agent")
        // The sums are of the files as they are.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        let offset = part.fetchedCount
        if offset > 0, let tag = part.tag {
            request.setValue("bytes=\(offset)-", forHTTPHeaderField: "Range")
            request.setValue(tag, forHTTPHeaderField: "If-Range")
        }
        guard let task = session.withLock({ $0 })?.dataTask(with: request) else {
            return .broken("the session has ended")
        }
        guard !Task.isCancelled else { return .broken("it did not answer in time") }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                work.withLock {
                    $0[task.taskIdentifier] = Work(
                        part: part, offset: offset, limit: limit, told: told, end: continuation)
                }
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }

    // MARK: What the session tells

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let isFollowed = work.withLock { work -> Bool in
            guard var item = work[task.taskIdentifier] else { return false }
            defer { work[task.taskIdentifier] = item }
            item.redirectCount += 1
            if item.redirectCount > Self.mostRedirects {
                item.outcome = .status(response.statusCode, retryAfter: nil)
            } else if !(request.url.map(address.allows) ?? false) {
                item.outcome = .elsewhere(request.url?.absoluteString ?? "nowhere")
            }
            return item.outcome == nil
        }
        completionHandler(isFollowed ? request : nil)
        if !isFollowed { task.cancel() }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let isWanted = work.withLock { work -> Bool in
            guard var item = work[dataTask.taskIdentifier], item.outcome == nil else {
                return false
            }
            defer { work[dataTask.taskIdentifier] = item }
            guard let response = response as? HTTPURLResponse else {
                item.outcome = .broken("it does not speak HTTP")
                return false
            }
            item.outcome = Self.begin(&item, response)
            return item.outcome == nil
        }
        completionHandler(isWanted ? .allow : .cancel)
    }

    /// Opens the part file as the answer wants it.
    ///
    /// - Returns: why there is nothing to take; nil where bytes come.
    private static func begin(_ item: inout Work, _ response: HTTPURLResponse) -> WebOutcome? {
        var offset = 0
        switch response.statusCode {
        case 200: break
        case 206:
            guard item.offset > 0,
                response.value(forHTTPHeaderField: "Content-Range")?
                    .hasPrefix("bytes \(item.offset)-") == true
            else {
                item.part.discard()
                return .broken("it sent another part of the file than was asked for")
            }
            offset = item.offset
        default:
            let wait = response.value(forHTTPHeaderField: "Retry-After").flatMap(seconds)
            return .status(response.statusCode, retryAfter: wait)
        }
        do throws(DatasetFailure) {
            item.descriptor = try item.part.open(from: offset, tag: tag(response))
            item.byteCount = offset
            return nil
        } catch {
            return .disk(error)
        }
    }

    /// What names the bytes for certain: a strong entity tag, else the date.
    private static func tag(_ response: HTTPURLResponse) -> String? {
        if let tag = response.value(forHTTPHeaderField: "ETag"), !tag.hasPrefix("W/") { return tag }
        return response.value(forHTTPHeaderField: "Last-Modified")
    }

    /// Seconds, or a date of HTTP.
    private static func seconds(_ text: String) -> Double? {
        if let seconds = Double(text) { return seconds }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.date(from: text).map { $0.timeIntervalSinceNow }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let told = work.withLock { work -> (@Sendable (Int) -> Void)? in
            guard var item = work[dataTask.taskIdentifier], item.outcome == nil else { return nil }
            defer { work[dataTask.taskIdentifier] = item }
            item.byteCount += data.count
            if item.byteCount > item.limit {
                item.outcome = .tooLong
            } else if let code = writeWhole(data, to: item.descriptor) {
                let reason = String(cString: strerror(code))
                item.outcome = .disk(
                    DatasetFailure(
                        .io, "cannot write \(item.part.path): \(reason): make room, and fetch again"
                    ))
            } else {
                return item.told
            }
            return nil
        }
        if let told { told(data.count) } else { dataTask.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        guard let item = work.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else {
            return
        }
        if item.descriptor >= 0 { Foundation.close(item.descriptor) }
        let outcome: WebOutcome =
            if let outcome = item.outcome {
                outcome
            } else if let error {
                .broken(Self.reason(error))
            } else {
                item.descriptor >= 0 ? .complete : .broken("it gave no answer")
            }
        item.end.resume(returning: outcome)
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? URLError else { return error.localizedDescription }
        return switch error.code {
        case .cannotFindHost, .dnsLookupFailed: "its name is not known here"
        case .cannotConnectToHost, .notConnectedToInternet: "it cannot be reached"
        case .timedOut: "it did not answer in time"
        case .cancelled: "it did not answer in time"
        case .networkConnectionLost: "the connection was lost"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            "its certificate is not trusted"
        default: error.localizedDescription
        }
    }
}
