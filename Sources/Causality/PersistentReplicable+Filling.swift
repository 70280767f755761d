// SPDX-License-Identifier: MIT

import BinaryCoding

#if !hasFeature(Embedded)
  extension PersistentReplicable {
    /// Gives an unedited value its first contents. All devices that give it the same contents make
    /// one history.
    ///
    /// So a new version of an app can fill a field that replaces another. Each device may do it by
    /// itself:
    ///
    /// ```swift
    /// let method = recipe.method
    /// try recipe.steps.fill(as: "lines of the method") { steps in
    ///   for line in method.split(separator: "\n") { steps.append(String(line)) }
    /// }
    /// ```
    ///
    /// The edits are numbered by the contents they make, not by their author: filling twice is
    /// filling once, on one device or on two that merge. Devices that fill in different contents made
    /// different edits, and merging keeps both.
    ///
    /// The edits are older than all others, as if made in 1970. They bring nothing back: a key of a
    /// dictionary stays deleted if its value is filled in elsewhere, at any depth, and so does a
    /// removed document. A constant that is set counts as an edit: fill the fields of a model, not the
    /// model.
    ///
    /// - Parameters:
    ///   - name: The name of the contents. Two ways to make contents have two names.
    ///   - edit: Edits the value. It is called three times and must edit nothing else, nor put another
    ///     value that was edited in the place of this one. It must make the same edits on all devices:
    ///     no random numbers, no clock, and no order of a `Set` or a `Dictionary`, which differs between
    ///     devices. The program stops if two calls make different edits.
    /// - Returns: Whether the value had seen no edit.
    /// - Throws: ``EncodingFailure`` if a value of the user's own type refuses to be encoded; the value
    ///   is unchanged then.
    /// - Complexity: That of making, encoding and merging the contents. Later edits of the program look
    ///   up the environment of their task.
    @discardableResult
    public mutating func fill(
      as name: String, _ edit: (inout Self) -> Void
    ) throws(EncodingFailure) -> Bool {
      guard version == Version() else { return false }
      let named = Array(name.utf8)
      let bytes = try filled(by: .author(ofContents: named), edit).bytes
      let again = try filled(by: .author(ofContents: named), edit).bytes
      require(bytes == again, "the edits that fill in \(name) differ from call to call")
      merge(try filled(by: .author(ofContents: named + bytes), edit).value)
      return true
    }

    private func filled(
      by author: ReplicationEnvironment, _ edit: (inout Self) -> Void
    ) throws(EncodingFailure) -> (value: Self, bytes: [UInt8]) {
      var value = self
      author.run { edit(&value) }
      var writer = ByteWriter()
      value.encode(to: &writer)
      if let failure = writer.failure { throw failure }
      return (value, writer.bytes)
    }
  }

  extension ReplicationEnvironment {
    /// The author of contents that all devices fill in alike: a run that is named by bytes.
    fileprivate static func author(ofContents bytes: [UInt8]) -> ReplicationEnvironment {
      ReplicationEnvironment(run: RunID(fillingIn: FNV1a.hash(of: bytes)))
    }
  }
#endif
