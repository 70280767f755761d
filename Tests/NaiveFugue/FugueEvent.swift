// SPDX-License-Identifier: MIT

/// The identity of an event: its author, and its place among the author's events.
public struct FugueEventID<Session: Hashable & Comparable>: Hashable {
  /// The author; of two authors, the greater counts as newer.
  public let session: Session

  /// The place among the author's events.
  public let number: Int

  /// Makes an id.
  public init(_ session: Session, _ number: Int) {
    self.session = session
    self.number = number
  }
}

/// One element inserted or deleted.
public struct FugueEvent<Session: Hashable & Comparable, Element> {
  /// An insert or a delete, in places of the document as its author saw it.
  public enum Operation {
    /// An element was inserted before the element at a place; beyond the end means at the end.
    case insert(Element, at: Int)

    /// The element at a place was deleted; beyond the end means none.
    case delete(at: Int)
  }

  /// The identity of the event.
  public let id: FugueEventID<Session>

  /// The newest events that its author had seen.
  public let parents: [FugueEventID<Session>]

  /// The insert or delete.
  public let operation: Operation

  /// Makes an event.
  public init(
    _ id: FugueEventID<Session>, after parents: [FugueEventID<Session>], _ operation: Operation
  ) {
    self.id = id
    self.parents = parents
    self.operation = operation
  }
}
