import HRVReports

extension OutputSink {
    /// Writes a value piece by piece.
    func write(_ json: JSONText, isPretty: Bool) throws(Failure) {
        var stream = Stream(sink: self)
        json.write(isPretty: isPretty, to: &stream)
        if let failure = stream.failure { throw failure }
    }

    /// Keeps the first failure, as a stream of text cannot throw one.
    private struct Stream: TextOutputStream {
        let sink: OutputSink
        var failure: Failure?

        mutating func write(_ text: String) {
            guard failure == nil else { return }
            do throws(Failure) { try sink.write(text) } catch { failure = error }
        }
    }
}
