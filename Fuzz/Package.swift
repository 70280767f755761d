// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// The folders of the library are links, not a dependency: the fuzzer must see inside, and calls
// some declarations of `package` access. Fuzz/run gives the flags of the sanitizers.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CChecksum"),
    .target(name: "BinaryCoding", dependencies: ["CChecksum"]),
    .target(name: "Causality", dependencies: ["BinaryCoding"]),
    .target(name: "Difference"),
    .target(name: "SequenceEngine", dependencies: ["BinaryCoding", "Causality"]),
    .target(
      name: "ReplicatingText",
      dependencies: ["BinaryCoding", "Causality", "Difference", "SequenceEngine"]),
    .target(
      name: "ReplicatingTypes",
      dependencies: [
        "BinaryCoding", "Causality", "Difference", "ReplicatingText", "SequenceEngine",
      ]),
    .target(name: "ReplicationLaws", dependencies: ["BinaryCoding", "Causality"]),
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd"),
    .target(name: "DecentSync", dependencies: ["BinaryCoding", "Causality", "CZstd"]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3"),
    .target(
      name: "DecentDocuments",
      dependencies: ["BinaryCoding", "ReplicatingTypes", "DecentSync", "CSQLite"]),
    .target(
      name: "DecentNotes",
      dependencies: ["Difference", "ReplicatingTypes", "DecentDocuments", "DecentSync"]),
    .target(
      name: "SavedForms",
      dependencies: [
        "BinaryCoding", "Causality", "DecentNotes", "DecentSync", "ReplicatingTypes",
        "ReplicationLaws",
      ]),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "BinaryCoding", "Causality", "DecentNotes", "DecentSync", "SavedForms", "SequenceEngine",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// As in the library's own Package.swift.
for target in package.targets where target.name.hasPrefix("Decent") {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}
