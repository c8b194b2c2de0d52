/// Result of an attempt to notify a person on one way.
package enum DeliveryResult: Sendable, Equatable {
    case delivered
    /// Nothing was shown, and another attempt may succeed.
    case failed(String)
    /// No answer came in time: it may still be shown, so that this way is not tried again.
    case unanswered(String)
}
