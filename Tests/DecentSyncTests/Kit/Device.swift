// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import SyncSimulation
import Testing

@testable import DecentSync

/// A device of a test: rows, documents in them, and a clock.
///
/// The id of a document tells its kind: see ``WordKind``.
final class Device {
  let rows: ProbedRows
  let documents: RowDocuments<ProbedRows>
  private let environment: ReplicationEnvironment
  private let numbers: RandomNumbers
  /// The time, in milliseconds.
  var time: UInt64 = 0
  /// The sizes and times in the rules. Objects are small, so that tests meet several.
  var options = PolicyOptions()

  /// Makes a device.
  ///
  /// - Parameter author: The seed of all that the device draws by chance.
  convenience init(author: UInt64) {
    self.init(ProbedRows(), author: author)
  }

  /// Makes a device from a copy of another one's library.
  convenience init(copying other: Device, author: UInt64) {
    self.init(other.rows.copied(), author: author)
    time = other.time
  }

  private init(_ rows: ProbedRows, author: UInt64) {
    self.rows = rows
    documents = RowDocuments(rows: rows)
    let numbers = RandomNumbers(seed: author)
    self.numbers = numbers
    environment = ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 }, random: { numbers.next() })
    // Ids in the order of authors make tests repeatable.
    let ids = IncreasingIDs(after: author)
    options.makeDevice = { ids.next() }
    options.objectLimit = 150
    options.mostDoublings = 0
    options.batchClaims = 3
  }

  func policy(_ remote: String = "folder") -> SyncPolicy<
    ProbedRows, RowDocuments<ProbedRows>
  > {
    SyncPolicy(rows, documents, remote: RemoteName(remote), options: options)
  }

  /// The id of the device.
  func id() throws -> DeviceID { try policy().device() }

  func add(_ word: String, to text: String = "note") throws {
    try edit(text, .add(word, at: Int(numbers.next() >> 40)))
  }

  func edit(_ text: String, _ edit: WordEdit) throws {
    let document = try #require(DocumentID(text))
    try environment.run { try documents.edit(document, edit) }
  }

  func words(of text: String = "note") throws -> Set<String> {
    try documents.words(of: #require(DocumentID(text)))
  }

  /// The contents of each document, as bytes that are equal on all devices.
  func contents() throws -> [DocumentID: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: documents.all().map { ($0, try documents.content(of: $0)) })
  }

  /// Syncs. Acknowledges only if a time is given, unless the options say otherwise.
  @discardableResult
  func sync(
    _ store: some ObjectStore, as remote: String = "folder", at time: UInt64? = nil,
    options: SyncOptions? = nil, progress: @escaping (SyncProgress) -> Void = { _ in }
  ) async throws -> SyncReport {
    if let time { self.time = time }
    let options = options ?? SyncOptions(acknowledges: time != nil)
    return try await SyncRun(
      policy(remote), with: store, options: options, now: { self.time }, progress: progress
    ).run()
  }

  /// Syncs as a client does that syncs every few seconds: it leaves the losses of others to them.
  @discardableResult
  func syncForItself(_ store: some ObjectStore) async throws -> SyncReport {
    try await sync(store, options: SyncOptions(sendsForOthers: false, acknowledges: false))
  }

  /// Begins a run that waits before each question to the store.
  func run(
    _ store: some ObjectStore, at time: UInt64? = nil, options: SyncOptions? = nil
  ) throws -> SteppedRun {
    try SteppedRun(with: store) { try await self.sync($0, at: time, options: options) }
  }

  /// Lets a run go to its end.
  @discardableResult
  func finish(_ run: SteppedRun) throws -> SyncReport {
    for _ in 0..<100_000 {
      if let report = try run.advance() { return report }
    }
    throw SimulationFailure("a run did not end")
  }

  /// Whether an object is sealed and not confirmed.
  func hasSealed() throws -> Bool { try !rows.rows(in: RowKey(.sealed)).isEmpty }

  /// The faults in the coverage of documents that the device keeps.
  func faults() throws -> [String] {
    try documents.all().compactMap { try policy().faultInCoverage(of: $0) }
  }
}
