package import HRVReports

extension OutputSink {
    /// Writes a value piece by piece.
    package func write(_ json: OrderedJSON, isPretty: Bool) throws(Failure) {
        var stream = Stream(sink: self)
        json.write(isPretty: isPretty, to: &stream)
        if let failure = stream.failure { throw failure }
    }

    /// Keeps the first failure, as a stream of text cannot throw one.
    private struct Stream: TextOutputStream {
        package let sink: OutputSink
        package var failure: Failure?

        package mutating func write(_ text: String) {
            guard failure == nil else { return }
            do throws(Failure) { try sink.write(text) } catch { failure = error }
        }
    }
}
