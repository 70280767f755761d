// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

extension SequenceLog {
  /// Makes a log from the event batch of its whole history, event by event as
  /// it stands there.
  ///
  /// The log is complete once its owner called ``replayAll()``.
  package init(from reader: inout ByteReader) throws(DecodingFailure) {
    let columns = try EventColumns(from: &reader)
    do throws(MissingHistory) {
      graph = try CausalGraph(columns)
    } catch {
      throw reader.corrupt("a history without its beginning")
    }
    operations = OperationLog(columns)
  }

  /// Plays all of the history on an empty document.
  ///
  /// - Complexity: O(*n* log *n*) in the runs.
  package mutating func replayAll() -> DocumentDraft {
    DocumentDraft(replay(from: 0, documentLength: 0))
  }
}
