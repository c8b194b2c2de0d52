// swift-tools-version: 6.2
import PackageDescription

/// Optimises the C kernels, and the modules that compute, in debug builds too: tests lead hundreds of
/// simulated people. Only the Makefile sets it: a package that uses `unsafeFlags` cannot be depended on by
/// version, so the flags must not exist for anyone else.
let isFast = Context.environment["RESONANCE_FAST_KERNELS"] == "1"
let fastKernels: [CSetting] = isFast ? [.unsafeFlags(["-O2"])] : []
let fastModules: [SwiftSetting] = isFast ? [.unsafeFlags(["-O"])] : []

/// Turns warnings into errors; only the Makefile sets it, so that a newer compiler's new warning
/// never stops someone else's build.
let isStrict = Context.environment["RESONANCE_STRICT"] == "1"

let kernelSettings: [CSetting] =
    [
        .enableWarning("all"), .enableWarning("extra"), .enableWarning("conversion"),
        .enableWarning("pedantic"), .disableWarning("nullability-extension"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : []) + fastKernels

/// A target of kernels in C: its contracts lie in `include`, and each kernel in a folder of its own.
///
/// - Parameter folders: those whose private headers other kernels of the target use.
func kernels(
    _ name: String, path: String, folders: [String] = [], dependencies: [Target.Dependency] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path, publicHeadersPath: "include",
        cSettings: kernelSettings
            + (["../common"] + folders).map { CSetting.headerSearchPath($0) })
}

let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// A layer of the house: the folder under `Sources` and `Tests` that its modules and their tests lie in.
/// Data flow from the first to the last; a module imports from its own layer and from those above it.
enum Layer: String {
    case signals = "Signals"
    case hearts = "Hearts"
    case recordings = "Recordings"
    case analysis = "Analysis"
    case sessions = "Sessions"
    case wellbeing = "Wellbeing"
    case measuring = "Measuring"
    case apps = "Apps"
}

func module(_ layer: Layer, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer.rawValue)/\(name)",
        swiftSettings: swiftSettings)
}

/// A module that computes, or reads byte by byte: optimised in debug builds too.
func numbers(_ layer: Layer, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer.rawValue)/\(name)",
        swiftSettings: swiftSettings + fastModules)
}

/// The module map of a library of the system.
func system(
    _ layer: Layer, _ name: String, _ package: String, apt: String, brew: String
) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(layer.rawValue)/\(name)", pkgConfig: package,
        providers: [.apt([apt]), .brew([brew])])
}

/// The tests of a module.
///
/// - Parameter isOptimised: whether the tests themselves compute so much that it pays to optimise them.
func tests(
    _ layer: Layer, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    isOptimised: Bool = false
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"],
        path: "Tests/\(layer.rawValue)/\(name)", exclude: exclude,
        swiftSettings: swiftSettings + (isOptimised ? fastModules : []))
}

/// A program: a few lines that start what modules hold.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Apps/\(name)",
        swiftSettings: swiftSettings)
}

let argumentParser: Target.Dependency = .product(
    name: "ArgumentParser", package: "swift-argument-parser")
let fftw: Target.Dependency = .target(name: "CFFTW", condition: .when(traits: ["FFTW"]))
let dbus: Target.Dependency = .target(name: "CDBus", condition: .when(traits: ["DBus"]))

