// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  /// The origin of a value within this process. The origin is no part of the value. Only
  /// assignments read the origin, to tell a newly made value from a copy of the old value.
  ///
  /// Copies share the origin, even after edits and merges.
  package struct ValueOrigin: Sendable {
    private static let clock = Atomic<UInt64>(0)

    /// The number of the value made last. Values made later get greater numbers.
    package static var now: UInt64 { clock.load(ordering: .relaxed) }

    private static let readMark: UInt64 = 1 << 63
    private static let storedMark: UInt64 = 1 << 62

    /// The number, with the marks in the two highest bits.
    fileprivate let word: UInt64

    /// The origin of a value that is made now.
    package init() {
      self.init(word: Self.clock.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    fileprivate init(word: UInt64) {
      self.word = word
    }

    /// The origin of a value that is read from bytes now.
    package static var read: ValueOrigin { ValueOrigin(word: now | readMark) }

    /// The number of a value made here; for a value read from bytes, `now` at the reading.
    package var number: UInt64 { word & ~(Self.readMark | Self.storedMark) }

    /// A number that copies share. Values that were decoded share the number, too, if no value was
    /// made in between.
    package var identity: UInt64 { word & ~Self.storedMark }

    /// Whether the value was read from bytes. If so, other copies of the value may exist.
    package var isRead: Bool { word & Self.readMark != 0 }

    /// Whether the value was stored in a container. If so, copies of the value may have been taken
    /// out.
    package var isStored: Bool { word & Self.storedMark != 0 }

    /// This origin, marked as stored in a container.
    fileprivate var stored: ValueOrigin { ValueOrigin(word: word | Self.storedMark) }
  }

  /// The origin in a storage object. Several threads may hold the object.
  package struct StorageOrigin: ~Copyable, Sendable {
    private let word: Atomic<UInt64>

    init(_ origin: ValueOrigin = ValueOrigin()) {
      word = Atomic(origin.word)
    }

    package var value: ValueOrigin { ValueOrigin(word: word.load(ordering: .relaxed)) }

    /// Replaces the origin. The caller must hold the only reference to the storage object.
    package func set(_ origin: ValueOrigin) { word.store(origin.word, ordering: .relaxed) }

    /// Marks the value as stored in a container.
    package func noteStored() {
      let value = value
      if !value.isStored { word.store(value.stored.word, ordering: .relaxed) }
    }
  }
#endif
