#if DBus
    import DBusClient
    import Dispatch
    import Synchronization

    /// A player of the desktop, by the interface MPRIS 2 on the session's bus (trait `DBus`).
    ///
    /// Our song that waits is kept here, and opened by `OpenUri` when the one before has reached its end and the player
    /// stops. A bus that ends is looked for again after 1, 2, 4 ... 60 s.
    package final class MPRISPlayer: Player {
        private typealias PlayerCommandMailbox = Mailbox<MPRISMachine.Command>
        private typealias Reply = CheckedContinuation<
            Result<MPRISMachine.Response, PlayerError>, Never
        >

        private struct State {
            var mailbox: PlayerCommandMailbox?
            var status = PlayerStatus.unreachable
            var replies: [Int: Reply] = [:]
            var lastNumber = 0
            var isClosed = false
            var retryDelaySeconds = 1.0
        }

        package let name: String
        private let player: MPRISName
        private let address: String
        private let isControlling: Bool
        private let lock: PlayerLock?
        private let hub = PlayerEventHub()
        private let readiness = PlayerReadiness()
        private let state = Mutex(State())

        private static let maxRetryDelaySeconds = 60.0

        /// Begins to watch; does not wait for the player.
        ///
        /// - Parameters:
        ///   - name: as ``MPRISBus/players(_:)`` gives it.
        ///   - controls: whether songs are queued, skipped and paused.
        ///   - locks: whether the lock is taken that keeps other programs of ours from choosing songs.
        ///   - environment: says where the bus is and where the lock lies.
        /// - Throws: ``PlayerError/unreachable(_:)`` for a name that none can have and without a bus, ``PlayerError/inUse``.
        package init(
            _ name: String, controls: Bool = true, locks: Bool = true,
            environment: [String: String]
        ) throws(PlayerError) {
            guard let player = MPRISName(name) else {
                throw .unreachable("no player can have this name")
            }
            guard let address = MPRISBus.address(environment) else { throw MPRISBus.noAddress }
            lock =
                controls && locks
                ? try PlayerLock(
                    player: "mpris \(address) \(name)", folder: PlayerLock.folder(environment))
                : nil
            self.name = "mpris:" + name
            self.player = player
            self.address = address
            isControlling = controls
            begin()
        }

        deinit { end() }

        private func begin() {
            let mailbox = PlayerCommandMailbox()
            let mayBegin = state.withLock { state in
                if !state.isClosed { state.mailbox = mailbox }
                return !state.isClosed
            }
            guard mayBegin else { return }
            BusRunner.start(
                MPRISMachine(isControlling: isControlling),
                with: BusService(
                    name: player.busName, callableInterface: "", acceptedMembers: [],
                    refusalErrorName: "org.freedesktop.DBus.Error.UnknownMethod"),
                address: address, mailbox: mailbox, clock: PlayerClock.nowSeconds
            ) { [weak self] in self?.receive($0) }
        }

        private func receive(_ action: BusAction<MPRISMachine.Report>) {
            switch action {
            case .report(.events(let events, let status)):
                let isUnreachable = status.state == .unreachable
                state.withLock { state in
                    state.status = status
                    if !isUnreachable { state.retryDelaySeconds = 1 }
                    hub.send(events)
                }
                for case .disconnected(let error) in events { readiness.settle(.failure(error)) }
                if !isUnreachable { readiness.settle(.success(())) }
            case .report(.reply(let number, let result)):
                state.withLock { $0.replies.removeValue(forKey: number) }?
                    .resume(returning: result)
            case .close: reconnectLater()
            case .call: break
            }
        }

        /// The conversation ended: by us, or since the bus did.
        private func reconnectLater() {
            let (replies, pause) = state.withLock { state in
                defer {
                    state.replies = [:]
                    state.mailbox = nil
                    state.retryDelaySeconds = min(
                        Self.maxRetryDelaySeconds, state.retryDelaySeconds * 2)
                }
                return (
                    state.replies.values.map(\.self), state.isClosed ? nil : state.retryDelaySeconds
                )
            }
            for reply in replies { reply.resume(returning: .failure(.closed)) }
            guard let pause else { return }
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + pause) {
                [weak self] in self?.begin()
            }
        }

        // MARK: Player

        package var status: PlayerStatus { state.withLock(\.status) }

        package func events() -> AsyncStream<PlayerEvent> {
            state.withLock { hub.stream(status: $0.status) }
        }

        package func ready() async throws(PlayerError) { try await readiness.wait() }

        package func position() async throws(PlayerError) -> PlayerPosition? {
            guard case .position(let position) = try await ask({ .position($0) }) else {
                return nil
            }
            return position
        }

        package func play() async throws(PlayerError) { _ = try await ask { .play($0) } }

        package func pause() async throws(PlayerError) { _ = try await ask { .pause($0) } }

        package func next() async throws(PlayerError) { _ = try await ask { .next($0) } }

        package func previous() async throws(PlayerError) { _ = try await ask { .previous($0) } }

        package func queue(_ uri: String) async throws(PlayerError) -> QueuedSong {
            guard case .queued(let song) = try await ask({ .queue($0, uri) }) else {
                throw .closed
            }
            return song
        }

        package func withdraw(_ song: QueuedSong) async throws(PlayerError) -> Bool {
            try await ask { .withdraw($0, song) } == .didWithdraw(true)
        }

        package func address(ofFile path: String) -> String? { FileAddress.url(ofPath: path) }

        package func close() async { end() }

        private func end() {
            let mailbox = state.withLock { state in
                state.isClosed = true
                return state.mailbox
            }
            _ = mailbox?.post(.close)
            readiness.settle(.failure(.closed))
            hub.close()
            lock?.release()
        }

        private func ask(
            _ order: @Sendable (Int) -> MPRISMachine.Command
        ) async throws(PlayerError) -> MPRISMachine.Response {
            let result: Result<MPRISMachine.Response, PlayerError> = await withCheckedContinuation {
                reply in
                let (number, mailbox, isClosed) = state.withLock { state in
                    state.lastNumber += 1
                    state.replies[state.lastNumber] = reply
                    return (state.lastNumber, state.mailbox, state.isClosed)
                }
                guard mailbox?.post(order(number)) != true else { return }
                state.withLock { $0.replies.removeValue(forKey: number) }?.resume(
                    returning: .failure(
                        isClosed ? .closed : .unreachable("the message bus is looked for again")))
            }
            return try result.get()
        }
    }
#endif