let package = Package(
    name: "Resonance",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Resonance", targets: ["Resonance"]),
        .library(name: "PhysioDSP", targets: ["PhysioDSP"]),
        .library(name: "RecordingAnalysis", targets: ["RecordingAnalysis"]),
        .library(name: "LiveProtocol", targets: ["LiveProtocol"]),
        .library(name: "KernelBenchmarks", targets: ["KernelBenchmarks"]),
        .executable(name: "hrv", targets: ["hrv"]),
        .executable(name: "hrv-sessions", targets: ["hrv-sessions"]),
        .executable(name: "hrv-studies", targets: ["hrv-studies"]),
    ],
    traits: [
        .trait(
            name: "FFTW",
            description: "Transforms by the system's FFTW (GPL); without it, by our own kernel."),
        .trait(
            name: "DBus", description: "Services of the desktop through the system's libdbus-1."),
        .trait(
            name: "BlueZ",
            description: "Heart rate straps through the system's libdbus-1 and BlueZ (Linux).",
            enabledTraits: ["DBus"]),
        .default(enabledTraits: ["FFTW"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // MARK: Signals: arrays and hertz

        // The module map of the system's FFTW; no code.
        system(.signals, "CFFTW", "fftw3", apt: "libfftw3-dev", brew: "fftw"),
        // C kernels of signals: transforms, spectra, entropies, fluctuations.
        kernels(
            "CSignalKernels", path: "CKernels/Signals", folders: ["complex_fft", "radix_sort"]),
        // Transforms, Lomb-Scargle, Welch, filters, resampling: arrays and hertz, no hearts.
        numbers(.signals, "PhysioDSP", ["CSignalKernels", fftw]),

        // MARK: Hearts: beats to features to breath

        // C kernels of beats: QRS detection, the shape of a beat, the beat tracker.
        kernels("CHeartKernels", path: "CKernels/Hearts", dependencies: ["CSignalKernels"]),
        // The vocabulary: series, breath, events, reasons, recipe, result.
        numbers(.hearts, "PhysioTypes"),
        // ECG to R peaks with their quality, and scores against annotations.
        numbers(.hearts, "BeatDetection", ["PhysioTypes", "PhysioDSP", "CHeartKernels"]),
        // Artefacts among R-R intervals, found and repaired.
        numbers(.hearts, "BeatCorrection", ["PhysioTypes", "PhysioDSP", "CHeartKernels"]),
        // NN intervals to metrics; the catalogue of metrics; other programs' dialects.
        numbers(.hearts, "HRVFeatures", ["PhysioTypes", "PhysioDSP"]),
        // Coherence scores, pacers, the resonance frequency, whether somebody follows.
        numbers(.hearts, "ResonanceBreathing", ["PhysioTypes", "PhysioDSP", "HRVFeatures"]),
        // Series, ECGs and people whose truth is known, seeded.
        numbers(.hearts, "PhysioSimulation", ["PhysioTypes", "PhysioDSP"]),

        // MARK: Recordings: bytes to recordings, packets and lines to events

        // The module map of the system's zlib; no code.
        system(.recordings, "CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        // Packets of straps and lines of the line protocol to events, and back.
        module(.recordings, "SensorProtocol", ["PhysioTypes"]),
        // Files to recordings of beats or signals; writers of WFDB.
        numbers(
            .recordings, "RecordingFiles",
            ["PhysioTypes", "PhysioDSP", "SensorProtocol", "BeatDetection", "CZlib"]),
        // The module map of the system's libexpat; no code.
        system(.recordings, "CExpat", "expat", apt: "libexpat1-dev", brew: "expat"),
        // Exports of health data and FIT activities to samples, sleep, workouts and stretches of beats.
        module(.recordings, "HealthRecords", ["PhysioTypes", "RecordingFiles", "CExpat"]),
        // Published data sets: the catalogue, and how they are fetched, checked and named.
        module(.recordings, "Datasets", ["PhysioTypes", "RecordingFiles"]),

        // MARK: Analysis: a recording to a result and a report

        // A recording to a result: detection, correction, metrics, what is withheld.
        numbers(
            .analysis, "HRVPipeline",
            [
                "PhysioTypes", "PhysioDSP", "BeatDetection", "BeatCorrection", "HRVFeatures",
            ]),
        // Results as JSON, CSV, text and HTML.
        module(
            .analysis, "HRVReports", ["PhysioTypes", "HRVFeatures", "ResonanceBreathing"]),
        // A path to a table in one call: file, lead, beats, metrics.
        module(
            .analysis, "RecordingAnalysis",
            [
                "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol", "HealthRecords",
                "BeatDetection", "BeatCorrection", "HRVFeatures", "ResonanceBreathing",
                "HRVPipeline",
                "HRVReports",
            ]),

        // MARK: Sessions: what runs as time goes by

        // Events of a sensor to live figures, beat by beat.
        numbers(
            .sessions, "LivePipeline",
            [
                "PhysioTypes", "PhysioDSP", "SensorProtocol", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "ResonanceBreathing",
            ]),
        // The module map of the system's libdbus; no code.
        system(.sessions, "CDBus", "dbus-1", apt: "libdbus-1-dev", brew: "dbus"),
        // A conversation with a service on the message bus (trait DBus).
        module(.sessions, "DBusClient", [dbus]),
        // Straps through BlueZ: packets as they come, nothing decoded (trait BlueZ).
        module(.sessions, "BluetoothStraps", ["DBusClient"]),
        // Files of SQLite that keep what is a person's: opening, faults, deleting, copying.
        module(.sessions, "StoreFiles", [.product(name: "GRDB", package: "GRDB.swift")]),
        // Kept sessions and settings, in SQLite.
        module(
            .sessions, "SessionHistory",
            [
                "PhysioTypes", "RecordingFiles", "ResonanceBreathing", "StoreFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // Lines of the line protocol to replies: a session without clock, files and history.
        module(
            .sessions, "LiveProtocol",
            ["PhysioTypes", "SensorProtocol", "LivePipeline", "ResonanceBreathing"]),
        // Live sessions: sources, carriers, the raw log, what is kept, who watches.
        module(
            .sessions, "LiveSession",
            [
                "PhysioTypes", "SensorProtocol", "LivePipeline", "LiveProtocol",
                "ResonanceBreathing", "BluetoothStraps", "SessionHistory",
            ]),

        // MARK: Wellbeing: what people look at day by day

        // Health records to days: nights, vitals, workouts with splits, whose clock; pure values.
        numbers(
            .wellbeing, "HealthTimeline",
            [
                "PhysioTypes", "PhysioDSP", "BeatCorrection", "HRVFeatures",
                "HealthRecords",
            ]),
        // Kept health records, in SQLite: import, difference, watching, reading.
        module(
            .wellbeing, "HealthHistory",
            [
                "PhysioTypes", "HealthRecords", "HealthTimeline", "StoreFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // Plans of a sit, of breathing and of intervals: timeline, sounds, streaks, reminders; pure values.
        numbers(.wellbeing, "PracticePlans", ["PhysioTypes", "PhysioDSP", "ResonanceBreathing"]),
        // A practice as it runs: place, entry, sound, speech; presets, the log, its import and export.
        module(
            .wellbeing, "PracticeRuntime",
            [
                "PhysioTypes", "HRVFeatures", "ResonanceBreathing", "PracticePlans",
                "RecordingFiles", "SessionHistory", "LiveSession", "MusicLibrary",
                "LivePipeline", "LiveProtocol", "DBusClient",
            ]),
        // Audio to what a song is like: tempo, beats, onsets, energy, density, loudness; pure values.
        numbers(.wellbeing, "SongFeatures", ["PhysioDSP", "CSignalKernels"]),
        // Kept songs: decoding, tags, identity, playlists, scans; in SQLite.
        module(
            .wellbeing, "MusicLibrary",
            [
                "PhysioTypes", "RecordingFiles", "PracticePlans", "SongFeatures", "MusicSelection",
                "StoreFiles",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        // The state of the body to the next song and why, and what a play teaches; pure values.
        numbers(.wellbeing, "MusicSelection", ["PhysioDSP"]),
        // Players of music: MPD by its protocol, players of the desktop by MPRIS (trait DBus).
        module(.wellbeing, "MusicPlayers", ["DBusClient"]),
        // Music as it runs: a heart, a library and a player together.
        module(
            .wellbeing, "MusicSession",
            [
                "PhysioTypes", "PhysioDSP", "ResonanceBreathing", "LivePipeline", "LiveProtocol",
                "LiveSession",
                "SessionHistory", "MusicSelection", "MusicLibrary", "MusicPlayers",
            ]),

        // MARK: Measuring: the kernels against their plain versions

        // The kernels against their plain versions: cases, harness, report.
        numbers(
            .measuring, "KernelBenchmarks",
            [
                "PhysioTypes", "PhysioDSP", "BeatDetection", "BeatCorrection", "HRVFeatures",
                "ResonanceBreathing", "PhysioSimulation", "HRVReports", "PracticePlans",
                "SongFeatures", "MusicSelection",
            ]),
        // Exports of health data of people who do not exist, and what is true of them.
        numbers(.measuring, "HealthSimulation", ["PhysioDSP", "PhysioSimulation"]),
        // Policies of the next song on invented people, and the report of it.
        numbers(.measuring, "MusicStudy", ["MusicSelection", "PhysioDSP"]),

        // MARK: Apps: what people touch

        // Re-exports what users of the package import.
        module(
            .apps, "Resonance",
            [
                "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol", "BeatDetection",
                "BeatCorrection", "HRVFeatures", "HRVPipeline", "LivePipeline", "HRVReports",
                "RecordingAnalysis", "PhysioSimulation", "ResonanceBreathing",
            ]),
        // The page, its server, bridges by WebSocket.
        .target(
            name: "SessionDashboard",
            dependencies: [
                "LiveSession", "LiveProtocol", "SessionHistory", "ResonanceBreathing",
                "HealthHistory",
                "HealthTimeline", "HealthRecords", "PhysioTypes", "PracticePlans",
                "PracticeRuntime", "MusicLibrary", "MusicPlayers", "MusicSelection", "MusicSession",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Sources/Apps/SessionDashboard", exclude: ["Page"],
            swiftSettings: swiftSettings, plugins: ["EmbedPagePlugin"]),
        // The full-screen view of a live session.
        module(
            .apps, "TerminalView",
            [
                "PhysioTypes", "SensorProtocol", "ResonanceBreathing", "LivePipeline",
                "LiveProtocol",
                "LiveSession",
            ]),
        // Many recordings: manifest, chunks, workers, what is done.
        module(.apps, "BatchRuns", ["RecordingFiles"]),
        // Options, inputs, outputs and messages that all commands share.
        module(
            .apps, "CommandSupport",
            [
                "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol", "BeatDetection",
                "BeatCorrection", "HRVFeatures", "HRVPipeline", "HRVReports", "RecordingAnalysis",
                "Datasets", argumentParser,
            ]),
        // Commands on files: no SQLite, HTTP or D-Bus, and of Foundation the essentials alone.
        module(
            .apps, "FileCommands",
            [
                "CommandSupport", "BatchRuns", "Datasets", "PhysioTypes", "PhysioDSP",
                "RecordingFiles", "SensorProtocol", "HealthRecords", "BeatDetection",
                "BeatCorrection", "HRVFeatures", "HRVPipeline", "HRVReports",
                "RecordingAnalysis", "ResonanceBreathing", "PhysioSimulation",
                "HealthSimulation", argumentParser,
            ]),
        // Commands that last or keep a history.
        module(
            .apps, "SessionCommands",
            [
                "CommandSupport", "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol",
                "HRVReports", "RecordingAnalysis", "ResonanceBreathing", "PhysioSimulation",
                "LivePipeline", "LiveProtocol", "LiveSession", "BluetoothStraps",
                "SessionHistory", "TerminalView", "SessionDashboard", "HealthRecords",
                "HealthTimeline", "HealthHistory", "PracticePlans", "PracticeRuntime",
                "SongFeatures", "MusicLibrary", "MusicSelection", "MusicPlayers",
                "MusicSession", argumentParser,
            ]),
        // The command line that people start, which runs commands on files.
        program("hrv", ["FileCommands"]),
        // The program of sessions and the tree of all commands; hrv replaces itself by it.
        program(
            "hrv-sessions",
            ["CommandSupport", "FileCommands", "SessionCommands", argumentParser]),
        // The program of benchmarks and studies; hrv replaces itself by it.
        program(
            "hrv-studies",
            [
                "CommandSupport", "KernelBenchmarks", "MusicStudy", "HRVReports", "PhysioDSP",
                argumentParser,
            ]),

        // MARK: Plugins: what the build runs

        .plugin(
            name: "EmbedPagePlugin", capability: .buildTool(), path: "Plugins/EmbedPagePlugin"),

        // MARK: Tests, in the same folders

        .target(
            name: "TestSupport", path: "Tests/TestSupport",
            swiftSettings: swiftSettings + fastModules),
        // A player whose clock a test moves, and real players in a folder of the test's own.
        .target(
            name: "TestPlayers", dependencies: ["MusicPlayers", "TestSupport"],
            path: "Tests/TestPlayers", swiftSettings: swiftSettings),
        tests(
            .signals, "PhysioDSPTests", ["PhysioDSP", "CSignalKernels"], isOptimised: true),
        tests(.hearts, "PhysioTypesTests", ["PhysioTypes"]),
        tests(
            .hearts, "BeatDetectionTests",
            [
                "BeatDetection", "PhysioTypes", "PhysioDSP", "CHeartKernels", "RecordingFiles",
                "PhysioSimulation",
            ], isOptimised: true),
        tests(
            .hearts, "BeatCorrectionTests",
            ["BeatCorrection", "PhysioTypes", "PhysioDSP", "PhysioSimulation"], isOptimised: true),
        tests(
            .hearts, "HRVFeaturesTests",
            ["HRVFeatures", "PhysioDSP", "PhysioTypes", "PhysioSimulation"], isOptimised: true),
        tests(
            .hearts, "ResonanceBreathingTests",
            [
                "ResonanceBreathing", "BeatCorrection", "HRVFeatures", "PhysioDSP", "PhysioTypes",
                "PhysioSimulation",
            ], isOptimised: true),
        tests(
            .hearts, "PhysioSimulationTests", ["PhysioSimulation", "PhysioDSP", "PhysioTypes"],
            isOptimised: true),
        tests(.recordings, "SensorProtocolTests", ["SensorProtocol", "PhysioTypes"]),
        tests(.recordings, "DatasetsTests", ["Datasets", "RecordingFiles"]),
        tests(
            .recordings, "RecordingFilesTests",
            ["RecordingFiles", "SensorProtocol", "PhysioTypes"], isOptimised: true),
        tests(
            .recordings, "HealthRecordsTests", ["HealthRecords", "RecordingFiles", "PhysioTypes"],
            isOptimised: true),
        tests(
            .analysis, "HRVPipelineTests",
            [
                "HRVPipeline", "BeatDetection", "BeatCorrection", "HRVFeatures", "PhysioDSP",
                "RecordingFiles", "PhysioSimulation", "PhysioTypes", "ResonanceBreathing",
            ], isOptimised: true),
        tests(
            .analysis, "RecordingAnalysisTests",
            [
                "RecordingAnalysis", "HRVPipeline", "BeatDetection", "PhysioSimulation",
                "PhysioTypes", "RecordingFiles",
                "SensorProtocol",
            ]),
        tests(
            .sessions, "LivePipelineTests",
            [
                "LivePipeline", "HRVPipeline", "BeatDetection", "BeatCorrection", "HRVFeatures",
                "PhysioDSP", "RecordingFiles", "SensorProtocol", "PhysioSimulation", "PhysioTypes",
                "ResonanceBreathing",
            ]),
        tests(.analysis, "HRVReportsTests", ["HRVReports", "HRVFeatures", "PhysioTypes"]),
        tests(
            .sessions, "BluetoothStrapsTests", ["BluetoothStraps", "DBusClient"],
            exclude: ["StandIn"]),
        tests(
            .sessions, "SessionHistoryTests",
            [
                "SessionHistory", "ResonanceBreathing", "PhysioTypes",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            .sessions, "LiveProtocolTests",
            ["LiveProtocol", "LivePipeline", "SensorProtocol", "PhysioTypes", "ResonanceBreathing"]
        ),
        tests(
            .sessions, "LiveSessionTests",
            [
                "LiveSession", "LivePipeline", "LiveProtocol", "SensorProtocol", "PhysioTypes",
                "ResonanceBreathing", "BluetoothStraps", "SessionHistory",
            ]),
        tests(
            .wellbeing, "HealthTimelineTests",
            ["HealthTimeline", "HealthRecords", "HRVFeatures", "PhysioSimulation", "PhysioTypes"],
            isOptimised: true),
        tests(
            .wellbeing, "HealthHistoryTests",
            [
                "HealthHistory", "HealthTimeline", "HealthRecords", "RecordingFiles",
                "PhysioSimulation",
                "PhysioTypes",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            .wellbeing, "PracticePlansTests",
            ["PracticePlans", "PhysioTypes", "ResonanceBreathing"], isOptimised: true),
        tests(
            .wellbeing, "PracticeRuntimeTests",
            [
                "PracticeRuntime", "PracticePlans", "SessionHistory", "LiveSession",
                "RecordingFiles", "MusicLibrary", "LivePipeline", "DBusClient",
                "ResonanceBreathing", "PhysioTypes",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            .wellbeing, "SongFeaturesTests", ["SongFeatures", "PhysioDSP", "CSignalKernels"],
            isOptimised: true),
        tests(
            .wellbeing, "MusicLibraryTests",
            [
                "MusicLibrary", "RecordingFiles", "SongFeatures",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], exclude: ["Stores"]),
        tests(
            .wellbeing, "MusicSelectionTests", ["MusicSelection", "PhysioTypes", "PhysioDSP"],
            isOptimised: true),
        tests(
            .wellbeing, "MusicPlayersTests", ["MusicPlayers", "TestPlayers", "DBusClient"],
            exclude: ["StandIn", "Dialogues"]),
        tests(
            .wellbeing, "MusicSessionTests",
            [
                "MusicSession", "MusicSelection", "MusicLibrary", "MusicPlayers", "TestPlayers",
                "SessionHistory", "PhysioDSP",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            .measuring, "KernelBenchmarksTests",
            [
                "KernelBenchmarks", "PhysioDSP", "PhysioSimulation", "HRVReports", "BeatDetection",
                "BeatCorrection", "RecordingFiles", "PhysioTypes",
            ]),
        tests(
            .measuring, "HealthSimulationTests",
            ["HealthSimulation", "PhysioSimulation", "PhysioDSP", "PhysioTypes"],
            isOptimised: true),
        tests(.measuring, "MusicStudyTests", ["MusicStudy", "MusicSelection", "PhysioDSP"]),
        tests(
            .apps, "SessionDashboardTests",
            [
                "SessionDashboard", "LiveSession", "SessionHistory", "PhysioTypes", "HealthHistory",
                "HealthTimeline", "HealthRecords", "PracticePlans", "PracticeRuntime",
                "MusicLibrary", "MusicPlayers", "MusicSelection", "MusicSession", "TestPlayers",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            exclude: ["Browser"]),
        tests(
            .apps, "TerminalViewTests",
            [
                "TerminalView", "LiveSession", "LivePipeline", "LiveProtocol", "SensorProtocol",
                "PhysioTypes",
                "ResonanceBreathing",
            ]),
        tests(.apps, "BatchRunsTests", ["BatchRuns", "RecordingFiles"]),
        tests(
            .apps, "hrvTests",
            [
                "hrv", "hrv-sessions", "hrv-studies", "CommandSupport", "SessionCommands",
                "LiveSession", "LivePipeline", "LiveProtocol", "RecordingFiles",
                "SensorProtocol",
                "PhysioTypes", "ResonanceBreathing", "SessionHistory", "HealthHistory",
                "HealthTimeline",
                "HealthRecords", "MusicLibrary", "SongFeatures", "MusicSelection",
                "TestPlayers",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// The program that feeds random bytes to readers and detectors. Only `make fuzz` sets this: it links
/// to the fuzzer's loop, which comes with the flags of that build alone.
if Context.environment["RESONANCE_FUZZING"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "RecordingFiles", "SensorProtocol", "HealthRecords", "BeatDetection", "HRVPipeline",
                "PhysioTypes", "PracticePlans", "PracticeRuntime", "MusicLibrary",
                "MusicPlayers", "MusicSession",
            ],
            path: "Fuzzing", exclude: ["corpus", "README.md"], swiftSettings: swiftSettings))
}

/// What the package traits change, and its tests, alone: `make test` builds it once more with all traits off;
/// with 2 also the metrics and scores that go through the transform.
if let portable = Context.environment["RESONANCE_PORTABLE"] {
    var retained: Set<String> = [
        "CFFTW", "CDBus", "CSignalKernels", "PhysioDSP", "DBusClient", "BluetoothStraps",
        "TestSupport", "PhysioDSPTests", "BluetoothStrapsTests",
    ]
    if portable == "2" {
        retained.formUnion([
            "CHeartKernels", "PhysioTypes", "HRVFeatures", "BeatCorrection", "ResonanceBreathing",
            "PhysioSimulation", "HRVFeaturesTests", "ResonanceBreathingTests",
        ])
    }
    package.targets.removeAll { !retained.contains($0.name) }
    package.products.removeAll { $0.name != "PhysioDSP" }
    package.dependencies.removeAll()
}
