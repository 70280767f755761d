// SPDX-License-Identifier: MIT

/// The entries of an ``OperationLog``: an array of packed entries that only grows at its end.
/// Copies share full segments.
///
/// A packed entry takes 16 bytes instead of 40. An entry whose numbers do not fit is kept aside.
/// Only enormous or forged histories have such entries.
struct EntryTable: Sendable {
  typealias Entry = OperationLog.Entry

  private static let segmentBits = 7
  private static let segmentSize = 1 << segmentBits

  private var sealed: [ContiguousArray<PackedEntry>] = []
  private var tail: ContiguousArray<PackedEntry> = []
  /// The entries that cannot be packed, by their places.
  private var outsize: [Int: Entry] = [:]
  /// The first entries, if they were not read yet. The segments hold placeholders for these
  /// entries, so that reading any other entry costs no more than usual.
  private var unread: UnreadOperations?

  init() {}

  /// Makes a table of entries that are read when one of them is needed.
  init(_ unread: UnreadOperations) {
    self.unread = unread
    let segment = ContiguousArray(repeating: PackedEntry.outsize, count: Self.segmentSize)
    sealed = Array(repeating: segment, count: unread.entryCount >> Self.segmentBits)
    tail = ContiguousArray(segment[..<(unread.entryCount & (Self.segmentSize - 1))])
    tail.reserveCapacity(Self.segmentSize)
  }

  /// The entries to search for an event. Leaves out the unread entries if the event is after them.
  @inline(__always)
  func places(near event: Int) -> Range<Int> {
    if let unread, event >= unread.eventCount { return unread.entryCount..<count }
    return 0..<count
  }

  /// The number of entries.
  var count: Int { sealed.count << Self.segmentBits + tail.count }

  /// The approximate memory in bytes.
  var byteCount: Int {
    count * MemoryLayout<PackedEntry>.stride + outsize.count * MemoryLayout<Entry>.stride
  }

  /// - Complexity: O(1) to read; to write, O(1) if the segment is not shared.
  subscript(index: Int) -> Entry {
    @inline(__always) get {
      let packed = packed(index)
      return packed.isOutsize ? outsizeEntry(index) : packed.entry
    }
    set {
      let packed = pack(newValue, at: index)
      if !outsize.isEmpty, !packed.isOutsize { outsize[index] = nil }
      change(index) { $0 = packed }
    }
  }

  /// Sets the number of elements in the document before an entry's first event.
  @inline(__always)
  mutating func setDocumentLength(_ length: Int, ofEntry index: Int) {
    if PackedEntry.holds(documentLength: length), !packed(index).isOutsize {
      change(index) { $0.documentLength = UInt32(truncatingIfNeeded: length) }
    } else {
      self[index].documentLength = length
    }
  }

  @inline(__always)
  private mutating func change(_ index: Int, _ body: (inout PackedEntry) -> Void) {
    let (segment, offset) = (index >> Self.segmentBits, index & (Self.segmentSize - 1))
    if segment == sealed.count {
      body(&tail[offset])
    } else {
      body(&sealed[segment][offset])
    }
  }

  /// The first event of an entry, for searches.
  @inline(__always)
  func start(ofEntry index: Int) -> Int {
    let packed = packed(index)
    return packed.isOutsize ? outsizeEntry(index).start : packed.entry.start
  }

  /// The number of leading events whose entries two tables share in memory.
  ///
  /// - Complexity: O(*n* / 128) for *n* entries that are not shared.
  func sharedEventCount(with other: EntryTable) -> Int {
    let segments = sealed.sharedPrefixCount(with: other.sealed)
    // The last shared entry is left out: each copy may have lengthened it on its own, and its
    // length is not stored.
    return segments == 0 ? 0 : start(ofEntry: segments << Self.segmentBits - 1)
  }

  /// The number of consecutive entries from `first` on that have the same kind, position and length
  /// as the other table's entries from `otherFirst` on.
  ///
  /// - Parameter most: The most entries to compare. Another entry must follow them in both tables.
  /// - Complexity: O(*n*) in the compared entries.
  func likeCount(from first: Int, _ other: EntryTable, from otherFirst: Int, most: Int) -> Int {
    var count = 0
    while count < most {
      let (mine, theirs) = (packed(first + count), other.packed(otherFirst + count))
      let (next, otherNext) = (packed(first + count + 1), other.packed(otherFirst + count + 1))
      guard mine.didSame(as: theirs), !mine.isOutsize, !next.isOutsize, !otherNext.isOutsize,
        mine.length(before: next) == theirs.length(before: otherNext)
      else { break }
      count += 1
    }
    return count
  }

