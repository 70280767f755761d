// SPDX-License-Identifier: MIT

/// Parts of objects that were read and are not taken in: some are ready, others wait for parts of
/// their documents that were not read yet.
struct PartRoom {
  private(set) var ready: [IncomingPart] = []
  private var readyBytes = 0
  private var waiting: [DocumentID: [IncomingPart]] = [:]
  /// How many parts of each object are still to be taken in.
  private var remaining: [ObjectName: Int] = [:]
  /// Why the last try of a part was in vain.
  private var reasons: [ObjectName: [Int: HeldChange.Reason]] = [:]

  /// Adds the parts of an object that was read.
  mutating func add(_ object: OpenedObject, named name: ObjectName) {
    remaining[name] = object.parts.count
    for (place, part) in object.parts.enumerated() {
      addReady(IncomingPart(object: name, object.reference, place: place, part: part))
    }
  }

  private mutating func addReady(_ part: IncomingPart) {
    ready.append(part)
    readyBytes += part.part.size
  }

  /// Whether there is enough for a transaction.
  func isFull(_ options: PolicyOptions) -> Bool {
    ready.count >= options.batchClaims || readyBytes >= options.batchBytes
  }

  /// Takes out parts for a transaction, the first ones.
  mutating func batch(_ options: PolicyOptions) -> [IncomingPart] {
    var bytes = 0
    let batch = ready.prefix(options.batchClaims).prefix { part in
      defer { bytes += part.part.size }
      return bytes < options.batchBytes
    }
    ready.removeFirst(batch.count)
    readyBytes -= bytes
    return Array(batch)
  }

  /// Takes in what came of a batch.
  ///
  /// - Returns: The objects of which all parts are taken in now.
  mutating func note(_ outcome: TakeOutcome, of batch: [IncomingPart]) -> [(
    name: ObjectName, reference: SegmentReference
  )] {
    let held = Set(outcome.held.map { PartID($0.part) })
    var whole: [(name: ObjectName, reference: SegmentReference)] = []
    for part in batch where !held.contains(PartID(part)) {
      reasons[part.object]?[part.place] = nil
      remaining[part.object, default: 1] -= 1
      if remaining[part.object] == 0 { whole.append((part.object, part.reference)) }
    }
    for (part, reason) in outcome.held {
      reasons[part.object, default: [:]][part.place] = reason
      waiting[part.part.document, default: []].append(part)
    }
    for document in outcome.changed {
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

  /// What is held of each object, by name.
  var held: [(name: ObjectName, changes: [HeldChange])] {
    var held: [ObjectName: [HeldChange]] = [:]
    for part in waiting.values.joined() {
      guard let reason = reasons[part.object]?[part.place] else { continue }
      held[part.object, default: []].append(
        HeldChange(document: part.part.document, reason: reason))
    }
    return held.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.sorted { $0.document < $1.document }) }
  }
}
