import Dispatch
import Synchronization

/// The connection for commands: one after the other, made when it is needed, and anew where MPD has ended it.
final class MPDCommandQueue: Sendable {
    private let address: MPDAddress
    private let queue = DispatchQueue(label: "resonance.mpd.commands")
    /// Used on the queue alone.
    private let connection = Mutex<MPDConnection?>(nil)
    private let closing = Mutex(false)

    init(_ address: MPDAddress) { self.address = address }

    func perform(_ command: MPDCommand) async throws(PlayerError) -> MPDResponsePart {
        try await run { connection throws(PlayerError) in try connection.perform(command) }
    }

    /// Does something with the connection, off the caller's thread.
    private func run<Value: Sendable>(
        _ work: @escaping @Sendable (inout MPDConnection) throws(PlayerError) -> Value
    ) async throws(PlayerError) -> Value {
        let result: Result<Value, PlayerError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.result(work)) }
        }
        return try result.get()
    }

    private func result<Value: Sendable>(
        _ work: @Sendable (inout MPDConnection) throws(PlayerError) -> Value
    ) -> Result<Value, PlayerError> {
        if closing.withLock(\.self) { return .failure(.closed) }
        return connection.withLock { held in
            do throws(PlayerError) {
                // Only what was not sent yet may go to another connection: adding twice would be a harm.
                if held?.hasEnded() ?? true {
                    held = nil
                    held = try MPDConnection.open(address)
                }
                let value = try held.withConnection(work)
                return .success(value)
            } catch {
                if !error.isRecoverable { held = nil }
                return .failure(error)
            }
        }
    }

    /// Closes after what is under way.
    func close() async {
        closing.withLock { $0 = true }
        await withCheckedContinuation { continuation in
            queue.async {
                self.connection.withLock { $0 = nil }
                continuation.resume()
            }
        }
    }
}

extension Optional where Wrapped == MPDConnection {
    fileprivate mutating func withConnection<Value>(
        _ work: (inout MPDConnection) throws(PlayerError) -> Value
    ) throws(PlayerError) -> Value {
        guard var connection = self.take() else { throw .closed }
        do throws(PlayerError) {
            let value = try work(&connection)
            self = .some(connection)
            return value
        } catch {
            self = .some(connection)
            throw error
        }
    }
}
