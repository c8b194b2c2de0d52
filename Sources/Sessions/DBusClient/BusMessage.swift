#if DBus
    import CDBus

    /// One message of the bus, decoded.
    struct BusMessage {
        enum Kind { case call, reply, error, signal, other }

        let kind: Kind
        let serial: UInt32
        let replySerial: UInt32
        let sender: String
        let path: String
        let interface: String
        let member: String
        let errorName: String
        let wantsReply: Bool
        let arguments: [BusValue]

        init(_ message: OpaquePointer) {
            kind =
                switch dbus_message_get_type(message) {
                case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
                case DBUS_MESSAGE_TYPE_METHOD_RETURN: .reply
                case DBUS_MESSAGE_TYPE_ERROR: .error
                case DBUS_MESSAGE_TYPE_SIGNAL: .signal
                default: .other
                }
            func text(_ pointer: UnsafePointer<CChar>?) -> String {
                pointer.map { String(cString: $0) } ?? ""
            }
            serial = dbus_message_get_serial(message)
            replySerial = dbus_message_get_reply_serial(message)
            sender = text(dbus_message_get_sender(message))
            path = text(dbus_message_get_path(message))
            interface = text(dbus_message_get_interface(message))
            member = text(dbus_message_get_member(message))
            errorName = text(dbus_message_get_error_name(message))
            wantsReply = dbus_message_get_no_reply(message) == 0
            var iterator = DBusMessageIter()
            arguments =
                dbus_message_iter_init(message, &iterator) != 0
                ? BusDecoder.values(&iterator) : []
        }
    }

    /// Reads arguments. The library has checked the message before: lengths and nesting (at most 64
    /// deep) are sound.
    private enum BusDecoder {
        static func values(_ iterator: inout DBusMessageIter) -> [BusValue] {
            var values: [BusValue] = []
            while let type = type(&iterator) {
                values.append(value(&iterator, type))
                dbus_message_iter_next(&iterator)
            }
            return values
        }

        /// nil at the end.
        private static func type(_ iterator: inout DBusMessageIter) -> Character? {
            let code = dbus_message_iter_get_arg_type(&iterator)
            return UInt8(exactly: code).flatMap { $0 == 0 ? nil : Character(Unicode.Scalar($0)) }
        }

        private static func value(
            _ iterator: inout DBusMessageIter, _ type: Character
        ) -> BusValue {
            switch type {
            case "b": .flag(basicValue(&iterator, as: UInt32.self) != 0)
            case "y": .number(Int(basicValue(&iterator, as: UInt8.self)))
            case "n": .number(Int(basicValue(&iterator, as: Int16.self)))
            case "q": .number(Int(basicValue(&iterator, as: UInt16.self)))
            case "i": .number(Int(basicValue(&iterator, as: Int32.self)))
            case "u": .number(Int(basicValue(&iterator, as: UInt32.self)))
            // The library gives a copy, which is ours to close.
            case "h": .descriptor(BusDescriptor(basicValue(&iterator, as: Int32.self)))
            case "x": .number(Int(basicValue(&iterator, as: Int64.self)))
            case "t": .number(Int(clamping: basicValue(&iterator, as: UInt64.self)))
            case "d": .real(Double(bitPattern: basicValue(&iterator, as: UInt64.self)))
            case "s", "o", "g": .text(text(&iterator))
            case "a": array(&iterator)
            default: containerValue(&iterator, type)
            }
        }

        private static func basicValue<Value: FixedWidthInteger>(
            _ iterator: inout DBusMessageIter, as type: Value.Type
        ) -> Value {
            var value = Value.zero
            dbus_message_iter_get_basic(&iterator, &value)
            return value
        }

        private static func text(_ iterator: inout DBusMessageIter) -> String {
            var pointer: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&iterator, &pointer)
            return pointer.map { String(cString: $0) } ?? ""
        }

        /// Structures are lists; a variant is what it holds.
        private static func containerValue(
            _ iterator: inout DBusMessageIter, _ type: Character
        ) -> BusValue {
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            let values = values(&inner)
            return type == "v" ? values.first ?? .list([]) : .list(values)
        }

        private static func array(_ iterator: inout DBusMessageIter) -> BusValue {
            let element = dbus_message_iter_get_element_type(&iterator)
            var inner = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &inner)
            switch UInt8(exactly: element) {
            case UInt8(ascii: "y"): return .bytes(bytes(&inner))
            case UInt8(ascii: "e"): return .dictionary(entries(&inner))
            default: return .list(values(&inner))
            }
        }

        private static func bytes(_ iterator: inout DBusMessageIter) -> [UInt8] {
            var start: UnsafePointer<UInt8>?
            var count: Int32 = 0
            dbus_message_iter_get_fixed_array(&iterator, &start, &count)
            return Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(count)))
        }

        private static func entries(_ iterator: inout DBusMessageIter) -> [String: BusValue] {
            var entries: [String: BusValue] = [:]
            while type(&iterator) != nil {
                var inner = DBusMessageIter()
                dbus_message_iter_recurse(&iterator, &inner)
                let pair = values(&inner)
                if pair.count == 2, let key = pair[0].text ?? pair[0].number.map({ "\($0)" }) {
                    entries[key] = pair[1]
                }
                dbus_message_iter_next(&iterator)
            }
            return entries
        }
    }
#endif
