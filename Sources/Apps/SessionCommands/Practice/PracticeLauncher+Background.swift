import ArgumentParser
import PracticePlans
import PracticeRuntime

extension PracticeLauncher {
    /// Chooses what sounds beneath a sit, instead of what the settings say.
    ///
    /// - Parameter name: nil for that of the settings; `none` for nothing.
    /// - Throws: `ValidationError` where no sound has the name.
    mutating func setBackground(name: String?, levelDB: Double?) throws {
        (backgroundName, backgroundLevelDB) = (name, levelDB)
        let background = PracticeSettings().backgroundSound(.timer, name: name)
        let ownSounds = CustomSounds(folder: CustomSounds.folder(ofDatabase: options.location.path))
        if let background, ownSounds.loop(background) == nil {
            throw ValidationError("--background \(ownSounds.refusal(of: background.name))")
        }
    }
}

extension CustomSounds {
    /// A sentence of why a name gives no background sound.
    func refusal(of name: String) -> String {
        "\(name): no sound of this name, or a silent one; there are \(backgroundNames.joined(separator: ", "))"
    }
}
