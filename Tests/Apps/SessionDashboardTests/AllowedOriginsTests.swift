import FlyingFox
import Testing

@testable import SessionDashboard

@Suite struct AllowedOriginsTests {
    private static let page = AllowedOrigins([
        "https://breathe.home", "http://127.0.0.1:8017", "http://192.168.7.2:8017",
    ])

    private static func admits(_ host: String?, _ origin: String? = nil) -> Bool {
        var headers = HTTPHeaders()
        headers[.host] = host
        headers[HTTPHeader("Origin")] = origin
        return page.admits(headers)
    }

    @Test func theAddressesThatWerePrintedAreTheOnlyOnes() {
        #expect(Self.admits("127.0.0.1:8017"))
        #expect(Self.admits("192.168.7.2:8017"))
        #expect(Self.admits("Breathe.Home"))
        for host in [
            nil, "", "localhost:8017", "127.0.0.1", "127.0.0.1:80", "evil.example",
            "127.0.0.1:8017.evil.example", "breathe.home:443",
        ] {
            #expect(!Self.admits(host), "\(host ?? "no host")")
        }
    }

    @Test func otherOriginsAreNotAdmitted() {
        #expect(Self.admits("127.0.0.1:8017", "http://127.0.0.1:8017"))
        #expect(Self.admits("breathe.home", "https://breathe.home"))
        for origin in [
            "null", "http://localhost:8017", "https://127.0.0.1:8017", "http://evil.example",
            // Ours, and not the one that was asked.
            "http://192.168.7.2:8017", "https://breathe.home",
        ] {
            #expect(!Self.admits("127.0.0.1:8017", origin), "\(origin)")
        }
    }
}
