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

    // Floor 3: devices meet through storage that only stores.
    .target(name: "DecentSync", dependencies: ["BinaryCoding"]),
    .testTarget(name: "DecentSyncTests", dependencies: ["DecentSync"]),
  ],
  swiftLanguageModes: [.v6]
)
