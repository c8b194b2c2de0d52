import Foundation

/// A message about music to those who watch: one JSON object, whose `type` names it.
enum MusicMessage: Encodable {
    case state(MusicResponse?)
    /// A sentence for the person.
    case notice(String)

    private enum Keys: String, CodingKey {
        case type, music, text
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        switch self {
        case .state(let response):
            try values.encode("music", forKey: .type)
            try values.encode(response, forKey: .music)
        case .notice(let text):
            try values.encode("music_notice", forKey: .type)
            try values.encode(text, forKey: .text)
        }
    }

    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let bytes = try? encoder.encode(self) else { return "{}" }
        return String(decoding: bytes, as: UTF8.self)
    }
}
