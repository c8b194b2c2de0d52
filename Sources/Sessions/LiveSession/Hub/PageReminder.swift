/// A reminder as pages show it.
package struct PageReminder: Sendable, Equatable {
    /// Names it: pages that are notified twice show it once.
    package let id: String
    /// Id of its rule; nil where there is nothing to put off.
    package let rule: String?
    package let text: String
    /// The local date and time that it is for: `2026-11-24T07:00`.
    package let localDateTime: String

    package init(id: String, rule: String?, text: String, localDateTime: String) {
        (self.id, self.rule, self.text, self.localDateTime) = (id, rule, text, localDateTime)
    }
}
