import Foundation
import Synchronization

/// Held by the one program of ours that chooses songs at a player.
///
/// It is the lock of a small empty file in a folder of the account's own, which the system lets go of when the process
/// ends, however it ends. One player that is reached by two addresses has two locks.
final class PlayerLock: Sendable {
    private let descriptor: Mutex<Int32?>

    /// Takes it.
    ///
    /// - Parameters:
    ///   - player: which player, such as the path of its socket; no password.
    ///   - folder: where the file is; made where it is missing.
    /// - Throws: ``PlayerError/inUse`` where another program has it. Where nothing can be locked, every program may go on.
    init(player: String, folder: String) throws(PlayerError) {
        mkdir(folder, 0o700)
        let file = open(
            folder + "/" + Self.name(player), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 {
            let isInUse = errno == EWOULDBLOCK
            Foundation.close(file)
            if isInUse { throw .inUse }
            descriptor = Mutex(nil)
        } else {
            descriptor = Mutex(file >= 0 ? file : nil)
        }
    }

    deinit { release() }

    /// Gives it back; a second time does nothing.
    func release() {
        descriptor.withLock { held in
            if let file = held { Foundation.close(file) }
            held = nil
        }
    }

    /// A folder of the account's own: in `XDG_RUNTIME_DIR`, else in the folder of temporary files.
    static func folder(_ environment: [String: String]) -> String {
        if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") {
            return folder + "/resonance-players"
        }
        return NSTemporaryDirectory() + "resonance-players-\(getuid())"
    }

    /// The player as a short name of a file: FNV-1a of 64 bits.
    private static func name(_ player: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in player.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return String(hash, radix: 16) + ".lock"
    }
}
