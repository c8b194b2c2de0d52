#if DBus
    import CDBus

    /// A connection to a message bus of its own. One thread uses it; it closes when it goes.
    struct BusConnection: ~Copyable {
        private let connection: OpaquePointer
        /// The file descriptor to wait on; nil where the library gives none.
        let descriptor: Int32?

        /// Opens the bus at an address; without one, the system's, which the environment variable
        /// `DBUS_SYSTEM_BUS_ADDRESS` may move.
        init(address: String?) throws(BusError) {
            dbus_threads_init_default()
            var error = DBusError()
            dbus_error_init(&error)
            defer { dbus_error_free(&error) }
            let opened =
                address.map { dbus_connection_open_private($0, &error) }
                ?? dbus_bus_get_private(DBUS_BUS_SYSTEM, &error)
            guard let opened else { throw Self.text(error) }
            // The library would end the program when the bus ends.
            dbus_connection_set_exit_on_disconnect(opened, 0)
            if address != nil, dbus_bus_register(opened, &error) == 0 {
                dbus_connection_close(opened)
                dbus_connection_unref(opened)
                throw Self.text(error)
            }
            connection = opened
            var number: Int32 = -1
            descriptor = dbus_connection_get_unix_fd(opened, &number) != 0 ? number : nil
        }

        deinit {
            dbus_connection_close(connection)
            dbus_connection_unref(connection)
        }

        private static func text(_ error: DBusError) -> BusError {
            BusError(
                name: error.name.map { String(cString: $0) } ?? "unknown",
                message: error.message.map { String(cString: $0) } ?? "")
        }

        /// Asks for the signals that a rule describes; does not wait.
        func addMatch(_ rule: String) { dbus_bus_add_match(connection, rule, nil) }

        var hasMessagesToSend: Bool { dbus_connection_has_messages_to_send(connection) != 0 }

        /// Moves bytes without waiting.
        ///
        /// - Returns: false once the bus has ended.
        func readAndWrite() -> Bool { dbus_connection_read_write(connection, 0) != 0 }

        var hasMessages: Bool {
            dbus_connection_get_dispatch_status(connection) == DBUS_DISPATCH_DATA_REMAINS
        }

        /// The next message that has come; nil if there is none.
        func nextMessage() -> BusMessage? {
            guard let message = dbus_connection_pop_message(connection) else { return nil }
            defer { dbus_message_unref(message) }
            return BusMessage(message)
        }

        /// - Returns: the number the reply will refer to; nil if memory is out.
        func send(_ call: BusCall, to service: String) -> UInt32? {
            guard
                let message = dbus_message_new_method_call(
                    service, call.path, call.interface, call.member)
            else { return nil }
            defer { dbus_message_unref(message) }
            var iterator = DBusMessageIter()
            dbus_message_iter_init_append(message, &iterator)
            for argument in call.arguments { BusEncoder.append(argument, to: &iterator) }
            var serial: UInt32 = 0
            return dbus_connection_send(connection, message, &serial) != 0 ? serial : nil
        }

        /// Answers a call: with nothing, or with an error.
        func reply(to call: BusMessage, error: String?) {
            let type = error == nil ? DBUS_MESSAGE_TYPE_METHOD_RETURN : DBUS_MESSAGE_TYPE_ERROR
            guard let message = dbus_message_new(type) else { return }
            defer { dbus_message_unref(message) }
            dbus_message_set_destination(message, call.sender)
            dbus_message_set_reply_serial(message, call.serial)
            if let error { dbus_message_set_error_name(message, error) }
            dbus_message_set_no_reply(message, 1)
            dbus_connection_send(connection, message, nil)
        }
    }

    private enum BusEncoder {
        static func append(_ argument: BusArgument, to iterator: inout DBusMessageIter) {
            switch argument {
            case .text(let text): append(text, "s", &iterator)
            case .path(let path): append(path, "o", &iterator)
            case .bytes(let bytes):
                appendContainer(&iterator, "a", "y") { inner in
                    for var byte in bytes {
                        dbus_message_iter_append_basic(&inner, code("y"), &byte)
                    }
                }
            case .texts(let texts):
                appendContainer(&iterator, "a", "s") { inner in
                    for text in texts { append(text, "s", &inner) }
                }
            case .unsigned(var number):
                dbus_message_iter_append_basic(&iterator, code("u"), &number)
            case .signed(var number):
                dbus_message_iter_append_basic(&iterator, code("i"), &number)
            case .options(let options):
                appendContainer(&iterator, "a", "{sv}") { inner in
                    for (name, value) in options { appendEntry(name, value, &inner) }
                }
            }
        }

        private static func appendEntry(
            _ name: String, _ value: BusArgument, _ iterator: inout DBusMessageIter
        ) {
            appendContainer(&iterator, "e", nil) { entry in
                append(name, "s", &entry)
                appendContainer(&entry, "v", signature(value)) { append(value, to: &$0) }
            }
        }

        private static func signature(_ argument: BusArgument) -> String {
            switch argument {
            case .text: "s"
            case .path: "o"
            case .bytes: "ay"
            case .texts: "as"
            case .unsigned: "u"
            case .signed: "i"
            case .options: "a{sv}"
            }
        }

        /// The library's macros for type codes have casts, which Swift does not import.
        private static func code(_ type: Unicode.Scalar) -> Int32 { Int32(type.value) }

        private static func append(
            _ text: String, _ type: Unicode.Scalar, _ iterator: inout DBusMessageIter
        ) {
            text.withCString { pointer in
                var pointer: UnsafePointer<CChar>? = pointer
                dbus_message_iter_append_basic(&iterator, code(type), &pointer)
            }
        }

        private static func appendContainer(
            _ iterator: inout DBusMessageIter, _ type: Unicode.Scalar, _ signature: String?,
            _ fill: (inout DBusMessageIter) -> Void
        ) {
            var inner = DBusMessageIter()
            dbus_message_iter_open_container(&iterator, code(type), signature, &inner)
            fill(&inner)
            dbus_message_iter_close_container(&iterator, &inner)
        }
    }
#endif
