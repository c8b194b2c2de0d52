import FlyingFox
import Foundation
import Testing

@testable import SessionDashboard

@Suite struct LocalOriginTests {
    private static func headers(host: String?, origin: String? = nil) -> HTTPHeaders {
        var headers = HTTPHeaders()
        headers[.host] = host
        headers[HTTPHeader("Origin")] = origin
        return headers
    }

    @Test(arguments: ["127.0.0.1:8123", "localhost", "LOCALHOST:1", "[::1]:80"])
    func thisMachineIsAccepted(host: String) {
        #expect(LocalRequestCheck.isLocal(Self.headers(host: host)))
        #expect(
            LocalRequestCheck.isLocal(Self.headers(host: host, origin: "http://localhost:3000")))
        #expect(LocalRequestCheck.isLocal(Self.headers(host: host, origin: "https://127.0.0.1")))
        #expect(!LocalRequestCheck.isLocal(Self.headers(host: host, origin: "http://example.org")))
        #expect(!LocalRequestCheck.isLocal(Self.headers(host: host, origin: "null")))
        #expect(
            !LocalRequestCheck.isLocal(Self.headers(host: host, origin: "http://localhost.example"))
        )
    }

    /// A foreign name that leads here is none of ours.
    @Test(arguments: ["example.org", "127.0.0.1.example:80", "localhost.example", ""])
    func othersAreNot(host: String) {
        #expect(!LocalRequestCheck.isLocal(Self.headers(host: host)))
        #expect(!LocalRequestCheck.isLocal(Self.headers(host: nil)))
    }
}
