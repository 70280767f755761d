// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension LibraryJournal {
  public func nextSealed(
    for remote: RemoteName, limit: Int, forOthers: Bool
  ) throws -> SealedSegment? {
    var last = 0
    while true {
      var next: Int?
      let sealed =
        try database.turn {
          if let waiting = try firstSealed(for: remote) { return waiting }
          let part = try candidates(for: remote, after: last, limit: Self.mostLookedAt)
          if part.count == Self.mostLookedAt { next = part.last?.revision }
          let changes = try changes(of: part, for: remote, limit: limit, forOthers: forOthers)
          return changes.isEmpty ? nil : try seal(changes, for: remote)
        } as SealedSegment?
      guard sealed == nil, let next else { return sealed }
      last = next
    }
  }

  /// How many documents are looked at in one transaction for a segment. The smallest notes that
  /// fill a segment are fewer, together with those that the last segment took.
  static let mostLookedAt = 1024

  private func seal(_ changes: [DocumentChange], for remote: RemoteName) throws -> SealedSegment {
    let device = try devices.current()
    let sealed = try SealedSegment(
      sealing: Segment(
        device: device, number: devices.nextNumber(of: device), changes: changes))
    try devices.add(sealed.reference)
    try database.run(
      "INSERT INTO sealed (device, number, remote, bytes) VALUES (?, ?, ?, ?)",
      .text("\(device)"), .integer(sealed.reference.number), .text(remote.text),
      .blob(sealed.bytes))
    return sealed
  }

  public func postpone(at remote: RemoteName, isSure: Bool) throws -> [DocumentID] {
    var postponed: [DocumentID] = []
    var last = 0
    while true {
      let part = try database.turn {
        let part = try candidates(for: remote, after: last, limit: Self.turnSize)
        for candidate in part {
          try postpone(candidate, at: remote, isSure: isSure).map { postponed.append($0) }
        }
        return part
      }
      guard part.count == Self.turnSize, let next = part.last else { return postponed }
      last = next.revision
    }
  }

  /// How many documents are looked at in one transaction.
  static let turnSize = 64

  private func postpone(
    _ candidate: Candidate, at remote: RemoteName, isSure: Bool
  ) throws -> DocumentID? {
    do {
      guard let change = try change(of: candidate, beyond: remote) else {
        try noteCovered(candidate, by: remote)
        return nil
      }
      // It was edited here after the last segment was sealed: the next run sends that.
      if candidate.isOurs || !isSure { return nil }
      try database.run(
        "INSERT OR REPLACE INTO lacking (remote, document, was_ours) VALUES (?, ?, 0)",
        .text(remote.text), .integer(candidate.key))
      return change.document
    } catch LibraryFailure.damagedDocument {
      return nil
    }
  }

  private func firstSealed(for remote: RemoteName) throws -> SealedSegment? {
    let bytes = try database.row(
      "SELECT bytes FROM sealed WHERE remote = ? ORDER BY number LIMIT 1", .text(remote.text)
    ) { $0.blob(at: 0) }
    do {
      return try bytes.map { try SealedSegment(bytes: $0) }
    } catch {
      throw DatabaseFailure(
        code: .damaged, path: database.path, detail: "a sealed segment: \(error)")
    }
  }
}

extension LibraryJournal {
  /// A document that changed since a remote was last known to cover it.
  struct Candidate {
    let key: Int
    let name: String
    let revision: Int
    /// Whether it was edited here since.
    let isOurs: Bool
    /// Whether the remote was found to lack it.
    let isLacking: Bool
    /// Whether it lost something of ours.
    let wasOurs: Bool
  }

  private func changes(
    of candidates: [Candidate], for remote: RemoteName, limit: Int, forOthers: Bool
  ) throws -> [DocumentChange] {
    var changes: [DocumentChange] = []
    var size = 0
    for candidate in candidates where size < limit || changes.isEmpty {
      do {
        let change = try dueChange(of: candidate, at: remote, forOthers: forOthers)
        guard let change else { continue }
        changes.append(change)
        size += change.size
      } catch LibraryFailure.damagedDocument {
        // It is sent when it was repaired; others do not wait for that.
      }
    }
    return changes
  }

  /// What of a document is to be sent now, or nil. That it is covered is noted, as is that
  /// our edits would be if nothing were missing.
  private func dueChange(
    of candidate: Candidate, at remote: RemoteName, forOthers: Bool
  ) throws -> DocumentChange? {
    if candidate.wasOurs || forOthers && candidate.isLacking {
      let change = try change(of: candidate, beyond: remote)
      if change == nil { try noteCovered(candidate, by: remote) }
      return change
    }
    guard candidate.isOurs else { return nil }
    let change = try change(of: candidate, beyond: remote, isTrusting: true)
    if change == nil {
      try database.run(
        """
        INSERT INTO covered (remote, document, revision, edited) VALUES (?, ?, 0, ?)
        ON CONFLICT DO UPDATE SET edited = excluded.edited
        """, .text(remote.text), .integer(candidate.key), .integer(candidate.revision))
    }
    return change
  }

