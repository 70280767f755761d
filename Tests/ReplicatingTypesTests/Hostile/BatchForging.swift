// SPDX-License-Identifier: MIT

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Makes any batch of events, however unlikely.
protocol BatchForging {}

/// A parent of a chain of a forged batch: an event at a place in the batch, or an external.
enum ForgedParent {
  case inside(Int)
  case outside(Int)
}

/// One chain of a forged batch.
struct ForgedChain {
  var session: Int
  var parents: [ForgedParent] = []
  var operations: [OperationRun]
}

extension BatchForging {
  typealias Chain = ForgedChain

  func session(_ number: UInt32) -> SessionID {
    SessionID(run: RunID(rawValue: 7), number: number)
  }

  func insert(_ count: Int, at position: Int) -> OperationRun {
    OperationRun(kind: .insert, position: position, length: count)
  }

  func delete(_ count: Int, at position: Int) -> OperationRun {
    OperationRun(kind: .deleteForward, position: position, length: count)
  }

  func batch(
    _ sessions: [EventBatch.Session], externals: [Dot] = [], _ chains: [Chain]
  ) -> EventBatch {
    var batch = EventBatch()
    batch.sessions = sessions
    batch.externals = externals
    for chain in chains {
      let (firstParent, firstOperation) = (batch.parents.count, batch.operations.count)
      for parent in chain.parents {
        switch parent {
        case .inside(let event):
          batch.parents.append(.inside(event: event, chain: batch.chain(of: event)))
        case .outside(let external): batch.parents.append(.outside(external))
        }
      }
      for run in chain.operations { batch.append(run) }
      let length = chain.operations.reduce(0) { $0 + $1.length }
      batch.chains.append(
        EventBatch.Chain(
          session: chain.session, events: batch.count..<(batch.count + length),
          parents: firstParent..<batch.parents.count,
          operations: firstOperation..<batch.operations.count))
    }
    return batch
  }

  func whole(_ number: UInt32) -> EventBatch.Session {
    EventBatch.Session(id: session(number), firstNumber: 0)
  }

  /// A batch in which the first session goes on after so many events.
  func sequel(after count: Int, _ operations: OperationRun...) -> EventBatch {
    batch(
      [EventBatch.Session(id: session(0), firstNumber: count)],
      externals: [Dot(session: session(0), number: count - 1)],
      [Chain(session: 0, parents: [.outside(0)], operations: operations)])
  }
}

/// Why bytes are refused, though not where.
enum Refusal {
  case truncated, corrupt, newer, older, foreign
}

/// Why something cannot be read, nil if it can.
func refusal<Value>(of read: () throws -> Value) throws -> Refusal? {
  do {
    _ = try read()
    return nil
  } catch let failure as DecodingFailure {
    return switch failure {
    case .truncated: .truncated
    case .corrupt: .corrupt
    case .newer, .newerField, .newerValue: .newer
    case .older: .older
    case .foreign, .foreignField, .foreignValue: .foreign
    }
  }
}
