// SPDX-License-Identifier: MIT

/// A change of a document that an object of a remote carries.
public struct CarriedChange: Hashable, Sendable {
  /// The segment that carries it.
  public let segment: SegmentReference
  /// What the change builds on.
  public let after: [SegmentReference]
  /// The version the change leads to.
  public let version: [UInt8]

  /// Makes a record of `change` as carried by `segment`.
  public init(_ change: DocumentChange, by segment: SegmentReference) {
    self.init(segment: segment, after: change.after, version: change.version)
  }

  /// Makes a record from its parts.
  public init(segment: SegmentReference, after: [SegmentReference], version: [UInt8]) {
    self.segment = segment
    self.after = after
    self.version = version
  }
}

/// What a remote holds of one document, worked out from the objects that are
/// there now and never remembered.
///
/// A change counts only if everything it builds on counts: when an early
/// segment is lost, later ones that build on it cover nothing, and the
/// document is uploaded again from where coverage ends. So a store that was
/// emptied or lost a file heals, whoever wrote the file.
///
/// *Trusting* coverage takes what is not there for late: every change counts. It says what of
/// a document is certainly nobody else's business.
public struct Coverage: Hashable, Sendable {
  /// The segments that count and that no other one that counts builds on,
  /// ascending: what a new change comes ``DocumentChange/after``.
  public let frontier: [SegmentReference]

  /// The versions of all changes that count; the remote holds what they say
  /// together. None: the remote holds nothing of the document.
  public let versions: [[UInt8]]

  /// Works out the coverage of a document.
  ///
  /// - Parameters:
  ///   - carried: The changes of this document in all present objects, in any
  ///     order; a segment met twice counts once.
  ///   - isTrusting: Whether changes count though what they build on is not there.
  /// - Complexity: O(*n* log *n*) in the changes and the references they hold.
  public init(of carried: some Sequence<CarriedChange>, isTrusting: Bool = false) {
    let changes = Dictionary(carried.map { ($0.segment, $0) }) { first, _ in first }
    var missing = changes.mapValues { isTrusting ? 0 : Set($0.after).count }
    var dependents: [SegmentReference: [SegmentReference]] = [:]
    for change in changes.values {
      for earlier in Set(change.after) { dependents[earlier, default: []].append(change.segment) }
    }
    var counted = Set<SegmentReference>()
    var ready = missing.filter { $0.value == 0 }.map(\.key)
    while let segment = ready.popLast() {
      counted.insert(segment)
      for dependent in dependents[segment] ?? [] {
        missing[dependent, default: 0] -= 1
        if missing[dependent] == 0 { ready.append(dependent) }
      }
    }
    let ordered = counted.sorted()
    frontier = ordered.filter { segment in
      !(dependents[segment] ?? []).contains(where: counted.contains)
    }
    versions = ordered.compactMap { changes[$0]?.version }
  }
}
