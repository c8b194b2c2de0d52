import DBusClient
import Foundation
package import PracticePlans

/// Notifications of the desktop.
///
/// With the trait DBus they go to `org.freedesktop.Notifications` on the session's bus; where that is not there, and without
/// the trait at once, `notify-send` shows them, on macOS `osascript`.
package final class DesktopNotifier: Sendable {
    private let environment: [String: String]
    #if DBus
        private let bus: NotificationBus?
    #endif

    /// - Parameter onAction: what a person chose in a notification; nil where it is not wanted. Called on a thread of
    ///   its own.
    package init(
        environment: [String: String], language: PracticeLanguage,
        onAction: (@Sendable (ReminderNote, NotificationAction) -> Void)?
    ) {
        self.environment = environment
        #if DBus
            bus = SessionBusAddress.find(environment).map {
                NotificationBus(address: $0, language: language, onAction: onAction)
            }
        #endif
    }

    package func deliver(_ note: ReminderNote) -> DeliveryResult {
        var reason: String?
        #if DBus
            switch bus?.deliver(note) {
            case .failed(let text): reason = text
            case nil: break
            case let result?: return result
            }
        #endif
        switch NotificationProgram.deliver(note, environment) {
        case .failed(let text): return .failed(reason.map { "\($0); \(text)" } ?? text)
        case let result: return result
        }
    }

    /// Hears of no more actions.
    package func close() {
        #if DBus
            bus?.close()
        #endif
    }

    /// Returns true if anything here can show a notification.
    package static func isPossible(_ environment: [String: String]) -> Bool {
        #if DBus
            if SessionBusAddress.find(environment) != nil { return true }
        #endif
        return NotificationProgram.isInstalled(environment)
    }
}

/// An action that a person can choose in a notification.
package enum NotificationAction: String, Sendable, CaseIterable {
    case snooze
    case notToday = "not-today"
}

/// The bus of the person's desktop.
enum SessionBusAddress {
    /// - Returns: nil where there is none.
    static func find(_ environment: [String: String]) -> String? {
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            return address
        }
        guard let folder = environment["XDG_RUNTIME_DIR"] else { return nil }
        let socket = folder + "/bus"
        return access(socket, F_OK) == 0 ? "unix:path=" + socket : nil
    }
}
