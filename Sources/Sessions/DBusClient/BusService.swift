/// A service on the message bus, and what it may ask of the program.
package struct BusService: Sendable {
    /// The well-known name, such as `org.bluez`.
    package let name: String
    /// Interface of the program that the service may call.
    package let calledInterface: String
    /// Methods of that interface that are answered with nothing; every other call is refused.
    package let agreedMembers: Set<String>
    /// Name of the error that refuses a call.
    package let refusal: String

    package init(
        name: String, calledInterface: String, agreedMembers: Set<String>, refusal: String
    ) {
        self.name = name
        self.calledInterface = calledInterface
        self.agreedMembers = agreedMembers
        self.refusal = refusal
    }
}
