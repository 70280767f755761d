// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  extension ReplicationEnvironment {
    /// The environment of all edits: in Embedded Swift there are neither tasks to bind
    /// one to nor a clock to ask. The host sets it before the first edit.
    ///
    /// Until then it is 1970, so that what is typed here stands behind what was typed
    /// elsewhere at the same place. Chance comes from the C runtime.
    public nonisolated(unsafe) static var current = ReplicationEnvironment(
      milliseconds: { 0 },
      random: {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
      })
  }
#endif
