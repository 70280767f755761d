// SPDX-License-Identifier: MIT

/// The next question of a run of sync to the store, with the handler of the answer.
///
/// Each question has its own type of answer, so none can be answered wrongly.
package enum SyncStep {
  /// Name the objects whose names begin with a prefix.
  case list(prefix: String, then: (Result<[ObjectInfo], StoreError>) throws -> SyncStep)
  /// Read an object.
  case read(ObjectName, then: (Result<[UInt8], StoreError>) throws -> SyncStep)
  /// Create an object.
  case create(ObjectName, holding: [UInt8], then: (Result<Void, StoreError>) throws -> SyncStep)
  /// Delete an object.
  case delete(ObjectName, then: (Result<Void, StoreError>) throws -> SyncStep)
  /// Nothing: the run is over.
  case finished(SyncReport)
}
