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
    .target(name: "Difference"),

    // Floor 1: ordered content, not generic over its elements.
    .target(name: "SequenceEngine", dependencies: ["Causality", "BinaryCoding"]),

    // Floor 2: the types that users meet.
    .target(
      name: "ReplicatingText",
      dependencies: ["SequenceEngine", "Causality", "BinaryCoding", "Difference"]),

    .testTarget(
      name: "ReplicatingTextTests", dependencies: ["ReplicatingText", "SequenceEngine"]),
  ],
  swiftLanguageModes: [.v6]
)