  /// The documents that changed since a remote was last known to cover them, by revision.
  ///
  /// - Parameters:
  ///   - revision: Only documents of a greater revision are given.
  ///   - limit: The most that are given; all if it is negative.
  func candidates(
    for remote: RemoteName, after revision: Int = 0, limit: Int = -1
  ) throws(DatabaseFailure) -> [Candidate] {
    try database.rows(
      """
      SELECT key, name, documents.revision,
        \(ReceivedTable.lastEdit) > coalesce(max(covered.revision, covered.edited), 0),
        lacking.document IS NOT NULL, coalesce(was_ours, 0)
      FROM documents
      LEFT JOIN covered ON covered.document = key AND covered.remote = ?
      LEFT JOIN lacking ON lacking.document = key AND lacking.remote = ?
      LEFT JOIN received ON received.document = key
      WHERE (covered.revision IS NULL OR covered.revision < documents.revision)
        AND documents.revision > ?
      ORDER BY documents.revision LIMIT ?
      """, .text(remote.text), .text(remote.text), .integer(revision), .integer(limit)
    ) { row throws(DatabaseFailure) in
      Candidate(
        key: row.integer(at: 0), name: try row.text(at: 1), revision: row.integer(at: 2),
        isOurs: row.integer(at: 3) != 0, isLacking: row.integer(at: 4) != 0,
        wasOurs: row.integer(at: 5) != 0)
    }
  }

  private func noteCovered(
    _ candidate: Candidate, by remote: RemoteName
  ) throws(DatabaseFailure) {
    try database.run(
      "INSERT OR REPLACE INTO covered (remote, document, revision) VALUES (?, ?, ?)",
      .text(remote.text), .integer(candidate.key), .integer(candidate.revision))
    guard candidate.isLacking else { return }
    try database.run(
      "DELETE FROM lacking WHERE remote = ? AND document = ?", .text(remote.text),
      .integer(candidate.key))
  }

  /// What a document holds beyond its coverage, or nil.
  ///
  /// - Parameter isTrusting: As in ``Coverage``, but not for what was purged: that goes out
  ///   whole or not at all.
  func change(
    of candidate: Candidate, beyond remote: RemoteName, isTrusting: Bool = false
  ) throws -> DocumentChange? {
    guard let id = DocumentID(candidate.name), let name = DocumentName(id) else {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a document's name")
    }
    let carried = try objects.carried(of: id, at: remote)
    switch name {
    case .index:
      let coverage = Coverage(of: carried, isTrusting: isTrusting)
      return try change(of: name, id, NotebookIndex.self, beyond: coverage)
    case .note(let note):
      guard let counted = try carriedBeyondPurge(carried, of: note) else { return nil }
      let isWhole = try library.purges.purge(of: note) != nil
      let coverage = Coverage(of: counted, isTrusting: isTrusting && !isWhole)
      return try change(of: name, id, Note.self, beyond: coverage)
    }
  }

  /// Of what a remote carries of a note, what counts; nil if nothing of it is to be
  /// sent.
  ///
  /// Others dropped a purged note and passed over what they had seen of it. If it
  /// is still here and holds more, it goes out whole once: what was seen of it
  /// before the purge covers nothing. While it is put together again and does not
  /// hold more yet, it does not go out.
  private func carriedBeyondPurge(
    _ carried: [CarriedChange], of note: NoteID
  ) throws -> [CarriedChange]? {
    guard let purge = try library.purges.purge(of: note) else { return carried }
    let content = try library.documents.content(of: .note(note), as: Note.self)
    guard let content, !purge.seen.covers(NoteVersion(of: content)) else { return nil }
    return try carried.filter { !purge.seen.covers(try NoteVersion(encoded: $0.version)) }
  }

  private func change<Content: StoredContent>(
    of name: DocumentName, _ id: DocumentID, _ type: Content.Type, beyond coverage: Coverage
  ) throws -> DocumentChange? {
    guard let content = try library.documents.content(of: name, as: type) else { return nil }
    var known = Content.Version()
    for bytes in coverage.versions { known.merge(try Content.Version(encoded: bytes)) }
    guard let delta = content.delta(since: known) else { return nil }
    return DocumentChange(
      document: id, after: coverage.frontier,
      version: try content.version.news(since: known).encoded(), delta: try delta.encoded())
  }
}
