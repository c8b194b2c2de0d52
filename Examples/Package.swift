// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Resonance", path: "../")],
    targets: [
        .executableTarget(
            name: "MetricsOfIntervals",
            dependencies: [.product(name: "Resonance", package: "Resonance")]),
        .executableTarget(
            name: "SpectrumOfUnevenSamples",
            dependencies: [.product(name: "PhysioDSP", package: "Resonance")]),
        .executableTarget(
            name: "SimulatedRecording",
            dependencies: [.product(name: "Resonance", package: "Resonance")]),
        .executableTarget(
            name: "TableOfFile",
            dependencies: [.product(name: "Resonance", package: "Resonance")]),
    ]
)
