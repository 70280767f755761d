// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import Foundation
import ReplicatingTypes
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process that is duplicated by `fork` while it holds values, which both go on editing.
@Suite struct ForkTests {
  /// What a child of this process makes of its copy of something.
  ///
  /// - Returns: Nil if the child failed.
  private func inChild(_ body: () throws -> [UInt8]) -> [UInt8]? {
    typealias Fork = @convention(c) () -> Int32
    var ends: [Int32] = [0, 0]
    // Swift offers no fork: it is no thing for programs with threads. This child takes a few
    // locks at most, of its own environment.
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "fork"), pipe(&ends) == 0 else { return nil }
    let child = unsafeBitCast(symbol, to: Fork.self)()
    if child == 0 {
      let bytes = (try? body()) ?? []
      _exit(write(ends[1], bytes, bytes.count) == bytes.count ? 0 : 1)
    }
    close(ends[1])
    var bytes = [UInt8](repeating: 0, count: 60_000)
    let count = read(ends[0], &bytes, bytes.count)
    close(ends[0])
    var status: Int32 = 0
    guard child > 0, waitpid(child, &status, 0) == child, status == 0, count > 0 else { return nil }
    return Array(bytes[..<count])
  }

  private var environment: ReplicationEnvironment {
    ReplicationEnvironment(
      milliseconds: { 1_000 }, random: { UInt64.random(in: .min ... .max) })
  }

  /// Edits a value here and in a child, and merges what comes of it.
  private func edited<Value: PersistentReplicable & Framed>(
    _ value: Value, _ edit: (inout Value, String) -> Void
  ) throws -> Value {
    var mine = value
    let environment = environment
    environment.run { edit(&mine, "before") }
    let theirs = inChild {
      var copy = mine
      environment.run { edit(&copy, "child") }
      return try copy.encoded()
    }
    environment.run { edit(&mine, "parent") }
    let read = try Value(encoded: try #require(theirs))
    #expect(try mine.merged(with: read).encoded() == read.merged(with: mine).encoded())
    return mine.merged(with: read)
  }

  @Test func aForkedProcessOpensASessionOfItsOwn() throws {
    let text = try edited(ReplicatingText()) { $0.append($1) }
    #expect(text.string == "beforeparentchild" || text.string == "beforechildparent")
    let array = try edited(ReplicatingArray<String>()) { $0.append($1) }
    #expect(Set(array.values) == ["before", "child", "parent"])
    let set = try edited(ReplicatingSet<String>()) { $0.insert($1) }
    #expect(set.values == ["before", "child", "parent"])
    let numbers = try edited(ReplicatingDictionary<String, Int>()) { $0[$1] = 1 }
    #expect(Set(numbers.keys) == ["before", "child", "parent"])
    let counter = try edited(ReplicatingCounter()) { count, _ in count.increment() }
    #expect(counter.value == 3)
    let choices = try edited(ReplicatingMultiValueRegister<String>()) { $0.set($1) }
    #expect(Set(choices.values) == ["child", "parent"])
  }

  /// The process is duplicated while an environment runs, which goes on in both.
  @Test(arguments: [false, true])
  func aProcessForkedWithinAnEnvironmentOpensASession(runsAnother: Bool) throws {
    let (environment, other) = (environment, environment)
    let array = try environment.run {
      var array = ReplicatingArray<String>(["before"])
      let theirs = inChild {
        var copy = array
        if runsAnother { other.run {} }
        copy.append("child")
        return try copy.encoded()
      }
      array.append("parent")
      return try array.merged(with: ReplicatingArray(encoded: try #require(theirs)))
    }
    #expect(Set(array.values) == ["before", "child", "parent"])
  }

  @Test func aForkedProcessSetsARegisterAsARunOfItsOwn() throws {
    let register = try edited(ReplicatingRegister(default: "")) { $0.value = $1 }
    #expect(register.value == "child" || register.value == "parent")
  }
}
