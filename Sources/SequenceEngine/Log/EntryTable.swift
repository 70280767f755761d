// SPDX-License-Identifier: MIT

/// The entries of an ``OperationLog``: an array that only grows at its end,
/// whose full segments are shared between copies, and packed.
///
/// A packed entry takes 16 bytes instead of 40. Numbers that do not fit, which
/// only enormous or forged histories have, leave their segment unpacked.
struct EntryTable: Sendable {
  typealias Entry = OperationLog.Entry

  fileprivate enum Segment {
    case packed([PackedEntry])
    case plain(ContiguousArray<Entry>)
  }

  private static let segmentBits = 7
  private static let segmentSize = 1 << segmentBits

  private var sealed: [Segment] = []
  private var tail: ContiguousArray<Entry> = []

  /// How many entries there are.
  var count: Int { sealed.count << Self.segmentBits + tail.count }

  var isEmpty: Bool { tail.isEmpty }

  /// About what it takes in memory.
  var byteCount: Int {
    sealed.count * Self.segmentSize * MemoryLayout<PackedEntry>.stride
      + tail.count * MemoryLayout<Entry>.stride
  }

  /// - Complexity: O(1) to read; to write, O(1) if the segment is not shared.
  subscript(index: Int) -> Entry {
    get {
      let (segment, offset) = (index >> Self.segmentBits, index & (Self.segmentSize - 1))
      if segment == sealed.count { return tail[offset] }
      switch sealed[segment] {
      case .packed(let entries): return entries[offset].entry
      case .plain(let entries): return entries[offset]
      }
    }
    set {
      let (segment, offset) = (index >> Self.segmentBits, index & (Self.segmentSize - 1))
      if segment == sealed.count {
        tail[offset] = newValue
      } else {
        sealed[segment].replace(offset, with: newValue)
      }
    }
  }

  /// - Complexity: O(1) amortized; O(segment) after a copy.
  mutating func append(_ entry: Entry) {
    if tail.count == Self.segmentSize {
      sealed.append(Segment(tail))
      tail.removeAll(keepingCapacity: true)
    }
    tail.append(entry)
  }

  /// Adds entries made one after the other: to an empty table full segments at once.
  @inline(__always)
  mutating func append(count: Int, _ next: () -> Entry) {
    var left = count
    while left > 0 {
      if tail.isEmpty, left > Self.segmentSize {
        sealed.append(Segment(count: Self.segmentSize, next))
        left -= Self.segmentSize
      } else {
        append(next())
        left -= 1
      }
    }
  }

  /// The last index whose entry satisfies a predicate that holds for a prefix
  /// of the table, or -1.
  ///
  /// - Complexity: O(log *n*)
  func lastIndex(inPrefixWhere belongs: (Entry) -> Bool) -> Int {
    (0..<count).last(inPrefixWhere: { belongs(self[$0]) })
  }
}

extension EntryTable.Segment {
  fileprivate init(_ entries: ContiguousArray<EntryTable.Entry>) {
    let isPacked = entries.allSatisfy { PackedEntry.holds($0) }
    self = isPacked ? .packed(entries.map { PackedEntry($0) }) : .plain(entries)
  }

  @inline(__always)
  fileprivate init(count: Int, _ next: () -> EntryTable.Entry) {
    var misfit: EntryTable.Entry?
    let packed = [PackedEntry](unsafeUninitializedCapacity: count) { packed, made in
      while made < count, misfit == nil {
        let entry = next()
        if PackedEntry.holds(entry) {
          packed.initializeElement(at: made, to: PackedEntry(entry))
          made += 1
        } else {
          misfit = entry
        }
      }
    }
    guard let misfit else {
      self = .packed(packed)
      return
    }
    var plain = ContiguousArray(packed.lazy.map { $0.entry })
    plain.append(misfit)
    while plain.count < count { plain.append(next()) }
    self = .plain(plain)
  }

  fileprivate mutating func replace(_ offset: Int, with entry: EntryTable.Entry) {
    switch self {
    case .packed(var entries):
      guard PackedEntry.holds(entry) else {
        var plain = ContiguousArray(entries.map { $0.entry })
        plain[offset] = entry
        self = .plain(plain)
        return
      }
      // Not a copy: nobody else refers to the entries while they are changed.
      self = .packed([])
      entries[offset] = PackedEntry(entry)
      self = .packed(entries)
    case .plain(var entries):
      self = .plain([])
      entries[offset] = entry
      self = .plain(entries)
    }
  }
}

private struct PackedEntry: Sendable {
  private let start: UInt32
  /// The kind in the highest two bits.
  private let kindAndPosition: UInt32
  private let firstElement: UInt32
  private let documentLength: UInt32

  private static let positionBits: UInt32 = 30

  /// Whether all numbers of an entry fit. A negative one has all the highest bits.
  @inline(__always)
  static func holds(_ entry: OperationLog.Entry) -> Bool {
    (entry.start | entry.firstElement | entry.documentLength) >> 32 == 0
      && entry.position >> positionBits == 0
  }

  /// - Precondition: ``holds(_:)``.
  @inline(__always)
  init(_ entry: OperationLog.Entry) {
    start = UInt32(truncatingIfNeeded: entry.start)
    kindAndPosition =
      UInt32(entry.kind.rawValue) << Self.positionBits
      | UInt32(truncatingIfNeeded: entry.position)
    firstElement = UInt32(truncatingIfNeeded: entry.firstElement)
    documentLength = UInt32(truncatingIfNeeded: entry.documentLength)
  }

  var entry: OperationLog.Entry {
    OperationLog.Entry(
      start: Int(start),
      kind: OperationKind(rawValue: UInt8(kindAndPosition >> Self.positionBits)) ?? .insert,
      position: Int(kindAndPosition & (1 << Self.positionBits - 1)),
      firstElement: Int(firstElement), documentLength: Int(documentLength))
  }
}
