package import Foundation
package import LiveSession
package import SessionHistory

/// The page of a browser: who may come, and what they are given.
///
/// Every request but those for the page itself, which holds no data, needs the key that a link is traded for.
/// Nothing a page sends names a file or starts a program.
package final class DashboardServer: Sendable {
    /// Reason why no client can connect.
    package struct Failure: Error, Sendable {
        package let text: String
    }

    /// The address and the reach of the server.
    package struct Endpoint: Sendable {
        /// 0: any that is free.
        package var port: UInt16
        /// True if other devices of the same network may connect; else this machine alone.
        package var isShared: Bool
        /// The addresses at which a proxy of the user's own offers the page.
        package var proxyOrigins: [String]

        package init(port: UInt16, isShared: Bool = false, proxyOrigins: [String] = []) {
            self.port = port
            self.isShared = isShared
            self.proxyOrigins = proxyOrigins
        }

        /// The port where no other is asked for.
        package static let defaultPort: UInt16 = 8017
    }

    /// The addresses of the page, the nearest first: of the proxy, of this machine, of its network.
    package let addresses: [String]
    private let access: AccessKeys
    private let hub: SessionHub
    private let server: GuardedServer
    private let health: HealthServices?
    private let practice: PracticeHub?
    private let music: MusicHub?

    private init(
        _ server: GuardedServer, _ access: AccessKeys, _ hub: SessionHub, _ health: HealthServices?,
        _ practice: PracticeHub?, _ music: MusicHub?, addresses: [String]
    ) {
        self.hub = hub
        self.health = health
        self.practice = practice
        self.music = music
        self.server = server
        self.access = access
        self.addresses = addresses
    }

    /// Begins to serve.
    ///
    /// - Parameter devicesPath: file in which the devices that have a key are kept; nil: none is remembered.
    /// - Parameter health: the health records that pages show; nil where there are none to show.
    /// - Parameter reminders: delivers the reminders of the history; nil where this program does not.
    /// - Parameter starter: begins sessions as pages request; nil where none can be begun.
    /// - Parameter practice: where practices of the page are kept; nil where none can be run.
    /// - Parameter music: whose songs pages play; nil where none are.
    /// - Parameter forgetHearts: called before sessions are deleted: other stores forget what they have of their hearts.
    package static func open(
        _ endpoint: Endpoint, hub: SessionHub, store: SessionStore?, logsFolder: String,
        starter: (any SessionStarter)?, devicesPath: String?, version: String,
        health records: HealthResources? = nil, reminders: DashboardReminders? = nil,
        practice practiceResources: PracticeResources? = nil,
        music musicResources: MusicResources? = nil,
        forgetHearts: @escaping @Sendable (Set<UUID>) throws -> Void = { _ in }
    ) async throws(Failure) -> DashboardServer {
        let health = records.map(HealthServices.init)
        let practice = practiceResources.map { PracticeHub($0, hub: hub) }
        let music = musicResources.map { MusicHub($0, hub: hub) }
        let access = AccessKeys(path: devicesPath)
        let port = PortBox()
        let cookie = KeyCookie(name: { "resonance-\(port.value)" })
        let origin = { @Sendable in
            AllowedOrigins(endpoint.proxyOrigins + addresses(endpoint, port.value))
        }
        let history = StoredHistory(store: store, logsFolder: logsFolder) { sessions in
            try forgetHearts(sessions)
            if let music { Task { await music.relearn() } }
        }
        let features = PageFeatures(
            access: access, cookie: cookie, origin: origin, hub: hub,
            history: history,
            starter: starter, version: version, health: health, reminders: reminders,
            practice: practice, music: music)
        let site = DashboardSite(
            routes: RouteTable(features.all), access: access, cookie: cookie, origin: origin)
        do {
            let server = try await GuardedServer.open(
                host: endpoint.isShared ? "0.0.0.0" : "127.0.0.1", port: endpoint.port, site)
            port.set(server.port)
            return DashboardServer(
                server, access, hub, health, practice, music,
                addresses: endpoint.proxyOrigins + addresses(endpoint, server.port))
        } catch {
            throw Failure(
                text:
                    "cannot serve the page at port \(endpoint.port): \(error.text); --port 0 takes "
                    + "any that is free")
        }
    }

    private static func addresses(_ endpoint: Endpoint, _ port: UInt16) -> [String] {
        let hosts = ["127.0.0.1"] + (endpoint.isShared ? NetworkAddresses.ipv4Addresses() : [])
        return hosts.map { "http://\($0):\(port)" }
    }

    /// Addresses that let one device in, for ten minutes; one for each of ``addresses``, with the same token.
    ///
    /// - Parameter role: what that device may do.
    package func makeLinks(_ role: WatcherRole) -> [String] {
        let token = access.makeLink(role)
        return addresses.map { "\($0)/#token=\(token)" }
    }

    /// All devices need a new link, of other programs that show the page as well.
    ///
    /// - Returns: false where the others could not be notified: the file of devices cannot be written.
    package func forgetDevices() -> Bool {
        defer { hub.disconnectAll() }
        return access.forgetDevices()
    }

    /// Lets everybody go.
    package func close() async {
        health?.close()
        await practice?.close()
        await music?.end()
        await server.close()
    }
}
