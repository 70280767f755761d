// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// What merging a batch asks of the owner of the elements.
  package struct Integration {
    /// Which of the batch's elements are new: append them to the content
    /// first, in this order.
    package var newElements: [Range<Int>] = []
    /// What to do to the document then, one after the other.
    package var operations: [DocumentOperation] = []
  }

  /// Checks that a batch builds on nothing unknown, that each session in it
  /// goes on from what is known of it, and that the log can still be saved then.
  ///
  /// - Complexity: O(*c* log *n*) in the chains of the batch.
  package func validate(_ batch: EventBatch) throws(MissingHistory) {
    for session in batch.sessions where session.firstNumber > graph.count(of: session.id) {
      throw MissingHistory()
    }
    for external in batch.externals where graph.index(of: external) == nil {
      throw MissingHistory()
    }
    guard graph.count <= EventBatch.maximumCount - batch.count, hasGrowingTimes(batch) else {
      throw MissingHistory()
    }
  }

  /// Whether Lamport times grow along each session. They always do, since each
  /// event builds on the one before in its session; a forged batch where they
  /// do not would have no canonical order.
  ///
  /// What the batch says of known events is not believed.
  private func hasGrowingTimes(_ batch: EventBatch) -> Bool {
    let walk = BatchWalk(batch)
    // Of each chain's first new event, as if all of the chain were new.
    var starts: [Int] = []
    var lastOfSession = batch.sessions.map { time(ofLastKnownBy: $0.id) }
    func parentTime(_ parent: EventBatch.Parent) -> Int {
      let dot = walk.dot(of: parent, in: batch)
      if let index = graph.index(of: dot) { return graph.age(of: index).lamport }
      guard case .inside(let place) = parent else { return 0 }
      let owner = walk.chain(at: place)
      return starts[owner] + place - walk.places[owner]
    }
    for (index, chain) in batch.chains.enumerated() {
      let first = walk.firsts[index]
      let known = min(chain.length, max(0, graph.count(of: first.session) - first.number))
      let last = lastOfSession[chain.session]
      if known > 0 {
        starts.append(last - known + 1)
      } else {
        starts.append((chain.parents.map(parentTime).max() ?? 0) + 1)
        guard starts[index] > last else { return false }
      }
      if known < chain.length { lastOfSession[chain.session] = starts[index] + chain.length - 1 }
    }
    return true
  }

  private func time(ofLastKnownBy session: SessionID) -> Int {
    let count = graph.count(of: session)
    guard let last = graph.index(of: Dot(session: session, number: count - 1)) else { return 0 }
    return graph.age(of: last).lamport
  }

  /// Whether a batch holds events unknown here.
  package func lacksEvents(of batch: EventBatch) -> Bool {
    batch.endNumbers.enumerated().contains { place, end in
      end > graph.count(of: batch.sessions[place].id)
    }
  }

  /// Takes in the events of a batch that are new.
  ///
  /// - Parameter documentLength: Elements in the document now.
  /// - Throws: ``MissingHistory`` if it builds on something unknown; nothing is changed
  ///   then.
  package mutating func integrate(
    _ batch: EventBatch, documentLength: Int
  ) throws(MissingHistory) -> Integration {
    try validate(batch)
    let firstNew = graph.count
    var result = Integration()
    var appender = BatchAppender(batch)
    for chain in batch.chains.indices {
      appender.append(chain, to: &self, newElements: &result.newElements)
    }
    result.operations = replay(from: firstNew, documentLength: documentLength)
    return result
  }
}

/// Where the chains of a batch begin.
private struct BatchWalk {
  /// The place of each chain's first event in the batch.
  private(set) var places: [Int] = []
  /// The first event of each chain.
  private(set) var firsts: [Dot] = []

  init(_ batch: EventBatch) {
    var place = 0
    var numbers = batch.sessions.map { $0.firstNumber }
    for chain in batch.chains {
      places.append(place)
      place += chain.length
      let session = batch.sessions[chain.session].id
      firsts.append(Dot(session: session, number: numbers[chain.session]))
      numbers[chain.session] += chain.length
    }
  }

  func dot(of parent: EventBatch.Parent, in batch: EventBatch) -> Dot {
    switch parent {
    case .outside(let external):
      return batch.externals[external]
    case .inside(let place):
      let chain = chain(at: place)
      let first = firsts[chain]
      return Dot(session: first.session, number: first.number + place - places[chain])
    }
  }

  /// Which chain an event belongs to.
  func chain(at place: Int) -> Int {
    places.indices.last(inPrefixWhere: { places[$0] <= place })
  }
}

/// Adds what is new in a batch that was found valid to a log.
private struct BatchAppender {
  private let batch: EventBatch
  private let walk: BatchWalk
  private var nextElement = 0

  init(_ batch: EventBatch) {
    self.batch = batch
    walk = BatchWalk(batch)
  }

  mutating func append(_ index: Int, to log: inout SequenceLog, newElements: inout [Range<Int>]) {
    let chain = batch.chains[index]
    let first = walk.firsts[index]
    let known = min(chain.length, max(0, log.graph.count(of: first.session) - first.number))
    let (old, new) = chain.operations.split(at: known)
    nextElement += old.insertCount
    let inserts = new.insertCount
    if inserts > 0 { newElements.append(nextElement..<(nextElement + inserts)) }
    nextElement += inserts
    guard known < chain.length else { return }
    let parents =
      known == 0
      ? chain.parents.map { walk.dot(of: $0, in: batch) }
      : [Dot(session: first.session, number: first.number + known - 1)]
    log.append(
      session: first.session,
      // All are known: externals and first numbers were checked, and the rest
      // stands before this chain in the batch.
      parents: Set(parents.compactMap { log.graph.index(of: $0) }).sorted(),
      operations: new)
  }
}

extension [OperationRun] {
  fileprivate var insertCount: Int {
    reduce(0) { $0 + ($1.isInsert ? $1.length : 0) }
  }

  /// The first `count` operations, and the others.
  fileprivate func split(at count: Int) -> (old: [OperationRun], new: [OperationRun]) {
    if count == 0 { return ([], self) }
    var old: [OperationRun] = []
    var new: [OperationRun] = []
    var left = count
    for run in self {
      let taken = Swift.min(left, run.length)
      if taken > 0 { old.append(run.prefix(taken)) }
      if taken < run.length { new.append(run.dropping(taken)) }
      left -= taken
    }
    return (old, new)
  }
}
