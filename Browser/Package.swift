// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
  name: "Browser",
  dependencies: [.package(name: "Decent", path: "..")],
  targets: [
    // The parts of a runtime that WebAssembly lacks: memory in pieces, and a
    // clock and chance from the host.
    .target(name: "CBareRuntime"),
    .target(
      name: "Browser",
      dependencies: ["CBareRuntime", .product(name: "ReplicatingText", package: "Decent")]),
    // The notes of a notebook, in a module that has texts too.
    .target(
      name: "BrowserNotes",
      dependencies: [
        "Browser", "CBareRuntime", .product(name: "NotesCore", package: "Decent"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
