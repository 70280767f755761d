// SPDX-License-Identifier: MIT

/// The parts that were read and are still to be taken in. Ready parts are tried next. Waiting parts
/// were tried in vain, and become ready again once their document changes.
struct ReceiveBuffer {
  /// The ready parts that are tried before the other ready parts.
  private var first: ArraySlice<IncomingPart> = []
  private let isFirst: (DocumentID) -> Bool
  /// The other ready parts. A slice loses its first elements without moving the rest.
  private var parts: ArraySlice<IncomingPart> = []
  private var readyBytes = 0
  private var waiting: [DocumentID: [IncomingPart]] = [:]
  /// For each object, the places of its parts that are still to be taken in. The reference is kept
  /// because a run may read a name twice, and find another object the second time.
  private var remaining: [ObjectName: (reference: SegmentReference, places: Set<Int>, count: Int)] =
    [:]
  /// The reasons why the last attempts at parts failed, by object and place.
  private var reasons: [ObjectName: [Int: HeldChange.Reason]] = [:]

  /// - Parameter isFirst: Whether the parts of a document go before those of other documents.
  init(isFirst: @escaping (DocumentID) -> Bool = { _ in false }) { self.isFirst = isFirst }

  /// Adds the parts of an object that was read.
  mutating func add(_ object: SealedObject, named name: ObjectName) {
    let places = object.claims.indices
    remaining[name] = (object.reference, Set(places), places.count)
    reasons[name] = nil
    object.parts(named: name).forEach { addReady($0) }
  }

  /// Whether a part is still to be taken in.
  private func isWanted(_ part: IncomingPart) -> Bool {
    guard let object = remaining[part.object] else { return false }
    return object.reference == part.reference && object.places.contains(part.place)
  }

  private mutating func addReady(_ part: IncomingPart) {
    if isFirst(part.claim.document) { first.append(part) } else { parts.append(part) }
    readyBytes += part.claim.size
  }

  /// The number of ready parts.
  var readyCount: Int { first.count + parts.count }

  /// Whether the ready parts fill a transaction.
  func isFull(_ options: PolicyOptions) -> Bool {
    readyCount >= options.batchClaims || readyBytes >= options.batchBytes
  }

  /// Takes out the first ready parts for a transaction.
  ///
  /// - Complexity: Amortized O(*b*), where *b* is the number of parts taken out.
  mutating func batch(_ options: PolicyOptions) -> [IncomingPart] {
    var bytes = 0
    let batch = Array(
      (first.isEmpty ? parts : first).prefix(options.batchClaims).prefix { part in
        defer { bytes += part.claim.size }
        return bytes < options.batchBytes
      })
    readyBytes -= batch.reduce(0) { $0 + $1.claim.size }
    if first.isEmpty { parts.removeFirst(batch.count) } else { first.removeFirst(batch.count) }
    return batch.filter(isWanted)
  }

  /// Notes the outcome of a batch. Waiting parts are ready again once another part changes their
  /// document. So each new attempt follows the success of another part.
  ///
  /// - Returns: The objects whose parts are all taken in now.
  mutating func note(_ outcome: TakeOutcome, of batch: [IncomingPart]) -> [WholeObject] {
    let held = Set(outcome.held.map { PartID($0.part) })
    var whole: [WholeObject] = []
    var advanced: Set<DocumentID> = []
    for part in batch where !held.contains(PartID(part)) && isWanted(part) {
      reasons[part.object]?[part.place] = nil
      remaining[part.object]?.places.remove(part.place)
      advanced.insert(part.claim.document)
      if let object = remaining[part.object], object.places.isEmpty {
        whole.append(WholeObject(name: part.object, reference: part.reference, parts: object.count))
      }
    }
    for (part, reason) in outcome.held {
      reasons[part.object, default: [:]][part.place] = reason
      waiting[part.claim.document, default: []].append(part)
    }
    for document in outcome.changed.intersection(advanced) {
      waiting.removeValue(forKey: document)?.forEach { addReady($0) }
    }
    return whole
  }

  private struct PartID: Hashable {
    let object: ObjectName
    let place: Int

    init(_ part: IncomingPart) {
      object = part.object
      place = part.place
    }
  }

  /// The parts that are held, each once, with the reasons.
  private var heldParts: [(part: IncomingPart, reason: HeldChange.Reason)] {
    var seen: Set<PartID> = []
    return waiting.values.joined().compactMap { part in
      guard isWanted(part), let reason = reasons[part.object]?[part.place],
        seen.insert(PartID(part)).inserted
      else { return nil }
      return (part, reason)
    }
  }

  /// The parts that are held because they build on edits which are not here.
  var lackingHistory: [IncomingPart] {
    heldParts.filter { $0.reason == .missingHistory }.map(\.part)
  }

  /// The held changes of each object, by name.
  var held: [(name: ObjectName, changes: [HeldChange])] {
    var held: [ObjectName: [HeldChange]] = [:]
    for (part, reason) in heldParts {
      held[part.object, default: []].append(
        HeldChange(document: part.claim.document, reason: reason))
    }
    return held.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.sorted { $0.document < $1.document }) }
  }
}
