/// A caller's request to end the work of this thread before it is done, as by Ctrl-C.
///
/// Long work asks between its parts. Once the answer is yes it leaves out what is left, and its result is of no use:
/// the caller that asked for the end discards it.
///
/// ```swift
/// let result = Cancellation.whileAsking({ flag.isRaised }) { AnalysisPipeline().analyze(recording) }
/// ```
public enum Cancellation {
    @TaskLocal private static var question: (@Sendable () -> Bool)?

    /// Does the work, during which ``isWanted`` is what `question` says.
    ///
    /// - Parameter question: asked often, by the thread that does the work; takes no time.
    public static func whileAsking<Result, Failure: Error>(
        _ question: @escaping @Sendable () -> Bool, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = $question.withValue(question) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try work())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Indicates whether the work is to end; false where no caller asks.
    public static var isWanted: Bool { question?() ?? false }
}
