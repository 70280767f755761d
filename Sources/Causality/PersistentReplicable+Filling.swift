// SPDX-License-Identifier: MIT

import BinaryCoding

#if !hasFeature(Embedded)
  extension PersistentReplicable {
    /// Gives an unedited value its first contents. Devices that fill in the same contents make one
    /// history.
    ///
    /// A new version of an app can fill a field that replaces another field. Each device may fill
    /// the field by itself:
    ///
    /// ```swift
    /// let method = recipe.method
    /// try recipe.steps.fill(as: "lines of the method") { steps in
    ///   for line in method.split(separator: "\n") { steps.append(String(line)) }
    /// }
    /// ```
    ///
    /// The identity of the edits follows from their contents, not from their author. Filling in the
    /// same contents twice, on one device or on two devices that merge, has the same effect as
    /// filling them in once. Different contents make different edits, and merging keeps both.
    ///
    /// The edits are older than all other edits, as if made in 1970. So they restore nothing. A
    /// deleted key of a dictionary stays deleted even if another device fills in any part of the
    /// key's value. A removed document stays removed. A constant that is set counts as an edit of
    /// its model, so fill the fields of the model, not the model.
    ///
    /// - Parameters:
    ///   - name: The name of the contents. Each way to make contents needs a name of its own.
    ///   - edit: A function that edits the value, and is called three times. It must edit nothing
    ///     else, and must not replace the value by an edited value. It must make the same edits on
    ///     all devices: no random numbers, no clock, and no order of a `Set` or a `Dictionary`. The
    ///     program stops if the first two calls make different edits.
    /// - Returns: Whether the value had seen no edit. If false, nothing was changed.
    /// - Throws: ``BinaryCoding/EncodingFailure`` if a value of the user's own type refuses to be
    ///   encoded. The filled value is then unchanged.
    /// - Complexity: The time to make, encode and merge the contents. From then on, each edit of
    ///   the program looks up the environment of its task.
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
    /// The author of first contents: an environment whose run has an id made from `bytes`.
    fileprivate static func author(ofContents bytes: [UInt8]) -> ReplicationEnvironment {
      ReplicationEnvironment(run: RunID(fillingIn: FNV1a.hash(of: bytes)))
    }
  }
#endif
