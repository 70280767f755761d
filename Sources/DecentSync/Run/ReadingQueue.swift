// SPDX-License-Identifier: MIT

/// The objects that a run reads, in the order of reading.
struct ReadingQueue {
  /// The objects that are still to be read. The next object stands last.
  private var unread: [ObjectInfo] = []
  /// The number of objects that were queued.
  private(set) var total = 0
  /// The names that `readAgain(_:in:)` was given, unlisted names included.
  private(set) var again: Set<ObjectName> = []

  /// The number of objects that are done.
  var done: Int { total - unread.count }

  var isEmpty: Bool { unread.isEmpty }

  /// The next object.
  var next: ObjectInfo? { unread.last }

  /// The names of the objects that are still to be read.
  var names: [ObjectName] { unread.map(\.name) }

  /// Notes that the next object is done.
  mutating func dropNext() { unread.removeLast() }

  /// Queues the objects of a listing.
  ///
  /// Compactions come first, by descending number, because they supersede most of the other
  /// objects. Other objects with claims follow by ascending number. If a person uses devices
  /// alternately, objects that these devices sealed at about the same time have similar numbers. So
  /// an object usually follows the objects on which it builds. Acknowledgements and cards come
  /// last, because acknowledgements name other objects.
  mutating func add(_ objects: [ObjectInfo]) {
    total += objects.count
    unread += objects.map { (rank: ReadingRank($0.name), info: $0) }
      .sorted { ($0.rank, $0.info.name) > ($1.rank, $1.info.name) }.map(\.info)
  }

  /// Queues objects to be read again, each object once at most.
  mutating func readAgain(_ names: Set<ObjectName>, in listing: Listing) {
    for name in names.sorted() where again.insert(name).inserted {
      guard let size = listing[name] else { continue }
      unread.append(ObjectInfo(name: name, size: size))
      total += 1
    }
  }
}

/// The rank of an object in the order of reading, by its name.
private struct ReadingRank: Comparable {
  private let kind: Int
  private let number: Int

  init(_ name: ObjectName) {
    if name.noticeWriter != nil {
      (kind, number) = (2, 0)
    } else if let number = LogObject.hint(in: name) {
      (kind, self.number) = (0, -number)
    } else if let hint = SegmentReference.hint(in: name) {
      (kind, number) = (1, hint.number)
    } else {
      (kind, number) = (1, 0)
    }
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.kind, left.number) < (right.kind, right.number)
  }
}
