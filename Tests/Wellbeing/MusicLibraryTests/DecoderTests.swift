import Foundation
import Synchronization
import TestSupport
import Testing

@testable import MusicLibrary

/// Songs by ffmpeg, and a decoder that is another program.
@Suite struct DecoderTests {
    private let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private static let formats = [
        "mp3", "flac", "ogg", "opus", "m4a",
    ]

    @Test(.enabled(if: TestDecoder.isThere, "ffmpeg is not installed"), arguments: formats)
    func everyFormatHasTagsLengthAndAKeyThatTagsDoNotChange(format: String) throws {
        let tags = [
            "-metadata", "title=Ä \"title\"", "-metadata", "artist=Band", "-metadata",
            "album=Album",
            "-metadata", "genre=Rock;Jazz", "-metadata", "date=2024", "-metadata",
            "REPLAYGAIN_TRACK_GAIN=-6.50 dB",
        ]
        let name = ["mp3": "TBPM", "m4a": "tmpo"][format] ?? "BPM"
        let own = format == "m4a" ? ["-movflags", "use_metadata_tags"] : []
        let path = library.songs + "/a.\(format)"
        try TestDecoder.make(path, tags + ["-metadata", "\(name)=92"] + own)
        #expect(try library.scan(programs: TestDecoder.programs).report.measuredCount == 1)
        let store = try library.open()
        let song = try #require(store.songs().first)
        #expect(song.tags.title == "Ä \"title\"" && song.tags.artist == "Band")
        #expect(song.tags.album == "Album" && song.tags.genres == ["Rock", "Jazz"])
        #expect(song.tags.date == "2024" && song.tags.bpm == 92 && song.tags.trackGainDB == -6.5)
        #expect(abs(song.durationSeconds - 1) < 0.1)

        let other = library.songs + "/b.\(format)"
        try retag(path, other, own)
        try FileManager.default.removeItem(atPath: path)
        let report = try library.scan(programs: TestDecoder.programs).report
        #expect(report.knownCount == 1 && report.measuredCount == 0 && report.goneFileCount == 1)
        let again = try store.song(named: "\(song.id)")
        #expect(again.tags.title == "New" && again.path.text == other)

        // Encoded anew it is another song.
        try TestDecoder.make(other, ["-b:a", "96k", "-af", "volume=0.5"])
        #expect(try library.scan(programs: TestDecoder.programs).report.measuredCount == 1)
        #expect(try store.songs().count == 2)
    }

