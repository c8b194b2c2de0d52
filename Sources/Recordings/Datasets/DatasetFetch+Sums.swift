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
    func fetchChecksumFile(_ part: PartFile, timeoutSeconds: Double) async throws(DatasetFailure) {
        part.discard()
        let outcome: WebOutcome
        switch source {
        case .folder(let mirror):
            let folder = DatasetSource.folder(of: set, in: mirror) ?? "\(mirror)/\(set.id)"
            outcome = try FileCopy.copy("\(folder)/\(ChecksumFile.name)", into: part) { _ in }
        case .web(let address):
            outcome = await fetchWithRetries(address, part, timeoutSeconds: timeoutSeconds)
        }
        switch outcome {
        case .complete: break
        case .writeFailed(let failure): throw failure
        default:
            part.discard()
            throw DatasetFailure(.unavailable, unavailableText(outcome))
        }
    }

    /// Asks once more where the server asks to wait.
    private func fetchWithRetries(
        _ address: WebAddress, _ part: PartFile, timeoutSeconds: Double
    ) async -> WebOutcome {
        var outcome = await transferWithTimeout(address, part, timeoutSeconds: timeoutSeconds)
        for attempt in 1..<Self.attemptCount {
            guard let pauseSeconds = Self.pauseSeconds(outcome, attempt: attempt - 1) else { break }
            await wait(pauseSeconds)
            outcome = await transferWithTimeout(address, part, timeoutSeconds: timeoutSeconds)
        }
        return outcome
    }

    /// Returns the time that the server asks to wait; nil where it does not; s.
    static func pauseSeconds(_ outcome: WebOutcome, attempt: Int) -> Double? {
        switch outcome {
        case .status(429, let seconds), .status(503, let seconds):
            min(max(seconds ?? Double(1 << attempt), 0), maxWaitSeconds)
        default: nil
        }
    }

    private func transferWithTimeout(
        _ address: WebAddress, _ part: PartFile, timeoutSeconds: Double
    ) async -> WebOutcome {
        guard let url = address.url(ChecksumFile.name, of: set) else {
            return .transferFailed("its address is none")
        }
        let transfer = WebTransfer(address)
        defer { transfer.close() }
        let hasResponded = SharedValue(false)
        return await withTaskGroup(of: WebOutcome?.self) { group in
            group.addTask {
                await transfer.get(url, into: part, limit: ChecksumFile.limit) { _ in
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
            return .transferFailed("it did not answer in time")
        }
    }

    private func unavailableText(_ outcome: WebOutcome) -> String {
        let problem = "\(set.id) cannot be fetched"
        let article = source == .web(.publisher) ? "a" : "another"
        let remedy =
            "name \(article) mirror (--mirror FOLDER or --mirror https://HOST/PATH), or put its files into \(storeFolder)"
        return switch outcome {
        case .status(404, _):
            "\(problem): \(source.name) has no \(set.folder)/\(ChecksumFile.name), without which nothing can be verified: \(remedy)"
        case .status(let status, _): "\(problem): \(source.name) answers \(status): \(remedy)"
        case .refusedRedirect(let address):
            "\(problem): \(source.name) sends to \(address), which is not asked: \(remedy)"
        case .transferFailed(let reason): "\(problem): \(source.name): \(reason): \(remedy)"
        case .tooLong: "\(problem): \(ChecksumFile.name) of \(source.name) is too long: \(remedy)"
        case .complete, .writeFailed: problem
        }
    }
}
