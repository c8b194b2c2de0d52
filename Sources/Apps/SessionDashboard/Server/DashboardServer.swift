package import Foundation
package import LiveSession
package import SessionHistory

/// The page of a browser: who may come, and what they are given.
///
/// Every request but those for the page itself, which holds no data, needs the key that a link is traded for.
/// Nothing a page sends names a file or starts a program.
package final class DashboardServer: Sendable {
    /// Why nobody can come.
    package struct Failure: Error, Sendable {
        package let text: String
    }

    /// Where and how it is reached.
    package struct Place: Sendable {
        /// 0: any that is free.
        package var port: UInt16
        /// Whether other devices of the same network may come; else this machine alone.
        package var isShared: Bool
        /// Under which addresses a proxy of the user's own offers the page.
        package var proxyOrigins: [String]

        package init(port: UInt16, isShared: Bool = false, proxyOrigins: [String] = []) {
            self.port = port
            self.isShared = isShared
            self.proxyOrigins = proxyOrigins
        }

        /// Where nothing else is asked for.
        package static let usualPort: UInt16 = 8017
    }

    /// The addresses of the page, the nearest first: of the proxy, of this machine, of its network.
    package let addresses: [String]
    private let access: AccessKeys
    private let room: SessionRoom
    private let server: GuardedServer
    private let health: HealthParts?
    private let practice: PracticeRoom?
    private let music: MusicRoom?

    private init(
        _ server: GuardedServer, _ access: AccessKeys, _ room: SessionRoom, _ health: HealthParts?,
        _ practice: PracticeRoom?, _ music: MusicRoom?, addresses: [String]
    ) {
        self.room = room
        self.health = health
        self.practice = practice
        self.music = music
        self.server = server
        self.access = access
        self.addresses = addresses
    }

    /// Begins to serve.
    ///
    /// - Parameter devices: file in which the devices that have a key are kept; nil: none is remembered.
    /// - Parameter health: the health records that pages show; nil where there are none to show.
    /// - Parameter reminders: tells the reminders of the history; nil where this program does not.
    /// - Parameter starter: begins sessions as pages wish; nil where none can be begun.
    /// - Parameter practice: where practices of the page are kept; nil where none can be run.
    /// - Parameter music: whose songs pages play; nil where none are.
    /// - Parameter forget: called before sessions are deleted: other stores forget what they have of their hearts.
    package static func open(
        _ place: Place, room: SessionRoom, store: SessionStore?, logsFolder: String,
        starter: (any SessionStarter)?, devices: String?, version: String,
        health records: HealthPlace? = nil, reminders: DashboardReminders? = nil,
        practice practicePlace: PracticePlace? = nil, music musicPlace: MusicPlace? = nil,
        forget: @escaping @Sendable (Set<UUID>) throws -> Void = { _ in }
    ) async throws(Failure) -> DashboardServer {
        let health = records.map(HealthParts.init)
        let practice = practicePlace.map { PracticeRoom($0, room: room) }
        let music = musicPlace.map { MusicRoom($0, room: room) }
        let access = AccessKeys(path: devices)
        let port = PortBox()
        let cookie = KeyCookie(name: { "resonance-\(port.value)" })
        let origin = { @Sendable in PageOrigin(place.proxyOrigins + addresses(place, port.value)) }
        let history = KeptHistory(store: store, logsFolder: logsFolder) { sessions in
            try forget(sessions)
            if let music { Task { await music.relearn() } }
        }
        let features = PageFeatures(
            access: access, cookie: cookie, origin: origin, room: room,
            history: history,
            starter: starter, version: version, health: health, reminders: reminders,
            practice: practice, music: music)
        let site = DashboardSite(
            routes: RouteTable(features.all), access: access, cookie: cookie, origin: origin)
        do {
            let server = try await GuardedServer.open(
                host: place.isShared ? "0.0.0.0" : "127.0.0.1", port: place.port, site)
            port.set(server.port)
            return DashboardServer(
                server, access, room, health, practice, music,
                addresses: place.proxyOrigins + addresses(place, server.port))
        } catch {
            throw Failure(
                text: "cannot serve the page at port \(place.port): \(error.text); --port 0 takes "
                    + "any that is free")
        }
    }

    private static func addresses(_ place: Place, _ port: UInt16) -> [String] {
        let hosts = ["127.0.0.1"] + (place.isShared ? NetworkAddresses.own() : [])
        return hosts.map { "http://\($0):\(port)" }
    }

    /// Addresses that let one device in, for ten minutes; one for each of ``addresses``, with the same token.
    ///
    /// - Parameter role: what that device may do.
    package func newLinks(_ role: WatcherRole) -> [String] {
        let token = access.newLink(role)
        return addresses.map { "\($0)/#token=\(token)" }
    }

    /// All devices need a new link, of other programs that show the page as well.
    ///
    /// - Returns: false where the others could not be told: the file of devices cannot be written.
    package func forgetDevices() -> Bool {
        defer { room.dismissAll() }
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
