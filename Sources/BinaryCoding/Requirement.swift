// SPDX-License-Identifier: MIT

/// Stops the program with a message if a condition does not hold: the caller made a mistake.
///
/// `precondition` prints its message only in debug builds. This function also prints the message in
/// release builds. Embedded Swift drops the message, because messages would enlarge a module for
/// browsers.
///
/// - Parameters:
///   - condition: The caller's obligation.
///   - message: A message that names the values. Evaluated only if the condition fails.
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
    // Only a caller's mistake leads here, and the program cannot go on after a mistake.
    fatalError(message(), file: file, line: line)
  #endif
}

/// Stops a debug build with a message if a condition does not hold: the caller probably made a
/// mistake. Release builds go on, because such a mistake endangers no data.
///
/// - Parameters:
///   - condition: The caller's obligation. Only debug builds evaluate it.
///   - message: A message that names the values and the remedy.
@inlinable @inline(__always)
package func requireInDebug(
  _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String,
  file: StaticString = #fileID, line: UInt = #line
) {
  #if !hasFeature(Embedded) && (DEBUG || DECENT_INVARIANTS)
    if DebugRequirements.areChecked(), !condition() { stop(message(), file: file, line: line) }
  #endif
}

#if !hasFeature(Embedded)
  /// Whether ``requireInDebug(_:_:file:line:)`` stops the program.
  @usableFromInline
  package enum DebugRequirements {
    #if DEBUG
      @TaskLocal package static var value = true
    #else
      @TaskLocal package static var value = false
    #endif

    @usableFromInline
    package static func areChecked() -> Bool { value }

    /// Runs a function without the checks of ``requireInDebug(_:_:file:line:)``, for callers that
    /// report such mistakes themselves.
    package static func unchecked<Result, Failure: Error>(
      _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
      let result = $value.withValue(false) { () -> Swift.Result<Result, Failure> in
        do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
      }
      return try result.get()
    }

    /// Runs a function with the checks of a debug build.
    package static func checked(_ body: () -> Void) { $value.withValue(true) { body() } }
  }
#endif
