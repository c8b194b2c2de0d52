import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A reminder that is posted to an address: JSON with the id of the rule, its text and the time it is for.
///
/// A server that sends elsewhere is not followed: only the address that the person wrote down hears of a practice.
enum WebhookNotifier {
    private static let timeoutSeconds = 10.0

    private struct Body: Encodable {
        let rule: String?
        let text: String
        let time: String

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: Keys.self)
            try values.encode(rule, forKey: .rule)
            try values.encode(text, forKey: .text)
            try values.encode(time, forKey: .time)
        }

        private enum Keys: CodingKey { case rule, text, time }
    }

    /// Refuses to follow.
    private final class NoRedirectDelegate: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
            completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    static func deliver(
        _ note: ReminderNote, _ address: String, timeoutSeconds: Double = timeoutSeconds
    ) -> DeliveryResult {
        guard let url = URL(string: address) else {
            return .failed("\(address) is no address")
        }
        var request = URLRequest(url: url, timeoutInterval: timeoutSeconds)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(
            PracticeJSON.text(Body(rule: note.rule, text: note.text, time: note.timestampText)).utf8
        )
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForResource = timeoutSeconds
        configuration.httpCookieStorage = nil
        let session = URLSession(
            configuration: configuration, delegate: NoRedirectDelegate(), delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let delivery = Mutex<DeliveryResult?>(nil)
        let ended = DispatchSemaphore(value: 0)
        let task = session.dataTask(with: request) { _, response, error in
            delivery.withLock { $0 = result(response, error) }
            ended.signal()
        }
        task.resume()
        // The time limit of the session begins anew with each byte that comes.
        guard ended.wait(timeout: .now() + timeoutSeconds) == .success else {
            return .failed("\(host(url)) did not answer within \(Int(timeoutSeconds)) s")
        }
        return delivery.withLock(\.self) ?? .failed("\(host(url)) did not answer")
    }

    private static func host(_ url: URL) -> String { url.host ?? "the server" }

    private static func result(
        _ response: URLResponse?, _ error: (any Error)?
    ) -> DeliveryResult {
        guard let response = response as? HTTPURLResponse else {
            return .failed(error?.localizedDescription ?? "there was no answer")
        }
        let name = response.url.map(host) ?? "the server"
        switch response.statusCode {
        case 200..<300: return .delivered
        case 300..<400: return .failed("\(name) sends elsewhere, and is not followed")
        default: return .failed("\(name) answered with \(response.statusCode)")
        }
    }
}
