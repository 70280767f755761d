// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Testing

@testable import SequenceEngine

/// Bytes of a later version are refused as such, whatever format the frame names.
@Suite struct UnknownFormTests {
  private let expected = DecodingFailure.newer(
    found: Frame.version + 1, supported: Frame.version)

  @Test func versionsOfMoreSectionsAreNewer() {
    #expect(throws: expected) {
      var reader = ByteReader([0, 2])
      _ = try SequenceVersion(from: &reader)
    }
  }

  @Test func batchesOfMoreSectionsAreNewer() {
    #expect(throws: expected) {
      var reader = ByteReader([2, 0, 0, 0])
      _ = try EventBatch(droppingFrom: &reader)
    }
  }

  @Test func whatOnlyTextsDropIsNewerForOthers() {
    let session = SessionID(run: RunID(rawValue: 1), number: 1)
    var batch = EventBatch()
    batch.dropped = DroppedElements(upTo: [Dot(session: session, number: 0)], ranges: [])
    var writer = ByteWriter()
    batch.encode(to: &writer)
    #expect(throws: expected) {
      var reader = ByteReader(
        writer.bytes, in: 0..<writer.bytes.count, identifiers: writer.identifiers)
      _ = try EventBatch(from: &reader)
    }
  }
}
