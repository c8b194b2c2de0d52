import Foundation
import Testing

@testable import MusicLibrary

@Suite struct TagTests {
    @Test(
        arguments: [
            ("128", 128), ("61.7", 61.7), ("92,5", 92.5), ("30", 30), ("300", 300), ("0", nil),
            ("9999", nil), ("nan", nil), ("12O", nil), ("-120", nil), ("inf", nil), ("1e2", nil),
            ("29.9", nil), ("", nil), ("0x80", nil), ("１２０", nil),
        ] as [(String, Double?)])
    func aTempoIsANumberFrom30To300(text: String, expected: Double?) {
        let tags = SongTags([("TBPM", text)])
        #expect(tags.bpm == expected)
        #expect(tags.invalidTempoText == (expected == nil && !text.isEmpty ? text : nil))
    }

    @Test func namesOfEveryFormatAreOne() {
        for name in ["TBPM", "BPM", "bpm", "tmpo"] {
            #expect(SongTags([(name, "120")]).bpm == 120, "\(name)")
        }
        let id = "b9ad642e-b012-41c7-b72a-42cf4911f9ff"
        for name in ["MUSICBRAINZ_TRACKID", "MusicBrainz Track Id", "musicbrainz_recordingid"] {
            #expect(SongTags([(name, id.uppercased())]).recordingID == id, "\(name)")
        }
        #expect(SongTags([("MUSICBRAINZ_ARTISTID", "../../etc")]).artistID == nil)
        #expect(SongTags([("MUSICBRAINZ_ALBUMID", id + "; " + id)]).albumID == id)
    }

    @Test func textsAreCutAtWholeCharacters() throws {
        let long = String(repeating: "ä", count: 1 << 19)
        let title = try #require(SongTags([("title", long)]).title)
        #expect(title == String(repeating: "ä", count: 512))
        #expect(SongTags([("title", "a\nb\u{1B}[2J\0c")]).title == "a b [2J c")
        #expect(SongTags([("title", " \n ")]).title == nil)
    }

    @Test func genresAreAListWithoutDoubles() {
        #expect(SongTags([("genre", "Rock; Jazz|Rock;;")]).genres == ["Rock", "Jazz"])
    }

    @Test func gainIsInDecibels() {
        #expect(SongTags([("REPLAYGAIN_TRACK_GAIN", "-6.48 dB")]).trackGainDB == -6.48)
        #expect(SongTags([("replaygain_album_gain", "+1.5")]).albumGainDB == 1.5)
        // RFC 7845: -512/256 dB towards -23 LUFS is 3 dB towards the -18 LUFS of ReplayGain.
        #expect(SongTags([("R128_TRACK_GAIN", "-512")]).trackGainDB == 3)
        for text in ["loud", "nan dB", "1e9 dB"] {
            #expect(SongTags([("REPLAYGAIN_TRACK_GAIN", text)]).trackGainDB == nil, "\(text)")
        }
    }

    @Test func aMalformedProbeOutputIsNoSong() {
        for text in ["", "{", "[]", "{}", #"{"streams": []}"#, #"{"streams": [{"channels": 2}]}"#] {
            #expect(ProbedSong(json: Array(text.utf8)) == nil, "\(text)")
        }
        let odd = """
            {"streams":[{"codec_name":"mp3","sample_rate":"1e99","channels":-4,"duration":"nan"}]}
            """
        let song = ProbedSong(json: Array(odd.utf8))
        #expect(song?.sampleRateHz == 48_000 && song?.channelCount == 1 && song?.seconds == nil)
    }
}
