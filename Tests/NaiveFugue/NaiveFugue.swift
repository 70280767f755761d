// SPDX-License-Identifier: MIT

/// The document that a set of events means, found by building a tree.
///
/// The sequence engine is compared with this model. It is slow, simple enough to be seen right, and
/// shares no code or algorithm with the engine. ``FugueTree`` builds the tree; this type keeps the
/// events, their authors and their parents.
public struct NaiveFugue<Session: Hashable & Comparable, Element> {
  /// The id of an event.
  public typealias ID = FugueEventID<Session>

  /// An event.
  public typealias Event = FugueEvent<Session, Element>

  private var ids: [ID] = []
  private var places: [ID: Int] = [:]
  private var parents: [[Int]] = []
  /// The element that each event inserted; nil for a delete.
  private var contents: [Element?] = []
  private var tree = FugueTree()

  /// Makes the empty document.
  public init() {}

  /// Makes the document of events given in any order.
  ///
  /// - Precondition: All parents are among the events, and no id is given twice.
  public init(_ events: [Event]) {
    var waiting = events
    while !waiting.isEmpty {
      var late: [Event] = []
      for event in waiting {
        if event.parents.allSatisfy({ places[$0] != nil }) {
          add(event)
        } else {
          late.append(event)
        }
      }
      precondition(late.count < waiting.count, "the parents of \(late[0].id) are missing")
      waiting = late
    }
  }

  /// Takes in one more event.
  ///
  /// - Precondition: The parents of the event are known, and the event is not.
  public mutating func add(_ event: Event) {
    precondition(places[event.id] == nil, "\(event.id) is there already")
    let known = event.parents.map { place(of: $0) }
    places[event.id] = ids.count
    ids.append(event.id)
    parents.append(known)
    switch event.operation {
    case .insert(let element, at: let index):
      contents.append(element)
      tree.insert(at: index, after: known) { [ids] in ids[$0].session > ids[$1].session }
    case .delete(at: let index):
      contents.append(nil)
      tree.delete(at: index, after: known)
    }
  }

  /// The newest events, which no other event has seen.
  public var tips: [ID] {
    let seen = Set(parents.joined())
    return ids.indices.filter { !seen.contains($0) }.map { ids[$0] }
  }

  /// The elements that are visible when all events are known.
  public var elements: [Element] { elements(at: tips) }

  /// The elements that are visible at a version.
  ///
  /// - Parameter tips: Its newest events.
  public func elements(at tips: [ID]) -> [Element] {
    tree.visible(at: tree.version(of: tips.map { place(of: $0) })).compactMap { contents[$0] }
  }

  /// How many elements are visible at a version.
  ///
  /// - Parameter tips: Its newest events.
  public func count(at tips: [ID]) -> Int {
    tree.visible(at: tree.version(of: tips.map { place(of: $0) })).count
  }

  /// How many visible elements stand before the element that an event inserted, and whether that
  /// element is visible, when all events are known.
  ///
  /// - Returns: Nil if the event is not known, or no insert.
  public func position(of id: ID) -> (before: Int, isVisible: Bool)? {
    guard let place = places[id], contents[place] != nil else { return nil }
    let version = tree.version(of: tips.map { self.place(of: $0) })
    return (
      tree.position(of: place, at: version), tree.visible(at: version).contains(place)
    )
  }

  private func place(of id: ID) -> Int {
    guard let place = places[id] else { preconditionFailure("\(id) is not known") }
    return place
  }
}
