// SPDX-License-Identifier: MIT

/// The objects that a store listed, with this run's additions and removals since.
package struct Listing: Equatable, Sendable {
  private var sizes: [ObjectName: Int]

  /// Makes a listing.
  package init(_ objects: some Sequence<ObjectInfo>) {
    sizes = Dictionary(objects.map { ($0.name, $0.size) }) { first, _ in first }
  }

  /// The objects, by name.
  package var objects: [ObjectInfo] {
    sizes.sorted { $0.key < $1.key }.map { ObjectInfo(name: $0.key, size: $0.value) }
  }

  package func contains(_ name: ObjectName) -> Bool { sizes[name] != nil }

  package subscript(name: ObjectName) -> Int? {
    get { sizes[name] }
    set { sizes[name] = newValue }
  }
}
