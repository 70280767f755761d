// SPDX-License-Identifier: MIT

import Foundation
import FuzzTargets

/// The target that the environment names.
private let chosen: FuzzTarget? = {
  let name = ProcessInfo.processInfo.environment["DECENT_FUZZ"]
  return FuzzTarget.all.first { $0.name == name }
}()

private typealias Attempt = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer, _ attempt: Attempt
) -> CInt

/// The start of the program. The package manager gives `main` of each executable a name of its own,
/// so the `main` of the fuzzer is not found.
@_cdecl("fuzz_main")
public func run(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var (count, arguments) = (count, arguments)
  return runDriver(&count, &arguments, testOneInput)
}

/// Called by the fuzzer before all else. `DECENT_FUZZ` names the target. The program prints the
/// names of all targets and ends if the variable names none.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer
) -> CInt {
  guard chosen == nil else { return 0 }
  FuzzTarget.all.forEach { print($0.name) }
  exit(ProcessInfo.processInfo.environment["DECENT_FUZZ"] == nil ? 0 : 2)
}

/// Called by the fuzzer for each input. The result 0 keeps an input that reaches something new; -1
/// does not.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target = chosen else { return -1 }
  return target.attempt(Array(UnsafeBufferPointer(start: start, count: count))) ? 0 : -1
}
