import PhysioTypes
import ResonanceBreathing
import Testing

@Suite struct BreathPresetTests {
    /// Ids and phases as the design lists them: in, hold, out, hold.
    @Test func builtInPresetsAreThoseOfTheDesign() {
        let expected: [(String, [Double])] = [
            ("box", [4, 4, 4, 4]), ("4-7-8", [4, 7, 8, 0]), ("coherent", [5, 0, 5, 0]),
            ("extended-exhale", [4, 0, 6, 0]), ("triangle", [4, 4, 4, 0]),
            ("square-6", [6, 6, 6, 6]), ("calm", [3, 0, 6, 6]), ("sleep", [4, 0, 8, 0]),
        ]
        #expect(BreathPreset.builtIn.map(\.id) == expected.map(\.0))
        for (preset, (_, phases)) in zip(BreathPreset.builtIn, expected) {
            let cycle = preset.pattern.cycle(startSeconds: 0)
            #expect(BreathPhase.allCases.map { cycle.durationSeconds(of: $0) } == phases)
            #expect(!preset.name.en.isEmpty && !preset.name.de.isEmpty)
        }
    }

    /// The statics are made without a check; this is the check.
    @Test func builtInPresetsKeepToTheLimitsOfAPattern() throws {
        for preset in BreathPreset.builtIn {
            let pattern = preset.pattern
            let checked = try BreathPattern(
                inhaleSeconds: pattern.inhaleSeconds, holdSeconds: pattern.holdSeconds,
                exhaleSeconds: pattern.exhaleSeconds, secondHoldSeconds: pattern.secondHoldSeconds)
            #expect(checked == pattern)
        }
    }

    @Test func ownPresetsAreFoundBeforeBuiltInOnes() throws {
        let own = BreathPreset(
            id: "box", name: PresetName(en: "Mine", de: "Meins"),
            pattern: try BreathPattern(inhaleSeconds: 3, exhaleSeconds: 3))
        #expect(BreathPreset.find("box") == .box)
        #expect(BreathPreset.find("box", own: [own]) == own)
        #expect(BreathPreset.find("calm", own: [own]) == .calm)
        #expect(BreathPreset.find("fame", own: [own]) == nil)
        #expect(BreathPreset.find("Box") == nil)
        #expect(
            BreathPreset.unknownMessage("fame", own: [own])
                == "no preset is called fame: there are box, 4-7-8, coherent, extended-exhale, "
                + "triangle, square-6, calm, sleep")
    }

    @Test(arguments: [
        ("a", true), ("4-7-8", true), ("", false), ("../x", false), ("Box", false), ("ä", false),
        ("a b", false), ("a_b", false), (String(repeating: "a", count: 40), true),
        (String(repeating: "a", count: 41), false),
    ]) func anIDIsShortAndPlain(text: String, isValidID: Bool) {
        #expect(BreathPreset.isValidID(text) == isValidID)
    }
}
