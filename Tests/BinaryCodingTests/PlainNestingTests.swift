// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import BinaryCoding

struct PlainNestingTests {
  private let limit = PlainTag.nestingLimit

  @Test func theLimitItselfIsReached() throws {
    let chain = Chain(length: limit)
    #expect(try fromPlain(Chain.self, plain(chain)).length == limit)
    #expect(throws: EncodingFailure.self) { try plain(Chain(length: limit + 1)) }
  }

  @Test func partsWithoutPartsDoNotCount() throws {
    var value = Anything.list([.whole(256)])
    for _ in 1..<limit { value = .list([value]) }
    #expect(try fromPlain(Anything.self, plain(value)) == value)
    #expect(throws: EncodingFailure.self) { try plain(Anything.list([value])) }
  }

  @Test(arguments: [10 as UInt8, 12])
  func deeperBytesAreRefused(tag: UInt8) throws {
    let atLimit = nested(tag, levels: limit)
    #expect(try fromPlain(Anything.self, atLimit) != .none)
    #expect(throws: DecodingFailure.self) {
      try fromPlain(Anything.self, nested(tag, levels: limit + 1))
    }
    let deepest = nested(tag, levels: 20_000)
    #expect(throws: DecodingFailure.self) { try fromPlain(Anything.self, deepest) }
    #expect(throws: DecodingFailure.self) { try fromPlain(Chain.self, deepest) }
  }

  @Test func cyclesFail() {
    let chain = Chain(length: 1)
    chain.next = chain
    defer { chain.next = nil }
    #expect(throws: EncodingFailure.self) { try plain(chain) }
    let mirror = Mirror()
    mirror.other = mirror
    defer { mirror.other = nil }
    #expect(throws: EncodingFailure.self) { try plain(mirror) }
  }

  /// Encodes its contents in its own place.
  private final class Mirror: Encodable {
    var other: Mirror?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(other)
    }
  }

  @Test func containersWithoutEndFail() {
    #expect(throws: EncodingFailure.self) { try plain(Spiral()) }
  }

  private struct Spiral: Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
    }
  }

  #if !DEBUG
    /// Reads with half of the stack that secondary threads have on Apple's systems. The types of
    /// this test are not optimised, and have frames several times larger than an app's.
    @Test func aSmallStackIsEnough() throws {
      let bytes = try plain(Chain(length: limit))
      let result = Mutex<Int?>(nil)
      let done = DispatchSemaphore(value: 0)
      let thread = Thread {
        let length = try? fromPlain(Chain.self, bytes).length
        result.withLock { $0 = length }
        done.signal()
      }
      thread.stackSize = 256 << 10
      thread.start()
      done.wait()
      #expect(result.withLock { $0 } == limit)
    }
  #endif

  /// Arrays in arrays, or maps in maps, the innermost empty.
  private func nested(_ tag: UInt8, levels: Int) -> [UInt8] {
    // From the inside out, reversed, so that each level is appended.
    var reversed: [UInt8] = [0, tag]
    for _ in 1..<levels {
      if tag == 12 { reversed += Array([4, 0x6e, 0x65, 0x78, 0x74].reversed()) }
      var length = ByteWriter()
      length.writeCount(reversed.count)
      reversed += length.bytes.reversed() + [tag]
    }
    return reversed.reversed()
  }
}