    private func retag(_ path: String, _ other: String, _ own: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(TestDecoder.programs).decoderPath)
        process.arguments =
            [
                "-v", "error", "-nostdin", "-i", path, "-c", "copy", "-metadata", "title=New",
                "-metadata:s:a:0", "title=New",
            ] + own + [other]
        try process.run()
        process.waitUntilExit()
    }

    @Test(.enabled(if: TestDecoder.isThere, "ffmpeg is not installed"))
    func whatTagsMayHoldIsBounded() throws {
        let title = String(repeating: "x", count: 100_000)
        for (number, bpm) in ["0", "9999", "nan", "12O"].enumerated() {
            try TestDecoder.make(
                library.songs + "/\(number).mp3",
                ["-metadata", "title=\(title)", "-metadata", "TBPM=\(bpm)"],
                source: "sine=\(300 + number):d=0.3")
        }
        #expect(try library.scan(programs: TestDecoder.programs).errors.isEmpty)
        let songs = try library.open().songs()
        #expect(songs.map(\.tags.invalidTempoText) == ["0", "9999", "nan", "12O"])
        #expect(songs.allSatisfy { $0.tags.title?.utf8.count == 1_024 })
        #expect(songs.allSatisfy { $0.tempo.notes.contains(.tagWithoutTempo) })
    }

    @Test(.enabled(if: TestDecoder.isThere, "ffmpeg is not installed"))
    func whatIsNoSongIsOneRowEach() throws {
        try library.write("empty.mp3", [])
        var noise = SplitMix64(seed: 5)
        let random = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
        try library.write("noise.mp3", random)
        try library.write("text.flac", Array("no song at all, but long enough to be read".utf8))
        try TestDecoder.make(library.songs + "/whole.flac")
        let whole = try Data(contentsOf: URL(fileURLWithPath: library.songs + "/whole.flac"))
        try library.write("head.flac", Array(whole.prefix(60)))
        try TestDecoder.make(library.songs + "/silent.flac", source: "anullsrc=d=1")
        try TestDecoder.make(library.songs + "/long.flac", source: "anullsrc=r=8000:d=7300")
        let (report, errors) = try library.scan(programs: TestDecoder.programs, jobs: 2)
        #expect(
            errors == [
                "empty.mp3": .undecodable, "noise.mp3": .undecodable, "text.flac": .undecodable,
                "head.flac": .undecodable, "long.flac": .tooLong,
            ])
        #expect(report.measuredCount == 2)
        let silent = try library.open().song(named: library.songs + "/silent.flac")
        #expect(silent.tempo.bpm == nil)
        // What was no song is not tried again.
        let again = try library.scan(programs: TestDecoder.programs).report
        #expect(again.failedBeforeCount == 5 && again.errors.isEmpty)
    }

    /// A list that names an address, in forms that the decoder would follow if it were let.
    @Test(.enabled(if: TestDecoder.isThere, "ffmpeg is not installed"))
    func listsOpenNoConnection() throws {
        let listener = try ListeningSocket()
        let address = "127.0.0.1:\(listener.port)"
        let hls = """
            #EXTM3U
            #EXT-X-TARGETDURATION:5
            #EXTINF:5,
            http://\(address)/a.ts
            #EXT-X-ENDLIST

            """
        try library.write("list.mp3", Array(hls.utf8))
        let concat = "ffconcat version 1.0\nfile 'http://\(address)/a.mp3'\n"
        try library.write("concat.mp3", Array(concat.utf8))
        let dash = """
            <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period>
            <AdaptationSet mimeType="audio/mp4"><Representation id="1">
            <BaseURL>http://\(address)/a.m4a</BaseURL>
            </Representation></AdaptationSet></Period></MPD>
            """
        try library.write("dash.m4a", Array(dash.utf8))
        let sdp = "v=0\nc=IN IP4 127.0.0.1\nm=audio \(listener.port) RTP/AVP 0\n"
        try library.write("sdp.mp3", Array(sdp.utf8))
        let (_, errors) = try library.scan(programs: TestDecoder.programs)
        #expect(errors.count == 4 && errors.values.allSatisfy { $0 == .undecodable })
        #expect(!listener.wasConnected)
        // The listener works: a connection is seen.
        try listener.connectOnce()
        #expect(listener.wasConnected)
    }

    private func standIn(_ probe: String, _ decode: String) throws -> DecoderPrograms {
        let folder = library.folder.path
        for (name, text) in [("probe", probe), ("decode", decode)] {
            try library.folder.write(name, "#!/bin/sh\n" + text + "\n")
            chmod(folder + "/" + name, 0o700)
        }
        return DecoderPrograms(decoderPath: folder + "/decode", proberPath: folder + "/probe")
    }

    private static let probeOutput =
        #"echo '{"streams":[{"codec_name":"mp3","sample_rate":"8000","channels":1}]}'"#
    private static let key = "echo SHA256=" + String(repeating: "a", count: 64)

    static let decoders: [(probe: String, decode: String, error: SongError)] = [
        ("sleep 30", "", .timedOut), ("kill -SEGV $$", "", .crashed),
        ("while :; do echo '{\"streams\"'; done", "", .outputTooLarge),
        ("exit 1", "", .undecodable),
        ("echo rubbish", "", .undecodable), (probeOutput, "sleep 30", .timedOut),
        (probeOutput, "echo SHA256=short", .undecodable),
        (probeOutput, "cat /dev/zero", .outputTooLarge),
        (probeOutput, "case \"$*\" in *hash*) \(key);; *) sleep 30;; esac", .timedOut),
        (probeOutput, "case \"$*\" in *hash*) \(key);; *) kill -ABRT $$;; esac", .crashed),
        (probeOutput, "case \"$*\" in *hash*) \(key);; *) cat /dev/zero;; esac", .tooLong),
        (probeOutput, "case \"$*\" in *hash*) \(key);; *) : ;; esac", .undecodable),
        (
            probeOutput, "case \"$*\" in *hash*) \(key);; *) printf abcd; exit 1;; esac",
            .undecodable
        ),
    ]

    @Test(arguments: decoders)
    func aDecoderThatMisbehavesCostsOneRow(probe: String, decode: String, error: SongError) throws {
        var limits = DecoderLimits()
        limits.idleSeconds = 0.3
        limits.maxSeconds = 20
        limits.maxProbeByteCount = 1 << 16
        try library.write("a.mp3", [1, 2, 3])
        try library.write("b.wav", TestWAV.song(1))
        let (report, errors) = try library.scan(programs: standIn(probe, decode), limits: limits)
        #expect(errors == ["a.mp3": error])
        #expect(report.measuredCount == 1)
    }
}

/// A socket on this machine that knows whether anybody connected.
private final class ListeningSocket {
    let port: UInt16
    private let descriptor: Int32
    private var hadConnection = false

    init() throws {
        #if os(Linux)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let size = length
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socketAddress in
                bind(descriptor, socketAddress, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, socketAddress, &length) == 0
            }
        }
        guard status else { throw CocoaError(.fileReadUnknown) }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit { close(descriptor) }

    var wasConnected: Bool {
        let guest = accept(descriptor, nil, nil)
        if guest >= 0 {
            close(guest)
            hadConnection = true
        }
        return hadConnection
    }

    func connectOnce() throws {
        #if os(Linux)
            let guest = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let guest = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(guest) }
        var address = Self.address(port)
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(guest, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw CocoaError(.fileReadUnknown) }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        return address
    }
}
