import Foundation
import ResonanceBreathing
import Testing

@testable import PracticePlans

@Suite struct BreathDocumentTests {
    /// The example of the design.
    static let example =
        #"{"format":"resonance-breaths","version":1,"presets":[{"id":"box","name":{"en":"Box","de":"Box"},"#
        + #""inhale":4,"hold":4,"exhale":4,"secondHold":4,"repetitions":20,"cues":["tones"]}]}"#

    private static func read(_ text: String) throws -> BreathDocument {
        try JSONDecoder().decode(BreathDocument.self, from: Data(text.utf8))
    }

    @Test func theExampleIsRead() throws {
        let document = try Self.read(Self.example)
        let preset = try #require(document.presets.first)
        #expect(document.presets.count == 1 && preset.id == "box" && preset.name.de == "Box")
        #expect(
            preset.plan
                == .breathing(
                    try BreathingPlan(pattern: BreathPreset.box.pattern, repetitions: 20)))
        #expect(preset.breathPreset?.pattern == BreathPreset.box.pattern)
    }

    @Test func builtInPresetsSurviveTheirDocument() throws {
        let built = PracticePreset.builtIn
        #expect(built.map(\.id) == BreathPreset.builtIn.map(\.id))
        let repetitions = built.map { preset -> Int in
            if case .breathing(let plan) = preset.plan { plan.repetitions } else { 0 }
        }
        #expect(repetitions == [20, 4, 60, 30, 25, 10, 20, 25])
        let data = try JSONEncoder().encode(BreathDocument(built))
        #expect(try JSONDecoder().decode(BreathDocument.self, from: data).presets == built)
    }

    /// A second preset is unsound: it is named, and the first, sound one is not taken either.
    @Test(arguments: [
        (#""inhale":4"#, #""inhale":1"#, "inhale"), (#""hold":4"#, #""hold":25"#, "hold"),
        (#""inhale":4,"hold":4,"exhale":4"#, #""inhale":20,"hold":20,"exhale":20"#, "pattern"),
        (#""repetitions":20"#, #""repetitions":0"#, "repetitions"),
        (#""repetitions":20"#, #""repetitions":2001"#, "repetitions"),
        (#""cues":["tones"]"#, #""cues":["smells"]"#, "cues"),
        (#""cues":["tones"]"#, #""cues":["tones"],"more":1"#, "more"),
        (#""exhale":4,"#, "", "exhale"), (#""en":"Box""#, #""en":"""#, "name.en"),
        (#""name":{"en":"Box","de":"Box"}"#, #""name":"Box""#, "name"),
    ]) func anUnsoundPresetIsNamed(old: String, new: String, field: String) throws {
        let first = Self.example.replacing("]}]}", with: "]},")
        let second = Self.example.split(separator: "[", maxSplits: 1)[1]
            .replacing(#""id":"box""#, with: #""id":"mine""#).replacing(old, with: new)
        do {
            _ = try Self.read(first + second)
            Issue.record("read: \(second)")
        } catch {
            let error = try #require(error as? PlanError)
            #expect(error.field == field && error.presetLabel == "mine (entry 2)")
            #expect(error.message.hasPrefix("preset mine (entry 2): \(field) must be "))
        }
        #expect(try Self.read(Self.example.replacing("[{", with: "[{")).presets.count == 1)
    }

    @Test(arguments: [
        (#""id":"box""#, #""id":"../x""#, "id", "../x (entry 1)"),
        (#""id":"box""#, #""id":7"#, "id", "entry 1"),
        (#","de":"Box""#, "", "name.de", "box (entry 1)"),
        (#""de":"Box""#, #""fr":"Boîte""#, "name.fr", "box (entry 1)"),
        (#"{"en":"Box","de":"Box"}"#, #""Box""#, "name", "box (entry 1)"),
        (#""presets":[{"#, #""presets":["box",{"#, "presets", "entry 1"),
        (#""version":1"#, #""version":2"#, "version", nil),
        (#""format":"resonance-breaths""#, #""format":"other""#, "format", nil),
        (#""version":1,"#, #""version":1,"more":1,"#, "more", nil),
    ]) func aDocumentOfAnotherKindIsRefused(
        old: String, new: String, field: String, presetLabel: String?
    ) {
        do {
            _ = try Self.read(Self.example.replacing(old, with: new))
            Issue.record("read: \(new)")
        } catch {
            #expect((error as? PlanError)?.field == field, "\(error)")
            #expect((error as? PlanError)?.presetLabel == presetLabel)
        }
    }

    @Test func anIDComesOnce() throws {
        let entry = Self.example.split(separator: "[", maxSplits: 1)[1].dropLast(2)
        let twice = Self.example.replacing("]}]}", with: "]},") + entry + "]}"
        do {
            _ = try Self.read(twice)
            Issue.record("read twice")
        } catch { #expect((error as? PlanError)?.presetLabel == "box (entry 2)") }
    }

    /// Text that is no JSON is the caller's to report.
    @Test func badJSONIsADecodingError() {
        #expect(throws: DecodingError.self) { try Self.read(String(Self.example.dropLast(3))) }
        #expect(throws: DecodingError.self) { try Self.read("[]") }
    }

    @Test func presetsAreFoundByKind() throws {
        let own = try PracticePreset(
            id: "box", name: PresetName(en: "Mine", de: "Meins"),
            plan: .interval(try IntervalPlan()))
        #expect(PracticePreset.find("box", .interval, own: [own]) == own)
        #expect(PracticePreset.find("box", .breathe, own: [own]) == PracticePreset.builtIn[0])
        #expect(PracticePreset.find("box", .timer, own: [own]) == nil)
        #expect(own.breathPreset == nil)
    }
}
