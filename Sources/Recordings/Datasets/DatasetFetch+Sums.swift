#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The list of sums, which is asked for first.
extension DatasetFetch {
    /// - Parameter timeoutSeconds: longest time until the source answers for the first time; s.
    func fetchSums(_ part: PartFile, timeoutSeconds: Double) async throws(DatasetFailure) {
        part.discard()
        let outcome: WebOutcome
        switch source {
        case .folder(let mirror):
            let folder = DatasetSource.folder(of: set, in: mirror) ?? "\(mirror)/\(set.id)"
            outcome = try FileCopy.copy("\(folder)/\(SumsFile.name)", into: part) { _ in }
        case .web(let address):
            outcome = await fetchResponse(address, part, timeoutSeconds: timeoutSeconds)
        }
        switch outcome {
        case .complete: break
        case .disk(let failure): throw failure
        default:
            part.discard()
            throw DatasetFailure(.unavailable, noSums(outcome))
        }
    }

    /// Asks once more where the server asks to wait.
    private func fetchResponse(
        _ address: WebAddress, _ part: PartFile, timeoutSeconds: Double
    ) async -> WebOutcome {
        var outcome = await firstResponse(address, part, timeoutSeconds: timeoutSeconds)
        for attempt in 1..<Self.attemptCount {
            guard let pause = Self.pause(outcome, attempt: attempt - 1) else { break }
            await wait(pause)
            outcome = await firstResponse(address, part, timeoutSeconds: timeoutSeconds)
        }
        return outcome
    }

    /// How long the server asks to wait; nil where it does not; s.
    static func pause(_ outcome: WebOutcome, attempt: Int) -> Double? {
        switch outcome {
        case .status(429, let seconds), .status(503, let seconds):
            min(max(seconds ?? Double(1 << attempt), 0), maxWaitSeconds)
        default: nil
        }
    }

    private func firstResponse(
        _ address: WebAddress, _ part: PartFile, timeoutSeconds: Double
    ) async -> WebOutcome {
        guard let url = address.url(SumsFile.name, of: set) else {
            return .broken("its address is none")
        }
        let web = WebTransfer(address)
        defer { web.close() }
        let hasResponded = Shared(false)
        return await withTaskGroup(of: WebOutcome?.self) { group in
            group.addTask {
                await web.get(url, into: part, limit: SumsFile.limit) { _ in
                    hasResponded.value.withLock { $0 = true }
                }
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(timeoutSeconds))
                return nil
            }
            while let outcome = await group.next() {
                if let outcome {
                    group.cancelAll()
                    return outcome
                }
                if !hasResponded.value.withLock(\.self) { group.cancelAll() }
            }
            return .broken("it did not answer in time")
        }
    }

    private func noSums(_ outcome: WebOutcome) -> String {
        let what = "\(set.id) cannot be fetched"
        let another = source == .web(.publisher) ? "a" : "another"
        let elsewhere =
            "name \(another) mirror (--mirror FOLDER or --mirror https://HOST/PATH), or put its files into \(home)"
        return switch outcome {
        case .status(404, _):
            "\(what): \(source.name) has no \(set.folder)/\(SumsFile.name), without which nothing can be verified: \(elsewhere)"
        case .status(let status, _): "\(what): \(source.name) answers \(status): \(elsewhere)"
        case .elsewhere(let address):
            "\(what): \(source.name) sends to \(address), which is not asked: \(elsewhere)"
        case .broken(let reason): "\(what): \(source.name): \(reason): \(elsewhere)"
        case .tooLong: "\(what): \(SumsFile.name) of \(source.name) is too long: \(elsewhere)"
        case .complete, .disk: what
        }
    }
}
