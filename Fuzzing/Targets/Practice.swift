import Foundation
import PracticePlans
import PracticeRuntime

extension FuzzTarget {
    /// Any bytes as a file of practice: whatever is taken from it can be written, and read again alike.
    static let practiceImport = FuzzTarget(name: "practice-import") { bytes in
        guard let zone = TimeZone(identifier: "Europe/Berlin") else { return }
        // Past every entry: what is yet to come is refused.
        let now = Date(timeIntervalSince1970: 4_102_444_800)
        do throws(PracticeImportError) {
            let reading = try PracticeImport.read(
                Data(bytes), zone: zone, now: now, version: "1")
            precondition(reading.errors.allSatisfy { !$0.isEmpty })
            guard !reading.entries.isEmpty else { return }
            let again = try PracticeImport.read(
                Data(PracticeDocument.text(reading.entries).utf8), zone: nil, now: now, version: "1"
            )
            precondition(again.errors.isEmpty && again.entries == reading.entries)
        } catch {
            precondition(!error.text.isEmpty)
        }
    }

    /// Any bytes as a file of breathing presets.
    static let breathPresets = FuzzTarget(name: "breath-presets") { bytes in
        do {
            let document = try JSONDecoder().decode(BreathDocument.self, from: Data(bytes))
            let text = PracticeJSON.text(document)
            let again = try JSONDecoder().decode(BreathDocument.self, from: Data(text.utf8))
            precondition(again == document)
        } catch let error as PlanError {
            precondition(!error.message.isEmpty)
        } catch {
            precondition(error is DecodingError)
        }
    }
}
