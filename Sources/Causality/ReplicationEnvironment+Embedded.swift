// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  extension ReplicationEnvironment {
    /// The environment of all edits. Embedded Swift has neither tasks to bind an environment to nor
    /// a clock. The host sets the environment before the first edit.
    ///
    /// The default clock says 1970, so text typed here stands after text that another device typed
    /// at the same place. Random bits come from the C runtime.
    public nonisolated(unsafe) static var current = ReplicationEnvironment(
      milliseconds: { 0 },
      random: {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      })
  }
#endif
