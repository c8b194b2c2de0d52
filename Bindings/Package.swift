// swift-tools-version: 6.2
import PackageDescription

/// The C library `libresonance.so.1`: the modules up to the analysis of recordings, without FFTW and without Foundation.
///
/// It is a package of its own, so that nothing of it is built by those who depend on the toolkit.
let isStrict = Context.environment["RESONANCE_STRICT"] == "1"

let package = Package(
    name: "ResonanceBindings",
    platforms: [.macOS(.v15)],
    products: [.library(name: "resonance", type: .dynamic, targets: ["Entries"])],
    // Without traits: no FFTW, whose licence would be that of everyone who links to this.
    dependencies: [.package(name: "Resonance", path: "..", traits: [])],
    targets: [
        // The header, and beside it what the toolchain's library asks of a newer glibc.
        .target(
            name: "CResonance", path: "C", exclude: ["example", "resonance.map"],
            sources: ["source"]),
        // What the header declares: arguments judged, work done, tables given.
        .target(
            name: "Entries",
            dependencies: [
                "CResonance", .product(name: "Resonance", package: "Resonance"),
                .product(name: "LiveProtocol", package: "Resonance"),
            ],
            path: "Sources/Entries",
            swiftSettings: [
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("ExistentialAny"),
            ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])),
    ])

/// The program that feeds random arguments to the functions of the header. Only `make fuzz` sets this: it links to the
/// fuzzer's loop, which comes with the flags of that build alone.
if Context.environment["RESONANCE_FUZZING"] == "1" {
    package.targets.append(
        .executableTarget(
            name: "FuzzEntries", dependencies: ["Entries", "CResonance"], path: "Fuzzing"))
}
