// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension LibraryJournal {
  public func apply(_ deliveries: [Delivery], of remote: RemoteName) throws -> [ApplyOutcome] {
    try database.turn {
      for delivery in deliveries where delivery.isFirst {
        try objects.begin(delivery, of: remote)
      }
      let changes = deliveries.enumerated().flatMap { place, delivery in
        delivery.changes.map { Incoming(change: $0, delivery: place) }
      }
      var outcomes = [ApplyOutcome](repeating: ApplyOutcome(), count: deliveries.count)
      var taken = [[DocumentChange]](repeating: [], count: deliveries.count)
      var revived: [(document: DocumentID, delivery: Int)] = []
      for changes in Self.byDocument(changes) {
        let take = try take(changes)
        for incoming in take.taken { taken[incoming.delivery].append(incoming.change) }
        for held in take.held { outcomes[held.delivery].held.append(held.change) }
        guard let first = changes.first else { continue }
        if take.isNews { outcomes[first.delivery].changed.append(first.change.document) }
        if take.isRevived { revived.append((first.change.document, first.delivery)) }
      }
      for (delivery, changes) in zip(deliveries, taken) {
        try objects.note(changes, of: delivery, at: remote)
      }
      // These changes may be among those that are needed again.
      for (document, delivery) in revived {
        outcomes[delivery].needed += try objects.reread(document, from: remote)
      }
      return outcomes
    }
  }

  public func confirm(_ sealed: SealedSegment, at remote: RemoteName) throws {
    try database.transaction {
      try database.run(
        "DELETE FROM sealed WHERE device = ? AND number = ?",
        .text("\(sealed.reference.device)"), .integer(sealed.reference.number))
      let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
      let whole = Delivery(sealed, from: info)
      try objects.begin(whole, of: remote)
      try objects.note(sealed.segment.changes, of: whole, at: remote)
    }
  }
}

/// A change on its way in.
private struct Incoming {
  let change: DocumentChange
  /// The place of its delivery.
  let delivery: Int
}

/// The outcome of some changes of one document.
private struct Take {
  var taken: [Incoming] = []
  var held: [(change: HeldChange, delivery: Int)] = []
  /// Whether the document holds something new.
  var isNews = false
  /// Whether the document was purged and an edit beyond that was met.
  var isRevived = false

  mutating func hold(_ incoming: Incoming, _ reason: HeldChange.Reason) {
    let held = HeldChange(document: incoming.change.document, reason: reason)
    self.held.append((held, incoming.delivery))
  }

  /// Merges a change into its document, or holds it.
  mutating func merge<Content: StoredContent>(_ incoming: Incoming, into content: inout Content) {
    do throws(HeldChange.Reason) {
      try incoming.change.merge(into: &content)
      taken.append(incoming)
    } catch {
      hold(incoming, error)
    }
  }
}

extension LibraryJournal {
  /// The changes by document, each document's in their order.
  private static func byDocument(_ changes: [Incoming]) -> [[Incoming]] {
    var groups: [[Incoming]] = []
    var places: [DocumentID: Int] = [:]
    for incoming in changes {
      let document = incoming.change.document
      if let place = places[document] {
        groups[place].append(incoming)
      } else {
        places[document] = groups.count
        groups.append([incoming])
      }
    }
    return groups
  }

  /// Merges changes into their document, which is read and written once. If it is damaged here,
  /// all are held, and nothing else suffers.
  private func take(_ changes: [Incoming]) throws -> Take {
    guard let document = changes.first?.change.document else { return Take() }
    do {
      return try database.attempt {
        var take = Take()
        take.isNews = try received.note(of: document) { try merge(changes, of: document, &take) }
        return take
      }
    } catch LibraryFailure.damagedDocument {
      var take = Take()
      for incoming in changes { take.hold(incoming, .damagedHere) }
      return take
    }
  }

  /// - Returns: Whether the document holds something new.
  private func merge(
    _ changes: [Incoming], of document: DocumentID, _ take: inout Take
  ) throws -> Bool {
    switch DocumentName(document) {
    case .index:
      return try library.changeIndex { index in
        for incoming in changes { take.merge(incoming, into: &index) }
      }
    case .note(let id):
      let wanted = try wanted(changes, of: id, &take)
      guard !wanted.isEmpty else { return false }
      return try library.changeNote(id) { note in
        for incoming in wanted { take.merge(incoming, into: &note) }
      }
    case nil:
      let unknown = DecodingFailure.foreign(expected: "a document this version knows")
      for incoming in changes { take.hold(incoming, .unreadable(unknown)) }
      return false
    }
  }

  /// The changes of a note that are to be merged: none if the note was purged by one who had
  /// seen them.
  ///
  /// An edit made elsewhere before the purge was known there brings a purged note
  /// back, but never a part of it. It is held until the note is there as a whole:
  /// from a device that still has it, or from what the remotes carry, which is
  /// read again.
  private func wanted(
    _ changes: [Incoming], of id: NoteID, _ take: inout Take
  ) throws -> [Incoming] {
    guard let purge = try library.purges.purge(of: id), !purge.isRevived,
      try !library.documents.exists(.note(id))
    else { return changes }
    for (place, incoming) in changes.enumerated() {
      let version: NoteVersion
      do throws(DecodingFailure) {
        version = try NoteVersion(encoded: incoming.change.version)
      } catch {
        take.hold(incoming, .unreadable(error))
        continue
      }
      if purge.seen.covers(version) {
        take.taken.append(incoming)
      } else if incoming.change.after.isEmpty {
        // It is the whole note: what follows builds on it.
        if take.isRevived { try library.purges.revive(id) }
        return Array(changes[place...])
      } else {
        take.isRevived = true
        take.hold(incoming, .missingHistory)
      }
    }
    if take.isRevived { try library.purges.revive(id) }
    return []
  }
}

extension DocumentChange {
  fileprivate func merge<Content: StoredContent>(
    into content: inout Content
  ) throws(HeldChange.Reason) {
    let delta: Content.Delta
    do throws(DecodingFailure) {
      // An unreadable version would make what the remote holds unknowable.
      _ = try Content.Version(encoded: version)
      delta = try Content.Delta(encoded: self.delta)
    } catch {
      throw .unreadable(error)
    }
    do throws(MissingHistory) {
      try content.merge(delta: delta)
    } catch {
      throw .missingHistory
    }
  }
}
