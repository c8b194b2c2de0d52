import ArgumentParser
import CommandSupport
import Foundation
import HRVReports
import LiveSession
import MusicLibrary
import Synchronization

/// `hrv music scan`: folders of songs into the library.
struct MusicScanCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Find the songs in folders, and measure those that are new.",
        discussion: """
            Each song is kept as soon as it is measured: Ctrl-C ends the scan, and the next one goes \
            on. Files that are as before are not read again; files that are gone are marked, and what \
            is known of their songs stays. Links are not followed. WAV files are read by hrv, all \
            others by ffmpeg.
            """)

    @Argument(help: "Folders with songs (default: those of the scan before).")
    var folders: [String] = []

    @Flag(help: "Scan the music folder of MPD too, as MPD tells it over its socket.")
    var mpd = false

    @Option(help: "How many songs are measured at once (default: processors).")
    var jobs: Int?

    @Option(
        help: ArgumentHelp(
            "Measure only so much from the middle of each song; quicker, and less sure.",
            valueName: "seconds"))
    var excerpt: Double?

    @Flag(help: "Measure every song anew; corrections stay.")
    var again = false

    @Flag(help: "Read the playlists (.m3u, .m3u8) in the folders too.")
    var playlists = false

    @Flag(help: "No progress line.")
    var noProgress = false

    @OptionGroup var options: MusicOptions

    func validate() throws {
        if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
        if folders.contains("") { throw ValidationError("the path of a folder is empty") }
        if let excerpt, !(10...7_200).contains(excerpt) {
            throw ValidationError("--excerpt is from 10 to 7200 seconds")
        }
    }

    func run() async throws {
        // Ctrl-C and TERM are asked for; a second one within two seconds ends the program at once.
        Interruption.install(waking: WakeSignal())
        let folderPaths =
            folders + (mpd ? [try await MPDReader.musicFolder(options.diagnostics)] : [])
        try options.run(makesFile: true) { store, diagnostics in
            let roots = try folderPaths.isEmpty ? store.roots() : folderPaths.map { SongPath($0) }
            guard !roots.isEmpty else {
                throw ValidationError("name a folder with songs: hrv music scan ~/Music")
            }
            let report = try scan(store, roots, diagnostics)
            try options.write(ScanText.text(report, options.shape))
            if report.measuredCount > 0 { try reportDoubtfulTempos(store, diagnostics) }
            try reportOutcome(report, diagnostics)
        }
    }

    private func scan(
        _ store: MusicStore, _ roots: [SongPath], _ diagnostics: Diagnostics
    ) throws -> ScanReport {
        var settings = MusicScan.Options(nowMs: Int64(Date().timeIntervalSince1970 * 1000))
        settings.jobCount = jobs ?? ProcessInfo.processInfo.activeProcessorCount
        settings.excerptSeconds = excerpt
        settings.again = again
        settings.readsPlaylists = playlists
        settings.programs = DecoderPrograms.find(path: ProcessInfo.processInfo.environment["PATH"])
        let reporter = ScanReporter(isWanted: !noProgress && !options.delivery.quiet, diagnostics)
        defer { reporter.clear() }
        return try MusicScan(
            store: store, options: settings, isCancelled: { Interruption.code != nil },
            notify: { reporter.notify($0) }
        ).run(roots)
    }

    /// Reports the songs of doubtful tempo, and what a person can do next.
    private func reportDoubtfulTempos(_ store: MusicStore, _ diagnostics: Diagnostics) throws {
        let count = try store.songs().count { !$0.isGone && $0.tempo.isDoubtful }
        guard count > 0 else { return }
        diagnostics.summary(
            "the tempo of \(count == 1 ? "1 song" : "\(count) songs") is doubtful: hrv music songs "
                + "--doubtful shows them, and hrv music fix corrects them")
    }

    private func reportOutcome(_ report: ScanReport, _ diagnostics: Diagnostics) throws {
        if let count = report.errors[.noDecoder] {
            let filesText = count == 1 ? "1 file waits" : "\(count) files wait"
            diagnostics.error(
                "ffmpeg and ffprobe are not on the PATH: install the package ffmpeg; \(filesText) for "
                    + "it, and only WAV files are read without it", code: "no_decoder")
        }
        if report.externalLinkCount > 0 {
            diagnostics.summary(
                "\(report.externalLinkCount) links lead out of the folders and were not followed: "
                    + "name their targets as folders too")
        }
        if report.isCancelled {
            diagnostics.summary(
                "ended after \(report.measuredCount) new songs, which are kept; the next scan goes on"
            )
            throw ExitCode(Interruption.code ?? 130)
        }
        if report.foundCount == 0 {
            diagnostics.error("there are no songs in these folders", code: "empty")
            throw ExitStatus.noInput.exitCode
        }
        guard report.failedCount > 0 || report.unreadableFolderCount > 0 else { return }
        if report.failedCount == report.foundCount {
            throw
                (report.errors[.noDecoder] == report.foundCount
                ? ExitStatus.unavailable : .badData).exitCode
        }
        throw ExitStatus.someFailed.exitCode
    }
}

/// The messages of a scan while it goes on; events come from any thread, one at a time.
private final class ScanReporter: Sendable {
    private let line = Mutex<ProgressLine?>(nil)
    private let isWanted: Bool
    private let diagnostics: Diagnostics

    init(isWanted: Bool, _ diagnostics: Diagnostics) {
        self.isWanted = isWanted
        self.diagnostics = diagnostics
    }

    func notify(_ event: MusicScan.Event) {
        line.withLock { line in
            switch event {
            case .begin(let total):
                line = ProgressLine(total: total, unit: "songs", isWanted: isWanted)
            case .progress(let done): line?.update(done: done)
            // Many files may wait for one program: that is said once, at the end.
            case .error(_, .noDecoder): break
            case .error(let path, let error):
                line?.clear()
                diagnostics.error(path.text, error.text, code: error.rawValue)
            }
        }
    }

    func clear() { line.withLock { $0?.clear() } }
}
