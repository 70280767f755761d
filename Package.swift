// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Decent",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ReplicatingTypes", targets: ["Causality"]),
    .executable(name: "decent", targets: ["decent"]),
  ],
  targets: [
    // Floor 0: bytes, identity and time.
    .target(name: "BinaryCoding"),
    .target(name: "Causality", dependencies: ["BinaryCoding"]),
    .target(name: "Difference"),

    // Floor 1: ordered content, not generic over its elements.
    .target(name: "SequenceEngine", dependencies: ["Causality", "BinaryCoding"]),

    // Floor 2: the types that users meet.
    .target(
      name: "ReplicatingText",
      dependencies: ["SequenceEngine", "Causality", "BinaryCoding", "Difference"]),

    .testTarget(
      name: "ReplicatingTextTests", dependencies: ["ReplicatingText", "SequenceEngine"]),

    // Floor 3: devices meet through storage that only stores.
    .target(name: "DecentSync", dependencies: ["BinaryCoding"]),
    .testTarget(name: "DecentSyncTests", dependencies: ["DecentSync"]),

    // Floor 4: the notebook and its local store.
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(name: "DecentNotes", dependencies: ["ReplicatingTypes", "DecentSync", "CSQLite"]),
    .testTarget(name: "DecentNotesTests", dependencies: ["DecentNotes"]),

    // Floor 5: what a person runs.
    .executableTarget(name: "decent", dependencies: ["DecentNotes", "DecentSync"]),
    .testTarget(name: "DecentCommandTests", dependencies: ["decent", "DecentNotes"]),
  ],
  swiftLanguageModes: [.v6]
)
