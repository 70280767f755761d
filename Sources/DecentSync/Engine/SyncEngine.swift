// SPDX-License-Identifier: MIT

/// One run of sync with one remote: what to do, and in which order, without
/// doing any of it.
///
/// The engine is a value. Each ``advance(_:)`` takes what came of the last
/// action and gives the next; ``SyncRun`` performs them. It holds nothing that
/// must survive: a run may end at any point, and the next begins afresh from a
/// listing and the journal.
///
/// ```
/// list ─ note what is missing ─ read new objects, apply them in batches ─ forget what is lost
///      ─ until nothing of ours is beyond coverage: seal ─ create ─ read back ─ confirm
///      ─ put off what others changed ─ conclude ─ acknowledge, if there is need
/// ```
///
/// What is ours is uploaded at once, and so is what was ours and is lost. What others
/// changed is uploaded only if an earlier run found the remote to lack it too: a listing
/// that is old or cut short makes nobody repeat what others say, and where many notice
/// a loss, the first of them to repair it spares the others. No object counts as lost before
/// asking for it by its name was in vain, too.
///
/// An object that is torn, foreign or early never blocks another: it is passed
/// over, reported, and read again in the next run. A segment is taken in after those that it
/// builds on, which are read next if they are there (``SegmentQueue``). So each is taken in
/// once, many in one transaction; what is held back is tried again only if its document
/// changed since.
public struct SyncEngine: Sendable {
  /// What the engine waits for.
  enum Phase: Sendable {
    case idle
    case listing
    case missing
    case reading(ObjectInfo)
    case recognizing(Download, ObjectInfo)
    case renewingBeforeApply(Download, ObjectInfo)
    case applying([Delivery])
    case taking(ObjectInfo)
    case renewingAfterTaking(ObjectInfo)
    case forgetting
    case sealing
    case creating(SealedSegment)
    case readingBack(SealedSegment, isNew: Bool)
    case deletingTorn(SealedSegment)
    case confirming(SealedSegment)
    case renewingBeforeSeal
    case postponing
    case concluding
    case acknowledging(Acknowledgement)
    case readingBackAcknowledgement(Acknowledgement)
    case confirmingAcknowledgement
    case deletingAcknowledgement(ObjectName)
    case forgettingAcknowledgements
    case finished
  }

  let options: SyncOptions
  let known: [ObjectName: KnownObject]
  var device: DeviceID
  var phase = Phase.idle
  var report = SyncReport()

  /// What the store listed.
  var listed: Set<ObjectInfo> = []
  /// Known objects that may be lost: if they cannot be read, they are.
  var suspects: Set<ObjectName> = []
  /// Known objects that are lost.
  var lost: [ObjectName] = []
  /// Objects to be read.
  var unread = ReadingOrder()
  /// Segments that were read and are to be taken in.
  var queue: SegmentQueue
  /// How many changes of the first of these were delivered already.
  var delivered = 0
  /// The number of the last batch that was taken in.
  var batch = 0
  /// What was held back of a segment while its parts are taken in, and the batch of its first.
  var held: (changes: [HeldChange], batch: Int) = ([], 0)
  /// Segments with held changes.
  var stuck: [Stuck] = []
  /// The last batch that changed each document.
  var changed: [DocumentID: Int] = [:]

  /// Acknowledgements of ours to be deleted.
  var outdated: [ObjectName] = []
  /// Those that were.
  var deleted: [ObjectName] = []

  /// How often a new device id was taken in a row, without an upload between.
  var renewals = 0
  /// The segment whose torn object was deleted: that is done once.
  var replaced: SegmentReference?

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - device: This device.
  ///   - known: What the journal knows of the remote's objects.
  ///   - options: Sizes to work with.
  public init(device: DeviceID, known: [KnownObject], options: SyncOptions = SyncOptions()) {
    self.device = device
    self.known = Dictionary(known.map { ($0.info.name, $0) }) { first, _ in first }
    queue = SegmentQueue(settled: Set(known.lazy.filter(\.isComplete).compactMap(\.segment)))
    self.options = options
  }

  /// Takes what came of the last action, and says what to do next.
  ///
  /// - Precondition: The event is an answer to that action.
  public mutating func advance(_ event: SyncEvent) -> SyncAction {
    switch phase {
    case .idle, .listing, .missing, .reading, .recognizing, .renewingBeforeApply, .applying,
      .taking, .renewingAfterTaking, .forgetting:
      advanceDownload(event)
    case .sealing, .creating, .readingBack, .deletingTorn, .confirming, .renewingBeforeSeal,
      .postponing:
      advanceUpload(event)
    case .concluding, .acknowledging, .readingBackAcknowledgement, .confirmingAcknowledgement,
      .deletingAcknowledgement, .forgettingAcknowledgements:
      advanceConclusion(event)
    case .finished:
      finish()
    }
  }

  mutating func finish(stoppedBy error: StoreError? = nil) -> SyncAction {
    phase = .finished
    if let error { report.stopped = error }
    return .finish(report)
  }

  mutating func note(_ reason: SyncProblem.Reason, of name: ObjectName) {
    report.problems.append(SyncProblem(name: name, reason: reason))
  }

  func unexpected(_ event: SyncEvent) -> Never {
    preconditionFailure("\(event) is no answer in phase \(phase)")
  }
}
