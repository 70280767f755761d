// SPDX-License-Identifier: MIT

/// What ``SyncEngine`` wants done next, by store or journal.
public enum SyncAction: Equatable, Sendable {
  /// List the store. Answer: `.listed` or `.storeFailed`.
  case list(prefix: String)
  /// Note which of the others' objects are missing for the first time. Answer: `.done`.
  case miss([ObjectName])
  /// Forget objects that are lost. Answer: `.done`.
  case forget([ObjectName])
  /// Read an object. Answer: `.read` or `.storeFailed`.
  case read(ObjectName)
  /// Ask the journal whether this device sealed a segment. Answer: `.recognized`.
  case recognize(SegmentReference)
  /// Give changes to the journal, all in one transaction. Answer: `.applied`.
  case apply([Delivery])
  /// Give an acknowledgement to the journal. Answer: `.recognized`: false if it says that it
  /// is ours, and is not.
  case take(Acknowledgement, from: ObjectInfo)
  /// Take a new device id in place of this one. Answer: `.renewed`.
  case renewDevice(replacing: DeviceID)
  /// Ask for the next sealed segment, with what others changed and the remote was found
  /// to lack in an earlier run, or without. Answer: `.sealed`.
  case seal(limit: Int, forOthers: Bool)
  /// Put off what others changed and the remote seems to lack; if that is not sure, only note
  /// what it does not lack any more. Answer: `.postponed`.
  case postpone(isSure: Bool)
  /// Create a segment's object. Answer: `.done` or `.storeFailed`.
  case create(SealedSegment)
  /// Delete an object. Answer: `.done` or `.storeFailed`.
  case delete(ObjectName)
  /// Tell the journal that the store holds a segment. Answer: `.done`.
  case confirm(SealedSegment)
  /// Tell the journal how the run ended. Answer: `.concluded`.
  case conclude(SyncEnd)
  /// Create an acknowledgement's object. Answer: `.done` or `.storeFailed`.
  case acknowledge(Acknowledgement)
  /// Tell the journal that the store holds our acknowledgement. Answer: `.done`.
  case confirmAcknowledgement(Acknowledgement, as: ObjectInfo)
  /// Nothing: the run is over.
  case finish(SyncReport)
}

/// What came of a ``SyncAction``.
public enum SyncEvent: Equatable, Sendable {
  /// The run begins.
  case started
  /// The action succeeded and has no result.
  case done
  /// The store's objects.
  case listed([ObjectInfo])
  /// An object's bytes.
  case read([UInt8])
  /// Whether this device sealed the segment, or wrote the acknowledgement if it says so.
  case recognized(Bool)
  /// The outcome of each delivery.
  case applied([ApplyOutcome])
  /// The next segment to upload, if there is any.
  case sealed(SealedSegment?)
  /// The documents that were put off.
  case postponed([DocumentID])
  /// What there is to say at the end.
  case concluded(Conclusion)
  /// The new device id.
  case renewed(DeviceID)
  /// The store could not do it.
  case storeFailed(StoreError)
}
