#if DBus
    import DBusClient

    /// The service of the system that knows of sleep, on the system's bus.
    enum Logind {
        static let service = BusService(
            name: "org.freedesktop.login1", callableInterface: "", acceptedMembers: [],
            refusalErrorName: "org.freedesktop.DBus.Error.UnknownMethod")
        static let path = "/org/freedesktop/login1"
        static let interface = "org.freedesktop.login1.Manager"

        /// The system's bus, where the environment moves it; nil: where it usually is.
        static func address(_ environment: [String: String]) -> String? {
            environment["DBUS_SYSTEM_BUS_ADDRESS"]
        }
    }
#endif
