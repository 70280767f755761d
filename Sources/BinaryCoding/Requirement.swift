// SPDX-License-Identifier: MIT

/// Stops the program with a message if a condition does not hold: the caller made a mistake.
///
/// `precondition` says its message in debug builds alone. This one says it in release builds, too.
/// Embedded Swift drops the message, which would take room in a module for browsers.
///
/// - Parameters:
///   - condition: What the caller must see to.
///   - message: Names the values. It is put together out of line, after the condition failed.
@inlinable @inline(__always)
package func require(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  if !condition() { stop(message(), file: file, line: line) }
}

/// Stops the program with a message: the caller made a mistake.
@inline(never) @usableFromInline
package func stop(
  _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  #if hasFeature(Embedded)
    preconditionFailure()
  #else
    // Only a caller's mistake leads here, and the program cannot go on after one.
    fatalError(message(), file: file, line: line)
  #endif
}
