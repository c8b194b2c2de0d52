import PhysioTypes
import SensorProtocol

/// Asks a bridge for the ECG of its strap, and in the end to stop it: one that runs on empties the
/// battery.
struct ECGStreamControl: Sendable {
    private let isWanted: Bool
    /// Bridges that can.
    private var ecgCapableClients: Set<Int> = []
    /// Key of the strap that a bridge is subscribed to.
    private var subscribedDeviceKeys: [Int: String] = [:]
    /// The strap that was commanded.
    private var activeStream: (client: Int, device: String)?
    private var nextID = 0

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// - Parameter mayCount: whether the bridge's strap is the one that counts, or may become it.
    /// - Returns: the order for this bridge, when its strap is subscribed to and none was sent yet.
    mutating func command(
        after line: BeatlineLine, from client: Int, mayCount: Bool
    ) -> BeatlineReply.Command? {
        switch line.message {
        case .hello(let hello):
            removeClient(client)
            if hello.capabilities.contains("ecg") { ecgCapableClients.insert(client) }
        case .state(.lost, _), .state(.closed, _):
            if line.deviceKey == subscribedDeviceKeys[client] { subscribedDeviceKeys[client] = nil }
            if activeStream?.client == client, activeStream?.device == line.deviceKey {
                activeStream = nil
            }
        case .state(.subscribed, _): subscribedDeviceKeys[client] = line.deviceKey
        default: break
        }
        guard isWanted, mayCount, activeStream == nil, ecgCapableClients.contains(client),
            let device = subscribedDeviceKeys[client]
        else { return nil }
        activeStream = (client, device)
        return nextCommand(BeatlineReply.Command.startECG, device)
    }

    /// A bridge is gone: another may be asked.
    mutating func removeClient(_ client: Int) {
        ecgCapableClients.remove(client)
        subscribedDeviceKeys[client] = nil
        if activeStream?.client == client { activeStream = nil }
    }

    /// - Returns: the order to stop, where one was started, and its client.
    mutating func stop() -> (BeatlineReply.Command, client: Int)? {
        guard let (client, device) = activeStream else { return nil }
        activeStream = nil
        return (nextCommand(BeatlineReply.Command.stopECG, device), client)
    }

    /// - Returns: the notice for the person, where an order was not carried out.
    func notice(on ack: BeatlineMessage.Ack, from client: Int) -> Notice? {
        guard !ack.isDone, ack.id < nextID, activeStream?.client == client else { return nil }
        return Notice(
            .warning, code: "no_ecg",
            "the bridge sends no ECG: \(ack.error ?? "it does not say why"); without --ecg the strap's own "
                + "intervals are used")
    }

    private mutating func nextCommand(_ name: String, _ device: String) -> BeatlineReply.Command {
        defer { nextID += 1 }
        return BeatlineReply.Command(id: nextID, name: name, device: device)
    }
}
