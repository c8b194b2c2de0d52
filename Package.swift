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
    case measuring = "Measuring"
    case apps = "Apps"
}

func module(_ layer: Layer, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer.rawValue)/\(name)",
        swiftSettings: swiftSettings)
}

/// A module that computes, and knows no files.
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
func tests(
    _ layer: Layer, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"],
        path: "Tests/\(layer.rawValue)/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

let fftw: Target.Dependency = .target(name: "CFFTW", condition: .when(traits: ["FFTW"]))
let dbus: Target.Dependency = .target(name: "CDBus", condition: .when(traits: ["DBus"]))

let package = Package(
    name: "Resonance",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Resonance", targets: ["Resonance"]),
        .library(name: "PhysioDSP", targets: ["PhysioDSP"]),
        .library(name: "KernelBenchmarks", targets: ["KernelBenchmarks"]),
        .executable(name: "hrv", targets: ["hrv"]),
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
        // Signals: arrays and hertz
        system(.signals, "CFFTW", "fftw3", apt: "libfftw3-dev", brew: "fftw"),
        kernels(
            "CSignalKernels", path: "CKernels/Signals", folders: ["complex_fft", "radix_sort"]),
        numbers(.signals, "PhysioDSP", ["CSignalKernels", fftw]),

        // Hearts: beats to features to breath
        kernels("CHeartKernels", path: "CKernels/Hearts", dependencies: ["CSignalKernels"]),
        numbers(.hearts, "PhysioTypes"),
        numbers(.hearts, "BeatDetection", ["PhysioTypes", "PhysioDSP", "CHeartKernels"]),
        numbers(.hearts, "BeatCorrection", ["PhysioTypes", "PhysioDSP", "CHeartKernels"]),
        numbers(.hearts, "HRVFeatures", ["PhysioTypes", "PhysioDSP"]),
        numbers(.hearts, "ResonanceBreathing", ["PhysioTypes", "PhysioDSP", "HRVFeatures"]),
        numbers(.hearts, "PhysioSimulation", ["PhysioTypes", "PhysioDSP"]),

        // Recordings: bytes to recordings, packets and lines to events
        system(.recordings, "CZlib", "zlib", apt: "zlib1g-dev", brew: "zlib"),
        module(.recordings, "SensorProtocol", ["PhysioTypes"]),
        module(.recordings, "RecordingFiles", ["PhysioTypes", "SensorProtocol", "CZlib"]),

        // Analysis: a recording to a result and a report
        numbers(
            .analysis, "HRVPipeline",
            [
                "PhysioTypes", "PhysioDSP", "BeatDetection", "BeatCorrection", "HRVFeatures",
                "ResonanceBreathing",
            ]),
        module(
            .analysis, "HRVReports", ["PhysioTypes", "HRVFeatures", "ResonanceBreathing"]),

        module(
            .analysis, "RecordingAnalysis",
            [
                "PhysioTypes", "RecordingFiles", "BeatDetection", "BeatCorrection", "HRVPipeline",
                "HRVReports",
            ]),

        // Sessions: what runs as time goes by
        numbers(
            .sessions, "LivePipeline",
            [
                "PhysioTypes", "PhysioDSP", "SensorProtocol", "BeatDetection", "BeatCorrection",
                "HRVFeatures", "ResonanceBreathing",
            ]),
        system(.sessions, "CDBus", "dbus-1", apt: "libdbus-1-dev", brew: "dbus"),
        module(.sessions, "DBusClient", [dbus]),
        module(.sessions, "BluetoothStraps", ["DBusClient"]),
        module(
            .sessions, "SessionHistory",
            [
                "PhysioTypes", "ResonanceBreathing",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        module(
            .sessions, "LiveSession",
            [
                "PhysioTypes", "SensorProtocol", "LivePipeline", "ResonanceBreathing",
                "BluetoothStraps", "SessionHistory",
            ]),

        // Measuring: the kernels against their plain versions
        numbers(
            .measuring, "KernelBenchmarks",
            [
                "PhysioTypes", "PhysioDSP", "BeatDetection", "BeatCorrection", "HRVFeatures",
                "ResonanceBreathing", "PhysioSimulation", "HRVReports",
            ]),

        // Apps: what people touch
        module(
            .apps, "Resonance",
            [
                "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol", "BeatDetection",
                "BeatCorrection", "HRVFeatures", "HRVPipeline", "LivePipeline", "HRVReports",
                "RecordingAnalysis", "PhysioSimulation",
                "ResonanceBreathing",
            ]),
        .target(
            name: "SessionDashboard",
            dependencies: [
                "LiveSession", "SessionHistory", "ResonanceBreathing",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            path: "Sources/Apps/SessionDashboard", exclude: ["Page"],
            swiftSettings: swiftSettings, plugins: ["EmbedPagePlugin"]),
        module(
            .apps, "TerminalView",
            [
                "PhysioTypes", "SensorProtocol", "ResonanceBreathing", "LivePipeline",
                "LiveSession",
            ]),
        .executableTarget(
            name: "hrv",
            dependencies: [
                "PhysioTypes", "PhysioDSP", "RecordingFiles", "SensorProtocol", "BeatDetection",
                "BeatCorrection", "HRVFeatures", "HRVPipeline", "HRVReports", "LivePipeline",
                "PhysioSimulation", "KernelBenchmarks",
                "ResonanceBreathing", "LiveSession", "BluetoothStraps", "SessionDashboard",
                "SessionHistory", "TerminalView", "RecordingAnalysis",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Apps/hrv",
            swiftSettings: swiftSettings),

        // Plugins: what the build runs
        .executableTarget(
            name: "EmbedPage", path: "Plugins/EmbedPage", swiftSettings: swiftSettings),
        .plugin(
            name: "EmbedPagePlugin", capability: .buildTool(), dependencies: ["EmbedPage"],
            path: "Plugins/EmbedPagePlugin"),

        // Tests, in the same folders
        .target(
            name: "TestSupport", path: "Tests/TestSupport",
            swiftSettings: swiftSettings),
        tests(.signals, "PhysioDSPTests", ["PhysioDSP", "CSignalKernels"]),
        tests(.hearts, "PhysioTypesTests", ["PhysioTypes"]),
        tests(
            .hearts, "BeatDetectionTests",
            [
                "BeatDetection", "PhysioTypes", "PhysioDSP", "RecordingFiles", "PhysioSimulation",
            ]),
        tests(
            .hearts, "BeatCorrectionTests",
            ["BeatCorrection", "PhysioTypes", "PhysioDSP", "PhysioSimulation"]),
        tests(.hearts, "HRVFeaturesTests", ["HRVFeatures", "PhysioDSP", "PhysioTypes"]),
        tests(
            .hearts, "ResonanceBreathingTests",
            [
                "ResonanceBreathing", "BeatCorrection", "HRVFeatures", "PhysioDSP", "PhysioTypes",
                "PhysioSimulation",
            ]),
        tests(.hearts, "PhysioSimulationTests", ["PhysioSimulation", "PhysioDSP", "PhysioTypes"]),
        tests(.recordings, "SensorProtocolTests", ["SensorProtocol", "PhysioTypes"]),
        tests(
            .recordings, "RecordingFilesTests",
            ["RecordingFiles", "SensorProtocol", "PhysioTypes"]),
        tests(
            .analysis, "HRVPipelineTests",
            [
                "HRVPipeline", "BeatDetection", "BeatCorrection", "HRVFeatures", "PhysioDSP",
                "RecordingFiles", "PhysioSimulation", "PhysioTypes", "ResonanceBreathing",
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
            .sessions, "LiveSessionTests",
            [
                "LiveSession", "LivePipeline", "SensorProtocol", "PhysioTypes",
                "ResonanceBreathing", "BluetoothStraps", "SessionHistory",
            ]),
        tests(
            .measuring, "KernelBenchmarksTests",
            [
                "KernelBenchmarks", "PhysioDSP", "PhysioSimulation", "HRVReports", "BeatDetection",
                "BeatCorrection", "RecordingFiles", "PhysioTypes",
            ]),
        tests(
            .apps, "SessionDashboardTests",
            [
                "SessionDashboard", "LiveSession", "SessionHistory",
                .product(name: "FlyingFox", package: "FlyingFox"),
            ],
            exclude: ["Browser"]),
        .testTarget(
            name: "EmbedPageTests", dependencies: ["EmbedPage"],
            path: "Tests/Plugins/EmbedPageTests", swiftSettings: swiftSettings),
        tests(
            .apps, "TerminalViewTests",
            [
                "TerminalView", "LiveSession", "LivePipeline", "SensorProtocol", "PhysioTypes",
                "ResonanceBreathing",
            ]),
        tests(
            .apps, "hrvTests",
            [
                "hrv", "LiveSession", "LivePipeline", "RecordingFiles", "SensorProtocol",
                "PhysioTypes", "ResonanceBreathing", "SessionHistory",
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
                "RecordingFiles", "SensorProtocol", "BeatDetection", "HRVPipeline", "PhysioTypes",
            ],
            path: "Fuzzing", exclude: ["corpus", "README.md"], swiftSettings: swiftSettings))
}

/// What the package traits change, and its tests, alone: `make test` builds it once more with all traits off.
if Context.environment["RESONANCE_PORTABLE"] == "1" {
    let kept: Set<String> = [
        "CFFTW", "CDBus", "CSignalKernels", "CHeartKernels", "PhysioTypes", "PhysioDSP",
        "HRVFeatures", "BeatCorrection", "ResonanceBreathing", "PhysioSimulation", "DBusClient",
        "BluetoothStraps", "TestSupport", "PhysioDSPTests", "HRVFeaturesTests",
        "ResonanceBreathingTests", "BluetoothStrapsTests",
    ]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { $0.name != "PhysioDSP" }
    package.dependencies.removeAll()
}
