import PhysioRecordings
import PhysioTypes

/// Asks a bridge for the ECG of its strap, and in the end to stop it: one that runs on empties the
/// battery.
struct ECGOrder: Sendable {
    private let isWanted: Bool
    private var isOffered = false
    /// Key of the strap that sends one.
    private var device: String?
    private var nextID = 0

    init(isWanted: Bool) { self.isWanted = isWanted }

    /// - Returns: the order, when a strap of a bridge that can do it is subscribed to.
    mutating func command(after line: BeatlineLine) -> BeatlineReply.Command? {
        switch line.message {
        case .hello(let hello):
            isOffered = hello.capabilities.contains("ecg")
            device = nil
        case .state(.lost, _), .state(.closed, _):
            if line.deviceKey == device { device = nil }
        case .state(.subscribed, _) where isWanted && isOffered && device == nil:
            device = line.deviceKey
            return next(BeatlineReply.Command.startECG, line.deviceKey)
        default: break
        }
        return nil
    }

    /// - Returns: the order to stop, where one was started.
    mutating func stop() -> BeatlineReply.Command? {
        guard let running = device else { return nil }
        device = nil
        return next(BeatlineReply.Command.stopECG, running)
    }

    /// - Returns: what to tell the person, where an order was not carried out.
    func notice(on ack: BeatlineMessage.Ack) -> Notice? {
        guard !ack.isDone, ack.id < nextID else { return nil }
        return Notice(
            .warning, code: "no_ecg",
            "the bridge sends no ECG: \(ack.error ?? "it does not say why"); without --ecg the strap's own "
                + "intervals are used")
    }

    private mutating func next(_ name: String, _ device: String) -> BeatlineReply.Command {
        defer { nextID += 1 }
        return BeatlineReply.Command(id: nextID, name: name, device: device)
    }
}
