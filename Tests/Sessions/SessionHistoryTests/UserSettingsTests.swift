import Foundation
import Testing

@testable import SessionHistory

@Suite struct UserSettingsTests {
    @Test(arguments: [
        (#"{"minutes":0.05}"#, "minutes lies in 0.1 to 1440"),
        (#"{"minutes":1441}"#, "minutes lies in 0.1 to 1440"),
        (#"{"startRate":4.4}"#, "startRate lies in 4.5 to 7.0 breaths/min"),
        (#"{"startRate":7.1}"#, "startRate lies in 4.5 to 7.0 breaths/min"),
        (#"{"hapticIntensity":-0.1}"#, "hapticIntensity lies in 0 to 1"),
        (#"{"soundLevel":1.5}"#, "soundLevel lies in 0 to 1"),
        (#"{"petals":5}"#, "petals lies in 6 to 8"),
        (#"{"petals":9}"#, "petals lies in 6 to 8"),
        (#"{"language":"fr"}"#, "language is one of en, de, or null"),
    ]) func aValueOutsideIsRefusedWithItsRange(_ json: String, _ text: String) throws {
        let settings = try JSONDecoder().decode(UserSettings.self, from: Data(json.utf8))
        #expect(throws: HistoryError.invalidSetting(text)) { try settings.checked() }
    }

    @Test(arguments: [
        #"{"pacer":"other"}"#, #"{"preset":"../x"}"#,
    ]) func aNameThatIsNoneIsRefused(_ json: String) throws {
        let settings = try JSONDecoder().decode(UserSettings.self, from: Data(json.utf8))
        #expect(throws: HistoryError.self) { try settings.checked() }
    }

    @Test(arguments: [
        #"{"minutes":0.1,"startRate":4.5,"hapticIntensity":0,"soundLevel":0,"petals":6}"#,
        #"{"minutes":1440,"startRate":7,"hapticIntensity":1,"soundLevel":1,"petals":8}"#, "{}",
    ]) func theEndsOfRangesAreWithin(_ json: String) throws {
        let settings = try JSONDecoder().decode(UserSettings.self, from: Data(json.utf8))
        #expect(try settings.checked() == settings)
    }

    /// A person's own presets are looked up where a session is planned.
    @Test func anIDThatIsNotBuiltInCanBeStored() throws {
        let json = #"{"preset":"my-breath"}"#
        let settings = try JSONDecoder().decode(UserSettings.self, from: Data(json.utf8))
        #expect(try settings.checked().preset == "my-breath")
    }

    @Test func everySettingIsWritten() throws {
        let text = String(decoding: try JSONEncoder().encode(UserSettings()), as: UTF8.self)
        for name in [
            "minutes", "startRate", "pacer", "preset", "haptics", "hapticIntensity", "sound",
            "soundLevel", "language", "petals",
        ] {
            #expect(text.contains("\"\(name)\":"))
        }
    }
}
