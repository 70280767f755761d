// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// Linux has packages of SQLite and Zstandard. The SDKs of Apple's systems have SQLite. Zstandard's own
// package is built there, for the system that the app is built for.
#if os(macOS)
  let zstd: Target.Dependency = .product(name: "libzstd", package: "zstd")
  let packages: [Package.Dependency] = [
    .package(url: "https://github.com/facebook/zstd.git", from: "1.5.6")
  ]
  let ofThisSystem: [Target] = [.systemLibrary(name: "CSQLite")]
  let swiftUI: [Target.Dependency] = []
#else
  let zstd: Target.Dependency = "CZstd"
  let packages: [Package.Dependency] = []
  // Stand-ins, with which the views of an example are type-checked.
  let swiftUI: [Target.Dependency] = ["SwiftUI"]
  let ofThisSystem: [Target] = [
    .target(name: "SwiftUI", path: "Tests/SwiftUI"),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  ]
#endif

let package = Package(
  name: "Decent",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ReplicatingText", targets: ["ReplicatingText"]),
    .library(name: "ReplicatingTypes", targets: ["ReplicatingTypes"]),
    .library(name: "DecentDocuments", targets: ["DecentDocuments"]),
    // Identity and time, for replicating types of one's own.
    .library(name: "Causality", targets: ["Causality"]),
    .library(name: "ReplicationLaws", targets: ["ReplicationLaws"]),
    .library(name: "CharacterCoding", targets: ["CharacterCoding"]),
    // For authors of types, and for the notebook and the module for browsers, packages of their own.
    .library(name: "BinaryCoding", targets: ["BinaryCoding"]),
    .library(name: "DecentSync", targets: ["DecentSync"]),
    .library(name: "Difference", targets: ["Difference"]),
    .library(name: "NotesCore", targets: ["NotesCore"]),
  ],
  dependencies: packages,
  targets: ofThisSystem + [
    // Layer 0: bytes, identity and time.
    .target(name: "CChecksum"),
    .target(name: "BinaryCoding", dependencies: ["CChecksum"]),
    .target(name: "CThread"),
    .target(
      name: "Causality", dependencies: ["BinaryCoding", "CThread"], exclude: ["Internals.md"]),
    .target(name: "Difference"),

    // Layer 1: ordered content, not generic over its elements.
    .target(
      name: "SequenceEngine", dependencies: ["BinaryCoding", "Causality"],
      exclude: ["Internals.md"]),

    // Layer 2: the types that users meet, and the laws of merging for anybody's.
    .target(
      name: "ReplicatingText",
      dependencies: ["BinaryCoding", "Causality", "Difference", "SequenceEngine"]),
    .target(
      name: "ReplicatingTypes",
      dependencies: [
        "BinaryCoding", "Causality", "Difference", "ReplicatingText", "SequenceEngine",
      ],
      exclude: ["Internals.md"]),
    .target(name: "CharacterCoding"),
    .target(name: "ReplicationLaws", dependencies: ["BinaryCoding", "Causality"]),

    // Layer 3: what a note is; devices meet through storage that only stores.
    .target(
      name: "NotesCore",
      dependencies: [
        "BinaryCoding", "Causality", "ReplicatingText", "ReplicatingTypes", "SequenceEngine",
      ]),
    .target(name: "DecentSync", dependencies: ["BinaryCoding", "Causality", zstd]),

    // Layer 4: documents in a database, which sync.
    .target(
      name: "DecentDocuments",
      dependencies: ["BinaryCoding", "Causality", "ReplicatingTypes", "DecentSync", "CSQLite"]),

    // Apps of one's own, and types.
    .executableTarget(
      name: "shopping", dependencies: ["DecentDocuments"], path: "Examples/Shopping"),
    .executableTarget(
      name: "recipes", dependencies: ["DecentDocuments"] + swiftUI, path: "Examples/Recipes"),
    .target(name: "RollYourOwn", dependencies: ["Causality"], path: "Examples/RollYourOwn"),

    // Tests, and what they compare with.
    .target(name: "NaiveFugue", path: "Tests/NaiveFugue"),
    .target(name: "CAllocations", path: "Tests/CAllocations"),
    .target(name: "RowStoreLaws", dependencies: ["DecentSync"], path: "Tests/RowStoreLaws"),
    .target(
      name: "SyncSimulation",
      dependencies: ["DecentSync", "ReplicatingTypes", "ReplicationLaws"],
      path: "Tests/SyncSimulation"),
    .target(
      name: "TestInputs", dependencies: ["CSQLite", "Causality", "ReplicationLaws"],
      path: "Tests/TestInputs"),
    .target(
      name: "SavedForms",
      dependencies: [
        "BinaryCoding", "Causality", "NotesCore", "DecentSync", "ReplicatingTypes",
        "ReplicationLaws",
      ],
      path: "Tests/SavedForms"),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "BinaryCoding", "Causality", "DecentDocuments", "NotesCore", "DecentSync", "SavedForms",
        "SequenceEngine",
      ],
      path: "Tests/FuzzTargets"),
    .testTarget(
      name: "BinaryCodingTests", dependencies: ["BinaryCoding", "ReplicationLaws", "TestInputs"]),
    .testTarget(
      name: "DifferenceTests", dependencies: ["Difference", "ReplicationLaws", "TestInputs"]),
    .testTarget(name: "NaiveFugueTests", dependencies: ["NaiveFugue", "ReplicationLaws"]),
    .testTarget(
      name: "ReplicationLawsTests",
      dependencies: ["BinaryCoding", "Causality", "ReplicationLaws"]),
    .testTarget(
      name: "SequenceEngineTests",
      dependencies: [
        "BinaryCoding", "CAllocations", "Causality", "NaiveFugue", "ReplicationLaws",
        "SequenceEngine", "TestInputs",
      ]),
    .testTarget(
      name: "ReplicatingTextTests",
      dependencies: [
        "BinaryCoding", "Causality", "NaiveFugue", "ReplicatingText", "ReplicationLaws",
        "SequenceEngine", "TestInputs",
      ]),
    .testTarget(
      name: "DecentSyncTests",
      dependencies: [
        "BinaryCoding", "Causality", "DecentSync", "ReplicatingTypes", "ReplicationLaws",
        "RowStoreLaws", "SyncSimulation", "TestInputs",
      ]),
    .testTarget(
      name: "ReplicatingTypesTests",
      dependencies: [
        "BinaryCoding", "CAllocations", "Causality", "ReplicatingTypes", "ReplicationLaws",
        "SavedForms", "SequenceEngine", "TestInputs",
      ]),
    .testTarget(
      name: "SavedFormsTests",
      dependencies: ["BinaryCoding", "CAllocations", "SavedForms", "SequenceEngine", "TestInputs"]),
    .testTarget(
      name: "CharacterCodingTests", dependencies: ["CharacterCoding", "ReplicatingTypes"]),
    .testTarget(
      name: "SeriesTests", dependencies: ["CharacterCoding", "ReplicatingTypes", "TestInputs"]),
    .testTarget(name: "FuzzTargetsTests", dependencies: ["FuzzTargets"]),
    .testTarget(
      name: "DecentDocumentsTests",
      dependencies: [
        "CSQLite", "DecentDocuments", "DecentSync", "ReplicatingTypes", "ReplicationLaws",
        "RowStoreLaws", "SyncSimulation", "TestInputs",
      ]),
    // The modules for browsers, which Browser/build makes, beside the library.
    .testTarget(
      name: "BrowserTests",
      dependencies: [
        "BinaryCoding", "Causality", "NotesCore", "ReplicatingText", "ReplicatingTypes",
        "ReplicationLaws", "TestInputs",
      ],
      exclude: ["memory.mjs", "notes.mjs", "sample.mjs", "repeat.mjs"]),
    .testTarget(name: "ShoppingTests", dependencies: ["shopping", "TestInputs"]),
    .testTarget(
      name: "RollYourOwnTests",
      dependencies: ["Causality", "ReplicatingTypes", "ReplicationLaws", "RollYourOwn"]),
    .testTarget(
      name: "RecipesTests", dependencies: ["DecentDocuments", "recipes", "TestInputs"] + swiftUI),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzz/run links these with libFuzzer, whose start they take.
if Context.environment["DECENT_FUZZERS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz", sources: ["EntryPoints.swift"]))
}

// Scripts/mutate tests a few modules at a time.
if let tested = Context.environment["DECENT_TESTED"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
}

// From layer 3 on, an asynchronous function runs where its caller does: a library stays with the
// task that opened it.
for target in package.targets where target.name.lowercased().hasPrefix("decent") {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}

// The tests, and two modules that only they use, run about as fast without optimisation, and compile
// in half the time or less. The fuzzers need them fast.
var plain = package.targets.filter { $0.type == .test }
if Context.environment["DECENT_FUZZERS"] == nil {
  plain += package.targets.filter { ["SavedForms", "SyncSimulation"].contains($0.name) }
}
for target in plain {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
}
