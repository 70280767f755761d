// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// A device that takes in objects made by a test. Its documents are sets of letters. Its id is 1,
/// and its listing holds every object.
final class Bench {
  /// The contents of a claim: its base, and the letters that it leads to.
  typealias Said = (base: String, to: String)

  let rows = ProbedRows()
  let documents: LetterDocuments<ProbedRows>
  let policy: SyncPolicy<ProbedRows, LetterDocuments<ProbedRows>>
  private(set) var listing = Listing([])

  init() throws {
    documents = LetterDocuments(rows: rows)
    var options = PolicyOptions()
    let ids = IncreasingIDs(after: 0)
    options.makeDevice = { ids.next() }
    policy = SyncPolicy(rows, documents, remote: RemoteName("folder"), options: options)
    try policy.open()
  }

  static func document(_ text: String = "note") throws -> DocumentID {
    try #require(DocumentID(text))
  }

  static func name(_ text: String) throws -> ObjectName { try #require(ObjectName("log/\(text)")) }

  /// Takes in an object.
  ///
  /// - Parameters:
  ///   - name: Its name in the log; nil for the name that its writer gives it.
  ///   - device: Its writer; 1 for this device.
  @discardableResult
  func put(
    _ name: String?, device: UInt64 = 9, number: Int = 1, level: Int = 0,
    taken: [SegmentReference] = [], at time: UInt64 = 0, _ said: Said...
  ) throws -> SegmentReference {
    let claims = try said.map { base, to in
      let news = Set(to.utf8).subtracting(base.utf8).sorted()
      return Claim(
        document: try Self.document(), base: base.utf8.sorted(), news: news, delta: news)
    }
    let sealed = SealedObject(
      sealing: LogObject(
        device: DeviceID(rawValue: UInt128(device)), number: number, level: level, taken: taken,
        claims: claims))
    if device == 1 { try policy.identity.noteWritten(sealed.reference) }
    let name = try name.map(Self.name) ?? sealed.name
    let info = ObjectInfo(name: name, size: sealed.bytes.count)
    let object = sealed
    #expect(try policy.intake.begin(object, readAs: info, at: time))
    if try policy.intake.take(object.parts(named: name)).held.isEmpty {
      try policy.intake.end(object.whole(named: name))
    }
    listing[name] = info.size
    return object.reference
  }

  /// Loses an object, as when a question for its name finds nothing.
  func lose(_ name: String) throws {
    let name = try Self.name(name)
    listing[name] = nil
    try policy.note(absent: name, isThere: false)
  }

  /// Leaves an object out of the listing.
  func hide(_ name: String) throws { listing[try Self.name(name)] = nil }

  /// The coverage of the document.
  func covered() throws -> String {
    let document = try Self.document()
    #expect(try policy.faultInCoverage(of: document) == nil)
    let version = try policy.claims.coverage(of: document, documents.open(document)).version
    return String(decoding: version, as: UTF8.self)
  }

  /// The objects with a live claim.
  func live() throws -> Set<String> {
    _ = try covered()
    return Set(
      try policy.objects.all().filter { $0.row.live > 0 }.map { String($0.name.text.dropFirst(4)) })
  }

  /// The objects that may be deleted at a time.
  func deletable(at time: UInt64 = 0) throws -> [String] {
    try policy.compactor.deletable(in: listing, at: time).map { String($0.text.dropFirst(4)) }
  }
}
