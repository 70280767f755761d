// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Decent",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "ReplicatingTypes", targets: ["Causality"])
  ],
  targets: [
    // Floor 0: bytes, identity and time.
    .target(name: "BinaryCoding"),
    .target(name: "Causality", dependencies: ["BinaryCoding"]),

    // Floor 2: the laws of merging, for anybody's types.
    .target(name: "ReplicationLaws", dependencies: ["BinaryCoding", "Causality"]),

    // Tests, and what they compare with.
    .target(name: "NaiveFugue", path: "Tests/NaiveFugue"),
    .testTarget(name: "NaiveFugueTests", dependencies: ["NaiveFugue", "ReplicationLaws"]),
    .testTarget(
      name: "ReplicationLawsTests",
      dependencies: ["BinaryCoding", "Causality", "ReplicationLaws"]),
  ],
  swiftLanguageModes: [.v6]
)
