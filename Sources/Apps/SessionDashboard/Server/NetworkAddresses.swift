import Foundation
import Synchronization

/// The addresses of this machine in its own network.
enum NetworkAddresses {
    /// IPv4 addresses of interfaces that are up, but for the machine's own.
    static func ipv4Addresses() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, address.pointee.sa_family == UInt16(AF_INET),
                Int32(bitPattern: entry.ifa_flags) & upFlag != 0,
                Int32(bitPattern: entry.ifa_flags) & loopbackFlag == 0
            else { continue }
            var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                address, socklen_t(MemoryLayout<sockaddr_in>.size), &host,
                socklen_t(host.count), nil, 0, NI_NUMERICHOST)
            guard status == 0 else { continue }
            let text = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            found.append(String(decoding: text, as: UTF8.self))
        }
        return found
    }

    private static let (upFlag, loopbackFlag) = (Int32(IFF_UP), Int32(IFF_LOOPBACK))
}

/// The port that was chosen, which is known a moment after the server is made.
final class PortBox: Sendable {
    private let port = Mutex<UInt16>(0)
    var value: UInt16 { port.withLock { $0 } }
    func set(_ value: UInt16) { port.withLock { $0 = value } }
}
