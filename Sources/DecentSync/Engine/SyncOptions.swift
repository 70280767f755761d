// SPDX-License-Identifier: MIT

/// The sizes that sync works with.
public struct SyncOptions: Equatable, Sendable {
  /// The bytes of changes after which a segment takes in no further document.
  public var segmentLimit: Int

  /// The largest object that is read, in bytes; larger ones are reported.
  public var objectLimit: Int

  /// Makes options.
  public init(segmentLimit: Int = 64 << 10, objectLimit: Int = 256 << 20) {
    self.segmentLimit = segmentLimit
    self.objectLimit = objectLimit
  }
}
