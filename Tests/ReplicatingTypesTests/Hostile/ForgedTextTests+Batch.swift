// SPDX-License-Identifier: MIT

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Writes texts and deltas from any batch of events, however unlikely.
extension ForgedTextTests {
  func session(_ number: UInt32) -> SessionID {
    SessionID(run: RunID(rawValue: 7), number: number)
  }

  func insert(_ count: Int, at position: Int) -> OperationRun {
    OperationRun(kind: .insert, position: position, length: count)
  }

  func delete(_ count: Int, at position: Int) -> OperationRun {
    OperationRun(kind: .deleteForward, position: position, length: count)
  }

  /// One chain of a forged batch.
  struct Chain {
    var session: Int
    var parents: [EventBatch.Parent] = []
    var operations: [OperationRun]
  }

  func batch(
    _ sessions: [EventBatch.Session], externals: [Dot] = [], _ chains: [Chain]
  ) -> EventBatch {
    var batch = EventBatch()
    batch.sessions = sessions
    batch.externals = externals
    batch.chains = chains.map { chain in
      EventBatch.Chain(
        session: chain.session, parents: chain.parents, operations: chain.operations,
        length: chain.operations.reduce(0) { $0 + $1.length })
    }
    return batch
  }

  func frame(_ batch: EventBatch, _ text: String, as kind: FrameKind) -> [UInt8] {
    var writer = ByteWriter()
    batch.encode(to: &writer)
    writer.writeString(text)
    return Frame.seal(writer, as: kind)
  }

  func state(_ batch: EventBatch, _ text: String) throws -> ReplicatingText {
    try ReplicatingText(encoded: frame(batch, text, as: ReplicatingText.frameKind))
  }

  func delta(_ batch: EventBatch, _ text: String) throws -> ReplicatingText.Delta {
    try ReplicatingText.Delta(encoded: frame(batch, text, as: ReplicatingText.Delta.frameKind))
  }

  func whole(_ number: UInt32) -> EventBatch.Session {
    EventBatch.Session(id: session(number), firstNumber: 0)
  }
}
