// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Decent", path: "..")],
  targets: [
    .target(name: "CMeters"),
    .systemLibrary(
      name: "CZstdBench", pkgConfig: "libzstd",
      providers: [.apt(["libzstd-dev"]), .brew(["zstd"])]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CMeters", "CZstdBench", .product(name: "BinaryCoding", package: "Decent"),
        .product(name: "Causality", package: "Decent"),
        .product(name: "ReplicatingTypes", package: "Decent"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
