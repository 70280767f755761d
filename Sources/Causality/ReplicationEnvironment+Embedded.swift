// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  extension ReplicationEnvironment {
    /// The environment of all edits. Embedded Swift has no tasks that could have environments, and
    /// no clock. The host sets the environment before the first edit.
    ///
    /// The clock of the default environment says 1970. So text typed with this clock stands after
    /// text that another device typed at the same place. Random bits come from the C runtime.
    public nonisolated(unsafe) static var current = ReplicationEnvironment(
      milliseconds: { 0 },
      random: {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      })
  }
#endif
