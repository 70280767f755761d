// SPDX-License-Identifier: MIT

/// The known objects of a remote: objects that were read and not dropped since, torn objects that
/// are to be deleted, and pending objects.
package struct RemoteObjects<Rows: RowStore> {
  private let objects: Table<Rows, ObjectName, ObjectRow>
  private let torn: Table<Rows, ObjectName, TornRow>
  private let propagated: Table<Rows, SegmentReference, NoValue>
  private let pending: Table<Rows, ObjectName, PendingRow>
  let identity: DeviceIdentity<Rows>
  private let grace: UInt64

  init(_ rows: Rows, of remote: RemoteName, options: PolicyOptions) {
    objects = Table(.object, of: remote, in: rows)
    torn = Table(.torn, of: remote, in: rows)
    propagated = Table(.propagated, of: remote, in: rows)
    pending = Table(.pending, of: remote, in: rows)
    identity = DeviceIdentity(rows, options: options)
    grace = options.grace
  }

  package subscript(name: ObjectName) -> ObjectRow? {
    get throws { try objects[name] }
  }

  func set(_ row: ObjectRow, of name: ObjectName) throws {
    try objects.set(name, to: row)
  }

  /// Drops an object. The caller has removed its claims.
  func drop(_ name: ObjectName, _ row: ObjectRow) throws {
    try propagated.set(row.reference, to: nil)
    try objects.set(name, to: nil)
  }

  /// All objects that were read and not dropped since, by name.
  package func all() throws -> [(name: ObjectName, row: ObjectRow)] {
    try objects.all().map { ($0.key, $0.value) }
  }

  /// The listed objects to be read. They are unknown, were not taken in whole, or have a size or
  /// name that contradicts the known object. Also unmarks missed objects that are listed again.
  func news(in listing: Listing) throws -> [ObjectInfo] {
    try listing.objects.filter { info in
      guard var row = try self[info.name], row.size == info.size,
        row.holdsNoClaims || !info.name.denies(row.reference)
      else { return true }
      if row.isMissed {
        row.isMissed = false
        try set(row, of: info.name)
      }
      return !row.isComplete
    }
  }

  /// The known objects that a listing lacks, by name.
  func absent(from listing: Listing) throws -> [ObjectName] {
    try objects.keys().filter { !listing.contains($0) }
  }

  /// Whether an object is listed and was taken in whole.
  func isHeld(_ name: ObjectName, in listing: Listing) throws -> Bool {
    try listing.contains(name) && self[name]?.isComplete == true
  }

  /// Adds 1 to the number of an object's live claims, or subtracts 1.
  func countLive(of name: ObjectName, isMore: Bool) throws {
    guard var row = try self[name] else { return }
    guard isMore ? row.live < .max : row.live > 0 else { throw DamagedRow() }
    row.live += isMore ? 1 : -1
    try set(row, of: name)
  }

  /// The rank of an object among objects whose claims say the same; nil for an unknown object.
  func rank(of name: ObjectName) throws -> (level: Int, reference: SegmentReference)? {
    if let row = try self[name] { return (row.level, row.reference) }
    return try tornRow(of: name).map { ($0.level, $0.reference) }
  }

  // MARK: Propagation

  /// Whether an object in the remote has provably left the disk of its writer: another device
  /// sealed it, an object of another device lists it as taken in, or the grace period is over.
  func hasPropagated(_ name: ObjectName, at time: UInt64) throws -> Bool {
    guard var row = try self[name] else { return false }
    if try !identity.isOurs(row.reference.device) { return true }
    if try propagated.contains(row.reference) { return true }
    if time < row.since {
      // The clock went back: the period begins again.
      row.since = time
      try set(row, of: name)
    }
    return time - row.since >= grace
  }

  /// Notes that another device took in a compaction of this device.
  func notePropagated(_ compaction: SegmentReference) throws {
    try propagated.set(compaction, to: NoValue())
  }

  /// Returns the compactions of other devices that no object of this device lists yet, at most
  /// ``LogObject/mostTaken``. Marks them as listed.
  func takeUnlisted() throws -> [SegmentReference] {
    var taken: [SegmentReference] = []
    for (name, row) in try all() where row.level > 0 && row.isComplete && !row.isSaid {
      if taken.count == LogObject.mostTaken { break }
      guard try !row.holdsNoClaims && !identity.isOurs(row.reference.device) else { continue }
      var row = row
      row.isSaid = true
      try set(row, of: name)
      taken.append(row.reference)
    }
    return taken
  }

  // MARK: Torn objects

  func tornRow(of name: ObjectName) throws -> TornRow? { try torn[name] }

  func isTorn(_ name: ObjectName) throws -> Bool { try torn.contains(name) }

  func tornRows() throws -> [TornRow] { try torn.all().map(\.value) }

  /// Sets the kept claims of an object that no longer counts; nil once the object is deleted.
  func setTorn(_ row: TornRow?, of name: ObjectName) throws {
    try torn.set(name, to: row)
  }

  /// The names of torn objects, except names under which a whole object was found since.
  func tornNames() throws -> [ObjectName] {
    try torn.keys().filter { try self[$0] == nil }
  }

  // MARK: Pending objects

  /// The objects that could not be taken in when they were last tried.
  func pendingRows() throws -> [PendingRow] { try pending.all().map(\.value) }

  /// The rows of the objects that are pending now, with the number of sightings of each.
  func pendingRows(for objects: [PendingObject]) throws -> [PendingRow] {
    let known = Dictionary(try pendingRows().map { ($0.object, $0.sightings) }) { $1 }
    return objects.map { object in
      // Without a limit, every run would write the rows again with greater numbers.
      PendingRow(
        object: object,
        sightings: min(1 + (known[object] ?? 0), PendingObject.sightingsBeforeNaming))
    }
  }

  /// Replaces the rows of pending objects.
  func update(_ rows: [PendingRow]) throws {
    guard Set(try pendingRows()) != Set(rows) else { return }
    try pending.removeAll()
    for row in rows { try pending.set(row.object.info.name, to: row) }
  }
}
