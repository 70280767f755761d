// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Reading, as FORMAT.md says under "Event batch".
extension EventBatch {
  /// The first number in the bytes of a batch with dropped elements. A greater first number belongs
  /// to a newer form.
  static var droppedSection: UInt64 { 1 }

  /// Reads a batch that has all its elements.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    try self.init(droppingFrom: &reader)
    guard dropped == nil else { throw .unknownForm }
  }

  /// Reads a batch that may have dropped elements.
  ///
  /// - Parameter late: The number of late chains. Own bytes hold the positions of their operations
  ///   a second time. If there are late chains, the operations stay unread.
  package init(
    droppingFrom reader: inout ByteReader, lateChains late: Int = 0
  ) throws(DecodingFailure) {
    self.init()
    try readColumns(from: &reader, lateChains: late)
    try checkSessions(in: reader)
  }

  private mutating func readColumns(
    from reader: inout ByteReader, lateChains late: Int
  ) throws(DecodingFailure) {
    let section = try reader.readVarint()
    guard section <= Self.droppedSection else { throw .unknownForm }
    try readTables(from: &reader)
    let chainCount = try reader.readCount(itemSize: 4)
    guard late < max(chainCount, 1) else { throw reader.corrupt("late chains that are not there") }
    try reader.scanNumbers { scan throws(DecodingFailure) in
      try readChains(chainCount, from: &scan)
      try readParents(from: &scan)
      guard late == 0 else { return try skipOperations(lateChains: late, in: &scan) }
      let headers = scan
      _ = try skipHeaders(of: chains.indices, in: &scan)
      try readOperations(headers, distances: &scan)
    }
    if section == 0 { return }
    dropped = try DroppedElements(from: &reader, elementCount: elementCount)
  }

  /// Reads the sessions and the external parents.
  private mutating func readTables(from reader: inout ByteReader) throws(DecodingFailure) {
    var place = -1
    let count = try reader.readCount(itemSize: 3)
    sessions.reserveCapacity(count)
    while sessions.count < count {
      // In a long history, most sessions are the first of a program run, and the id of this
      // program run is the next in the table of identifiers.
      for run in reader.readIdentifiersInOrder(after: &place, most: count - sessions.count) {
        sessions.append(
          Session(id: SessionID(run: RunID(rawValue: run), number: 0), firstNumber: 0))
      }
      if sessions.count == count { break }
      let id = try SessionID(from: &reader, after: &place)
      let number = try reader.readInt(limit: Dot.maximumNumber)
      sessions.append(Session(id: id, firstNumber: number))
    }
    if count > SessionTable.few { table = SessionTable(sessions.lazy.map { $0.id }) }
    guard table != nil || Self.areDistinct(sessions, by: { $0.id }) else {
      throw reader.corrupt("a session twice")
    }
    for _ in 0..<(try reader.readCount(itemSize: 3)) {
      externals.append(try Dot(from: &reader))
    }
    guard Self.areDistinct(externals, by: { $0 }) else { throw reader.corrupt("a parent twice") }
  }

  /// Whether no two items have the same name. A few items are compared in pairs: a set would take
  /// longer than reading the rest of a small batch.
  private static func areDistinct<Item, Name: Hashable>(
    _ items: [Item], by name: (Item) -> Name
  ) -> Bool {
    guard items.count <= SessionTable.few else { return Set(items.map(name)).count == items.count }
    return items.indices.allSatisfy { index in
      items[..<index].allSatisfy { name($0) != name(items[index]) }
    }
  }

  /// Reads the sessions of all chains, then the lengths of all chains.
  private mutating func readChains(
    _ count: Int, from scan: inout NumberScan
  ) throws(DecodingFailure) {
    // A forged count takes no memory: the reserved memory is touched only as numbers are read.
    var (read, numbers, begun) = ([Chain](), scan, 0)
    read.reserveCapacity(count)
    for _ in 0..<count {
      // The number counts back from the first session that has no chain yet.
      let number = try numbers.read()
      guard number <= UInt64(begun) else { throw numbers.corrupt("an unknown session") }
      let session = begun - Int(number)
      guard session < sessions.count else { throw numbers.corrupt("an unknown session") }
      if session == begun { begun += 1 }
      read.append(Chain(session: session, events: 0..<0))
    }
    (chains, scan) = (read, numbers)
    try chains.withUnsafeMutableBufferPointer { chains throws(DecodingFailure) in
      // Local variables stay in registers.
      var (numbers, place) = (scan, 0)
      for index in chains.indices {
        let length = try numbers.read()
        guard length < UInt64(Dot.maximumNumber) else {
          throw numbers.corrupt("a chain of too many events")
        }
        // No sum overflows: both summands are limited.
        let end = place + Int(length) + 1
        guard end <= Self.maximumCount else { throw numbers.corrupt("too many events") }
        chains[index].events = place..<end
        place = end
      }
      scan = numbers
    }
  }

  private mutating func readParents(from scan: inout NumberScan) throws(DecodingFailure) {
    var parents: [Parent] = []
    // Most chains have one or two parents.
    parents.reserveCapacity(2 * chains.count)
    let externalCount = UInt64(externals.count)
    try chains.withUnsafeMutableBufferPointer { chains throws(DecodingFailure) in
      // Local variables stay in registers.
      var numbers = scan
      for index in chains.indices {
        let start = parents.count
        // A forged count ends with an error: the bytes run out first.
        var left = try numbers.read()
        while left > 0 {
          left -= 1
          parents.append(
            try Self.readParent(
              from: &numbers, of: index, among: UnsafeBufferPointer(chains),
              externalCount: externalCount))
        }
        chains[index].parents = start..<parents.count
      }
      scan = numbers
    }
    self.parents = parents
  }

  @inline(__always)
  private static func readParent(
    from scan: inout NumberScan, of chain: Int, among chains: UnsafeBufferPointer<Chain>,
    externalCount: UInt64
  ) throws(DecodingFailure) -> Parent {
    let code = try scan.read()
    let (distance, form) = code.quotientAndRemainder(dividingBy: 3)
    if form == 2 {
      guard distance < externalCount else { throw scan.corrupt("an unknown parent") }
      return .outside(Int(distance))
    }
    guard distance < UInt64(chain) else { throw scan.corrupt("a parent before its time") }
    let owner = chain - 1 - Int(distance)
    let events = chains[owner].events
    if form == 0 { return .inside(event: events.upperBound - 1, chain: owner) }
    let rest = try scan.read()
    guard rest > 0, rest < UInt64(events.count) else {
      throw scan.corrupt("a parent not in its chain")
    }
    return .inside(event: events.upperBound - 1 - Int(rest), chain: owner)
  }

  mutating func readOperations(
    _ headers: NumberScan, distances: inout NumberScan
  ) throws(DecodingFailure) {
    var runs: [OperationRun] = []
    runs.reserveCapacity(chains.last?.operations.upperBound ?? 0)
    var ends = [Int](repeating: 0, count: sessions.count)
    var begun = 0
    // Local variables stay in registers.
    var (headers, scan) = (headers, distances)
    for chain in chains {
      var end = ends[chain.session]
      if chain.session == begun {
        begun += 1
        end = endBefore(chain, ends)
      }
      for _ in chain.operations {
        // The code was checked by `skipHeaders`.
        let code = UInt(truncatingIfNeeded: try headers.read())
        let distance = try scan.readSigned(ifThere: Int(code & 1))
        guard let run = OperationHeader.run(code: code, distance: distance, after: &end) else {
          throw scan.corrupt("an impossible position")
        }
        runs.append(run)
      }
      ends[chain.session] = end
    }
    distances = scan
    setOperations(runs)
  }

  /// Sums over the headers of operations.
  struct HeaderSums {
    /// Three numbers: operations, elements that the operations insert, and operations at an
    /// unexpected position.
    var (operations, inserted, elsewhere) = (0, 0, 0)
  }

  /// Counts the operations of some chains, and notes the places of each chain's operations.
  ///
  /// - Parameter earlier: The sums over the chains before `range`.
  /// - Returns: The sums including those of `earlier`.
  mutating func skipHeaders(
    of range: Range<Int>, in headers: inout NumberScan, after earlier: HeaderSums = HeaderSums()
  ) throws(DecodingFailure) -> HeaderSums {
    try chains.withUnsafeMutableBufferPointer { chains throws(DecodingFailure) in
      var (sums, scan) = (earlier, headers)
      for index in range {
        let start = sums.operations
        var left = chains[index].events.count
        while left > 0 {
          let number = try scan.read()
          guard number <= UInt64(OperationHeader.maximumCode) else {
            throw scan.corrupt("an operation of more than \(Dot.maximumNumber) events")
          }
          let code = UInt(truncatingIfNeeded: number)
          let length = OperationHeader.length(code: code)
          left &-= length
          sums.operations &+= 1
          sums.elsewhere &+= Int(code & 1)
          sums.inserted &+= OperationHeader.inserts(code: code) ? length : 0
        }
        guard left == 0 else { throw scan.corrupt("operations beyond their chain") }
        chains[index].operations = start..<sums.operations
      }
      headers = scan
      return sums
    }
  }

  private func checkSessions(in reader: ByteReader) throws(DecodingFailure) {
    if sessions.count == 1, chains.count == 1, sessions[0].firstNumber <= Dot.maximumNumber - count
    {
      return
    }
    var ends = sessions.map { $0.firstNumber }
    for chain in chains {
      ends[chain.session] += chain.events.count
      guard ends[chain.session] <= Dot.maximumNumber else {
        throw reader.corrupt("a session with too many events")
      }
    }
    for (end, session) in zip(ends, sessions) where end == session.firstNumber {
      throw reader.corrupt("a session without events")
    }
  }
}