  @inline(__always)
  private func packed(_ index: Int) -> PackedEntry {
    let (segment, offset) = (index >> Self.segmentBits, index & (Self.segmentSize - 1))
    return segment == sealed.count ? tail[offset] : sealed[segment][offset]
  }

  @inline(never)
  private func outsizeEntry(_ index: Int) -> Entry {
    if let entry = outsize[index] { return entry }
    guard let unread, index < unread.entryCount else { preconditionFailure("an entry is nowhere") }
    return unread[index]
  }

  /// - Complexity: O(1) amortized. After a copy, the first call copies the last segment.
  @inline(__always)
  mutating func append(_ entry: Entry) {
    if tail.count == Self.segmentSize { seal() }
    if PackedEntry.holds(entry) {
      tail.append(PackedEntry(entry))
    } else {
      tail.append(putAside(entry, at: count))
    }
  }

  @inline(never)
  private mutating func seal() {
    sealed.append(tail)
    tail = []
    tail.reserveCapacity(Self.segmentSize)
  }

  /// Adds `count` entries, a full segment at a time while the tail is empty.
  @inline(__always)
  mutating func append(count: Int, _ next: () -> Entry) {
    var left = count
    while left > 0 {
      if tail.isEmpty, left > Self.segmentSize {
        appendSegment(next)
        left -= Self.segmentSize
      } else {
        append(next())
        left -= 1
      }
    }
  }

  @inline(__always)
  private mutating func appendSegment(_ next: () -> Entry) {
    let first = count
    sealed.append(
      ContiguousArray(unsafeUninitializedCapacity: Self.segmentSize) { segment, made in
        while made < Self.segmentSize {
          segment.initializeElement(at: made, to: pack(next(), at: first + made))
          made += 1
        }
      })
  }

  @inline(__always)
  private mutating func pack(_ entry: Entry, at index: Int) -> PackedEntry {
    PackedEntry.holds(entry) ? PackedEntry(entry) : putAside(entry, at: index)
  }

  /// Keeps an entry that cannot be packed.
  ///
  /// - Returns: The placeholder of the entry.
  @inline(never)
  private mutating func putAside(_ entry: Entry, at index: Int) -> PackedEntry {
    outsize[index] = entry
    return .outsize
  }
}

private struct PackedEntry: Sendable {
  private var start: UInt32 = 0
  /// The kind in the highest two bits. All bits are set in a placeholder.
  private var kindAndPosition = UInt32.max
  private var firstElement: UInt32 = 0
  var documentLength: UInt32 = 0

  private static let positionBits: UInt32 = 30

  /// The placeholder of an entry that does not fit or is read later.
  static var outsize: PackedEntry { PackedEntry() }

  private init() {}

  /// Whether all numbers of an entry fit. A negative number has its highest bits set, so it does
  /// not fit.
  @inline(__always)
  static func holds(_ entry: OperationLog.Entry) -> Bool {
    (entry.start | entry.firstElement | entry.documentLength) >> 32 == 0
      && entry.position >> positionBits == 0
  }

  /// Whether the number of elements in a document fits.
  @inline(__always)
  static func holds(documentLength: Int) -> Bool { documentLength >> 32 == 0 }

  /// - Precondition: ``holds(_:)`` is true for the entry.
  @inline(__always)
  init(_ entry: OperationLog.Entry) {
    start = UInt32(truncatingIfNeeded: entry.start)
    kindAndPosition =
      UInt32(entry.kind.rawValue) << Self.positionBits
      | UInt32(truncatingIfNeeded: entry.position)
    firstElement = UInt32(truncatingIfNeeded: entry.firstElement)
    documentLength = UInt32(truncatingIfNeeded: entry.documentLength)
  }

  /// Whether this is a placeholder.
  @inline(__always)
  var isOutsize: Bool { kindAndPosition == .max }

  /// Whether another entry has the same kind and position.
  @inline(__always)
  func didSame(as other: PackedEntry) -> Bool { kindAndPosition == other.kindAndPosition }

  /// The number of events from the start of this entry to the next entry.
  @inline(__always)
  func length(before next: PackedEntry) -> UInt32 { next.start &- start }

  /// - Precondition: This is no placeholder.
  @inline(__always)
  var entry: OperationLog.Entry {
    OperationLog.Entry(
      start: Int(start),
      kind: OperationKind(rawValue: UInt8(kindAndPosition >> Self.positionBits)) ?? .insert,
      position: Int(kindAndPosition & (1 << Self.positionBits - 1)),
      firstElement: Int(firstElement), documentLength: Int(documentLength))
  }
}
