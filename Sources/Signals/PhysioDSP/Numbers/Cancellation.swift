/// A caller's request to end the work of this thread before it is done, as by Ctrl-C.
///
/// Long work asks between its parts. Once the answer is yes it leaves out what is left, and its result is of no use:
/// the caller that asked for the end discards it.
///
/// ```swift
/// let result = Cancellation.withCancelCheck({ flag.isRaised }) { AnalysisPipeline().analyze(recording) }
/// ```
public enum Cancellation {
    @TaskLocal private static var cancelCheck: (@Sendable () -> Bool)?

    /// Does the work, during which ``isWanted`` is what `cancelCheck` says.
    ///
    /// - Parameter cancelCheck: asked often, by the thread that does the work; takes no time.
    public static func withCancelCheck<Result, Failure: Error>(
        _ cancelCheck: @escaping @Sendable () -> Bool, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outcome = $cancelCheck.withValue(cancelCheck) { () -> Swift.Result<Result, Failure> in
            do throws(Failure) {
                return .success(try work())
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    /// Indicates whether the work is to end; false where no caller asks.
    public static var isRequested: Bool { cancelCheck?() ?? false }
}
