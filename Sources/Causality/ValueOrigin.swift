// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Synchronization

  /// Where the storage of a value comes from, within this process. It is no part of the value: only
  /// assigning reads it, to tell a value that was made for the assignment from an old copy.
  ///
  /// A copy shares its storage with the original until one of the two is changed. So the storage of
  /// a value that was changed while an older copy exists is newer than that copy.
  package struct ValueOrigin: Sendable {
    private static let clock = Atomic<UInt64>(0)

    /// A number greater than those of all storage objects made before.
    package static var now: UInt64 { clock.wrappingAdd(1, ordering: .relaxed).newValue }

    /// When the first storage object of the value was made. Copies keep this number, also when they
    /// are edited or merged. It is 0 for a value that was read from bytes: other copies of that may
    /// exist.
    package private(set) var made: UInt64
    /// When this storage object was made.
    package let since: UInt64

    /// The origin of a value that is made now.
    init() {
      made = Self.now
      since = made
    }

    private init(made: UInt64) {
      self.made = made
      since = Self.now
    }

    /// The origin of a copy in storage of its own.
    var copied: ValueOrigin { ValueOrigin(made: made) }

    /// Notes that the value was read from bytes.
    package mutating func forget() { made = 0 }
  }
#endif
