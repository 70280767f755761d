// SPDX-License-Identifier: MIT

/// Joining many small objects into a large one.
///
/// Each device compacts its own objects: once it has at least ``PolicyOptions/fanOut`` objects of a
/// level, it joins them into one object of the next level. So a claim is rewritten about once per
/// level. A device leaves out claims that another device's compaction supersedes, so devices share
/// the work. No device is elected, and two devices that compact at once do no harm.
extension Compactor {
  /// The objects to be read again and compacted next; none if there are too few.
  ///
  /// - Parameter others: Objects that are left out.
  func nextCompaction(
    in listing: Listing, besides others: Set<ObjectName> = []
  ) throws -> [ObjectName] {
    var levels: [Int: [(name: ObjectName, size: Int)]] = [:]
    for (name, row) in try ownObjects(in: listing) where row.isComplete && row.live > 0 {
      if row.size >= options.compactionLimit || others.contains(name) { continue }
      levels[row.level, default: []].append((name, row.size))
    }
    // An object that nearly fills the limit must not keep small ones from being joined. So if the
    // first objects are too few, those are joined that leave room for as many of their size.
    let largest = options.compactionLimit / options.fanOut
    for (_, objects) in levels.sorted(by: { $0.key < $1.key }) {
      let small = objects.filter { $0.size <= largest }
      for (pieces, largest) in [(objects, Int.max), (small, largest)]
      where pieces.count >= options.fanOut {
        let chosen = try firstObjects(of: pieces, upTo: largest)
        if chosen.count >= options.fanOut { return chosen }
      }
    }
    return []
  }

  /// The first objects by name that together keep within the limits of an object.
  ///
  /// - Parameter largest: The greatest size of an object in bytes. Larger objects are passed over.
  private func firstObjects(
    of objects: [(name: ObjectName, size: Int)], upTo largest: Int
  ) throws -> [ObjectName] {
    var chosen: [ObjectName] = []
    var (size, count) = (0, 0)
    var counts: [DocumentID: Int] = [:]
    for object in objects.sorted(by: { $0.name < $1.name }) {
      let claims = try claims.claims(of: object.name)
      // The claims of a compressed object may be much larger than the object.
      let own = max(object.size, claims.reduce(0) { $0 + $1.row.size })
      // Perhaps the claims of a document cannot be joined.
      let live = claims.filter { !$0.row.isSuperseded }.map { ($0.document, 1) }
      let ownCounts = Dictionary(live, uniquingKeysWith: +)
      if largest < .max,
        own > largest || claims.count > LogObject.mostClaims / options.fanOut
          || ownCounts.values.max() ?? 0 > LogObject.mostClaimsOfDocument / options.fanOut
      {
        continue
      }
      size += own
      count += claims.count
      counts.merge(ownCounts, uniquingKeysWith: +)
      guard size <= options.compactionLimit, count <= LogObject.mostClaims,
        ownCounts.keys.allSatisfy({ counts[$0] ?? 0 <= LogObject.mostClaimsOfDocument })
      else { break }
      chosen.append(object.name)
    }
    return chosen
  }

  /// The known objects in the remote that this device may compact and delete: its own, under any of
  /// its ids, and those of retired devices. Several devices may compact or delete one object
  /// without harm.
  func ownObjects(in listing: Listing) throws -> [(name: ObjectName, row: ObjectRow)] {
    let device = try notices.identity.row()
    let ours = Set(try device.former + [device.device] + notices.retired())
    return try objects.all().filter { name, row in
      !row.holdsNoClaims && listing.contains(name) && ours.contains(row.reference.device)
    }
  }

  /// Seals the claims of some objects into one object, without the superseded claims.
  ///
  /// - Parameter pieces: The objects, as they were read again just now.
  /// - Returns: Nil if no claim is left, or if more claims are left than an object may hold.
  func sealCompaction(of pieces: [ObjectName: SealedObject]) throws -> SealedObject? {
    var due: [DocumentID: [Piece]] = [:]
    var level = 0
    for (name, piece) in pieces.sorted(by: { $0.key < $1.key }) {
      level = max(level, piece.object.level)
      let isOurs = try objects[name]?.isOurs == true
      for known in try claims.claims(of: name) where !known.row.isSuperseded {
        guard piece.claims.indices.contains(known.place) else { continue }
        let claim = piece.claims[known.place]
        // A retired device may have erred. Its false claims stay where they are.
        if try !isOurs && truth(of: claim) == .fails { continue }
        due[known.document, default: []].append(Piece(row: known.row, claim: claim))
      }
    }
    let joined = try due.sorted { $0.key < $1.key }.flatMap { try self.joined($0, $1) }
    return joined.isEmpty || !LogObject.mayHold(joined)
      ? nil : try outbox.seal(joined, level: min(level + 1, LogObject.maximumLevel))
  }

  private struct Piece {
    let row: ClaimRow
    let claim: Claim
  }

  /// Joins the claims of a document into as few claims as possible. A document that came back after
  /// a removal may lack the edits of some claims. These claims stay as they are.
  private func joined(_ document: DocumentID, _ pieces: [Piece]) throws -> [Claim] {
    guard pieces.count > 1, let open = try documents.readable(document), open.isHere
    else { return pieces.map(\.claim) }
    let known = try pieces.filter { try open.contains($0.row.to) }
    let others = try pieces.filter { try !open.contains($0.row.to) }
    return try joined(known, open) + others.map(\.claim)
  }

  /// One claim in place of several, or the claims as they are if the joined claim would be too
  /// large or unsound. The joined claim leads from the lowest base to the local version. It
  /// includes edits of other devices, but may leave out parts of the document that none of the
  /// claims touches.
  private func joined(_ pieces: [Piece], _ open: OpenDocument) throws -> [Claim] {
    let verbatim = pieces.map(\.claim)
    if try verbatim.count < 2 || open.isIgnored(at: open.version()) {
      return verbatim
    }
    let base = try lowestBase(of: pieces, open)
    guard let claim = try open.change(since: base, touching: pieces.map(\.claim.news)),
      claim.size <= verbatim.reduce(0, { $0 + $1.size }) * options.mostGrowth,
      try open.isSound(delta: claim.delta, since: claim.base)
    else { return verbatim }
    return [claim]
  }

  /// The base that all other bases contain; the empty version if no base is contained in all
  /// others.
  private func lowestBase(of pieces: [Piece], _ open: OpenDocument) throws -> [UInt8] {
    for piece in pieces {
      if try pieces.allSatisfy({ try open.contains(piece.row.base, in: $0.row.base) }) {
        return piece.row.base
      }
    }
    return []
  }
}
