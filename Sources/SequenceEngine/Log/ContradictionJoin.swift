// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The join of logs in which one dot may stand for different events.
///
/// Events are told apart by their operation and by all events that they build on. So the events of
/// a session make a tree, which branches where the session was continued twice. Events up to the
/// first branching keep their names. From there on each branch is a *derived session*, and so are
/// the branches of branches. The id of a derived session follows from the session and from the
/// first event of the branch. The names follow from the set of events alone: the join is the same
/// in any order and grouping.
///
/// The join visits all history: the cost is O(*n* log *n*) in the events.
package struct ContradictionJoin {
  /// Elements of one of the logs.
  package struct Piece: Equatable {
    /// The index of the log that has them.
    package var source: Int
    package var elements: Range<Int>
  }

  /// One event.
  private struct Node {
    /// The session of the event, or the session from which that was derived.
    var root: SessionID
    /// The place of the event before it in its session, or in the session from which that branched
    /// off.
    var before: Int?
    var parents: [Int]
    var run: OperationRun
    /// The hash of the event's operation and of all events that it builds on, without its session.
    var hash: UInt128

    /// The hash that tells the event from all others.
    var identity: UInt128 {
      var identity = ContentHash()
      identity.combine(root.run.rawValue)
      identity.combine(UInt64(root.number))
      identity.combine(hash)
      return identity.rawValue
    }
  }

  /// A place in the tree of a session, directly behind an event. Several events there make a
  /// branching.
  private struct Branching: Hashable {
    var root: SessionID
    var before: Int?
  }

  /// The events. Each comes after the events that it builds on.
  private var nodes: [Node] = []
  private var identities: [UInt128] = []
  private var places: [UInt128: Int] = [:]
  private var sourceCount = 0
  /// The elements that the events insert, in the order of the events.
  package private(set) var pieces: [Piece] = []

  package init() {}

  // MARK: Taking in

  /// Takes in the events of a log that has all of its elements.
  ///
  /// - Parameter elements: A hash of each of its elements, in the order in which the log learned
  ///   them.
  package mutating func add(_ log: SequenceLog, elements: [UInt128]) {
    let graph = log.graph
    var roots: [SessionID?] = graph.sessions.map { $0.isDerived ? nil : $0 }
    var placesOfEvents: [Int] = []
    log.forEachEvent { event, run, element in
      let parents = graph.parents(of: event)
      let placesOfParents = Set(parents.map { placesOfEvents[$0] }).sorted()
      let hash = self.hash(run, placesOfParents, element.map { elements[$0] })
      let dot = graph.dot(of: event)
      let session = graph.place(of: dot.session) ?? 0
      let root = roots[session] ?? dot.session.derived(by: hash)
      var before: Int?
      if dot.number > 0 {
        before = graph.index(ofNumber: dot.number - 1, inSession: session)
      } else if dot.session.isDerived {
        var walk = Int.max
        before = graph.last(seenBy: parents, &walk) { roots[$0] == root }
      }
      roots[session] = root
      let node = Node(
        root: root, before: before.map { placesOfEvents[$0] }, parents: placesOfParents, run: run,
        hash: hash)
      placesOfEvents.append(place(of: node, element))
    }
    sourceCount += 1
  }

  private func hash(_ run: OperationRun, _ parents: [Int], _ element: UInt128?) -> UInt128 {
    var hash = ContentHash()
    hash.combine(UInt64(run.position) << 1 | (run.isInsert ? 1 : 0))
    if let element { hash.combine(element) }
    for parent in parents.map({ identities[$0] }).sorted() { hash.combine(parent) }
    return hash.rawValue
  }

  /// The place of an event, which is added if it is unknown.
  private mutating func place(of node: Node, _ element: Int?) -> Int {
    let identity = node.identity
    if let place = places[identity] { return place }
    places[identity] = nodes.count
    nodes.append(node)
    identities.append(identity)
    if let element { addElement(element) }
    return nodes.count - 1
  }

  private mutating func addElement(_ element: Int) {
    if let last = pieces.last, last.source == sourceCount, last.elements.upperBound == element {
      pieces[pieces.count - 1].elements = last.elements.lowerBound..<(element + 1)
    } else {
      pieces.append(Piece(source: sourceCount, elements: element..<(element + 1)))
    }
  }

  // MARK: What comes of it

  /// The log of all events, and the document that it shows, made of the elements of ``pieces``.
  package func played() -> (log: SequenceLog, draft: DocumentDraft) {
    var log = SequenceLog()
    for (node, name) in zip(nodes, names) {
      log.append(
        session: name, length: 1, parents: node.parents[...], operations: [node.run][...], from: 0)
    }
    if log.isEmpty { return (log, DocumentDraft([DocumentOperation]())) }
    let operations = log.replay(from: 0, documentLength: 0)
    return (log, DocumentDraft(operations))
  }

  /// The session of each event in the joined log.
  private var names: [SessionID] {
    var counts: [Branching: Int] = [:]
    for node in nodes { counts[Branching(root: node.root, before: node.before), default: 0] += 1 }
    var names: [SessionID] = []
    for node in nodes {
      let isBranch = counts[Branching(root: node.root, before: node.before), default: 0] > 1
      if isBranch {
        names.append(node.root.derived(by: node.hash))
      } else {
        names.append(node.before.map { names[$0] } ?? node.root)
      }
    }
    return names
  }
}

extension SequenceLog {
  /// Calls `body` with each event in order, its operation, and the element that it inserted.
  fileprivate func forEachEvent(_ body: (Int, OperationRun, Int?) -> Void) {
    guard !isEmpty else { return }
    operations.forEachPiece(in: 0..<graph.count) { piece in
      for offset in 0..<piece.run.length {
        let run = OperationRun(
          kind: piece.run.isInsert ? .insert : .deleteForward,
          position: piece.run.dropping(offset).position, length: 1)
        body(
          piece.events.lowerBound + offset, run,
          piece.run.isInsert ? piece.firstElement + offset : nil)
      }
    }
  }
}
