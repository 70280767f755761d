// swift-tools-version: 6.0
// SPDX-License-Identifier: MIT

import PackageDescription

// The notebook, the first app on the library: it depends on products alone.

// The library is loaded when it is needed, and not linked. Only on a Mac do its headers lie where
// no compiler looks.
#if os(macOS)
  let microHTTPDFlags: String? = "libmicrohttpd"
#else
  let microHTTPDFlags: String? = nil
#endif

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "Decent") }

let package = Package(
  name: "Notes",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.executable(name: "decent", targets: ["decent"])],
  dependencies: [.package(name: "Decent", path: "..")],
  targets: [
    // Layer 5: the notebook.
    .target(
      name: "DecentNotes",
      dependencies: [
        product("BinaryCoding"), product("Causality"), product("Difference"),
        product("ReplicatingTypes"), product("NotesCore"), product("DecentDocuments"),
        product("DecentSync"),
      ]),

    // Layer 6: the notebook for pages in a browser.
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: microHTTPDFlags,
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .target(
      name: "DecentServer",
      dependencies: [
        "DecentNotes", "CMicroHTTPD", product("BinaryCoding"), product("DecentDocuments"),
        product("DecentSync"),
      ]),

    // Layer 7: what a person runs.
    .executableTarget(
      name: "decent",
      dependencies: [
        "DecentServer", "DecentNotes", product("DecentDocuments"), product("DecentSync"),
      ]),

    // Tests. The folder that they share with those of the library is a link. Its module has a name of its
    // own, since both packages are built in one folder.
    .target(
      name: "NotesTestInputs",
      dependencies: [product("DecentDocuments"), product("ReplicationLaws")],
      path: "Tests/NotesTestInputs"),
    .testTarget(
      name: "DecentNotesTests",
      dependencies: [
        "DecentNotes", "NotesTestInputs", product("BinaryCoding"), product("Causality"),
        product("DecentDocuments"), product("DecentSync"), product("ReplicatingTypes"),
        product("ReplicationLaws"),
      ]),
    .testTarget(
      name: "DecentServerTests",
      dependencies: [
        "DecentNotes", "DecentServer", "NotesTestInputs", product("BinaryCoding"),
        product("DecentDocuments"), product("DecentSync"), product("ReplicatingTypes"),
        product("ReplicationLaws"),
      ]),
    .testTarget(
      name: "DecentCommandTests",
      dependencies: ["decent", "DecentNotes", "NotesTestInputs", product("DecentDocuments")]),
  ],
  swiftLanguageModes: [.v6]
)

// Scripts/mutate tests a few modules at a time.
if let tested = Context.environment["DECENT_TESTED"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tested.contains($0.name) }
}

// An asynchronous function runs where its caller does: a library stays with the task that opened it.
for target in package.targets where target.name.lowercased().hasPrefix("decent") {
  target.swiftSettings = [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
}

// The tests run about as fast without optimisation, and compile in half the time or less.
for target in package.targets where target.type == .test {
  target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"])]
}
