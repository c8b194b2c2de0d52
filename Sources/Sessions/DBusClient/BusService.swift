/// A service on the message bus, and what it may ask of the program.
package struct BusService: Sendable {
    /// The well-known name, such as `org.bluez`.
    package let name: String
    /// Interface of the program that the service may call.
    package let callableInterface: String
    /// Methods of that interface that are answered with nothing; every other call is refused.
    package let acceptedMembers: Set<String>
    /// Name of the error that refuses a call.
    package let refusalErrorName: String

    package init(
        name: String, callableInterface: String, acceptedMembers: Set<String>,
        refusalErrorName: String
    ) {
        self.name = name
        self.callableInterface = callableInterface
        self.acceptedMembers = acceptedMembers
        self.refusalErrorName = refusalErrorName
    }
}
