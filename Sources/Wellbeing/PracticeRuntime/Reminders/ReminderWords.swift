package import PracticePlans

/// The few texts of reminders that are not the person's own.
package enum ReminderWords {
    /// Returns the label of an action of a notification.
    package static func snooze(_ language: PracticeLanguage) -> String {
        switch language {
        case .en: "Snooze"
        case .de: "Später"
        }
    }

    package static func notToday(_ language: PracticeLanguage) -> String {
        switch language {
        case .en: "Not today"
        case .de: "Heute nicht"
        }
    }

    /// A practice whose program died has come to its planned end.
    ///
    /// - Parameter timeOfDay: such as `07:15`.
    static func ended(_ title: String, _ timeOfDay: String, _ language: PracticeLanguage) -> String
    {
        switch language {
        case .en: "\(title) ended at \(timeOfDay)"
        case .de: "\(title) war um \(timeOfDay) zu Ende"
        }
    }

    /// A practice without a planned end, whose program died.
    static func interrupted(
        _ title: String, _ timeOfDay: String, _ language: PracticeLanguage
    ) -> String {
        switch language {
        case .en: "\(title) was interrupted at \(timeOfDay)"
        case .de: "\(title) wurde um \(timeOfDay) unterbrochen"
        }
    }
}
