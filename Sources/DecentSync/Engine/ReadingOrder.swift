// SPDX-License-Identifier: MIT

/// The objects that a run reads, and in which order.
///
/// Objects whose names say nothing come first: afterwards it is known which segments are still
/// to be read. Then each device's log from its beginning, unless another object is preferred.
/// Acknowledgements come last.
struct ReadingOrder: Sendable {
  /// Objects to be read, the next one last. Some were read already.
  private var stack: [ObjectInfo]
  private var rest: Set<ObjectInfo>
  /// The rest, by the segment that an object's name promises.
  private var promised: [SegmentPosition: [ObjectInfo]] = [:]
  /// How many of the rest have names that say nothing.
  private var strays = 0

  /// How many objects there are in all.
  private(set) var total: Int
  /// The bytes that were read.
  private(set) var bytes = 0

  /// Makes an order of objects.
  init(_ objects: Set<ObjectInfo> = []) {
    rest = []
    total = 0
    stack = []
    insert(objects)
  }

  /// Adds objects, to be read before the others. Those that are to be read anyway are left out.
  mutating func insert(_ objects: Set<ObjectInfo>) {
    let objects = objects.subtracting(rest)
    rest.formUnion(objects)
    total += objects.count
    stack += objects.map { (LogPosition($0.name), $0) }
      .sorted { $1.0 < $0.0 }
      .map(\.1)
    for object in objects {
      guard let position = SegmentPosition(hintedBy: object.name) else {
        if !object.name.isOfAcknowledgement { strays += 1 }
        continue
      }
      promised[position, default: []].append(object)
    }
  }

  /// How many objects were read or passed over.
  var count: Int { total - rest.count }

  /// The object to be read next.
  mutating func next() -> ObjectInfo? {
    while let object = stack.popLast() {
      if rest.contains(object) { return object }
    }
    return nil
  }

  /// Counts the bytes of an object that was read.
  mutating func countBytes(_ count: Int) { bytes += count }

  /// Takes out an object that was read or passed over.
  mutating func remove(_ object: ObjectInfo) {
    guard rest.remove(object) != nil else { return }
    guard let position = SegmentPosition(hintedBy: object.name) else {
      if !object.name.isOfAcknowledgement { strays -= 1 }
      return
    }
    promised[position]?.removeAll { $0 == object }
    if promised[position]?.isEmpty == true { promised[position] = nil }
  }

  /// Whether objects are left whose names say nothing.
  var hasStrays: Bool { strays > 0 }

  /// Whether an object is left that may hold a segment: its name promises that, or says nothing.
  func mayHold(_ position: SegmentPosition) -> Bool {
    hasStrays || promised[position] != nil
  }

  /// Has the objects read next whose names promise some segments.
  mutating func prefer(_ positions: [SegmentPosition]) {
    for position in positions { stack += promised[position] ?? [] }
  }
}

extension SegmentPosition {
  /// The segment that an object holds by its name; nil for names of another form.
  init?(hintedBy name: ObjectName) {
    guard let hint = SegmentReference.hint(in: name) else { return nil }
    self.init(device: hint.device, number: hint.number)
  }
}

/// Where an object's name says it belongs.
private struct LogPosition: Comparable {
  private let rank: Int
  private let device: DeviceID
  private let number: Int
  private let name: ObjectName

  init(_ name: ObjectName) {
    self.name = name
    let position = SegmentPosition(hintedBy: name)
    rank = position != nil ? 1 : name.isOfAcknowledgement ? 2 : 0
    device = position?.device ?? DeviceID(rawValue: 0)
    number = position?.number ?? 0
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.rank, left.device, left.number, left.name)
      < (right.rank, right.device, right.number, right.name)
  }
}
