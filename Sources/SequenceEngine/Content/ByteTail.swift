// SPDX-License-Identifier: MIT

/// A byte array that only grows at its end and has one owner, so that an append checks no
/// uniqueness. A copy has bytes of its own.
struct ByteTail: ~Copyable, @unchecked Sendable {
  private var memory: Memory
  private var end: UnsafeMutablePointer<UInt8>
  private var limit: UnsafeMutablePointer<UInt8>

  /// Owns and frees the bytes. This type is a class, because Embedded Swift cannot run the
  /// deinitializer of a struct of another module.
  private final class Memory {
    let start: UnsafeMutablePointer<UInt8>

    init(capacity: Int) {
      start = .allocate(capacity: capacity)
    }

    deinit {
      start.deallocate()
    }
  }

  init(capacity: Int) {
    memory = Memory(capacity: capacity)
    end = memory.start
    limit = end + capacity
  }

  private var start: UnsafeMutablePointer<UInt8> { memory.start }

  borrowing func copy() -> ByteTail {
    var copy = ByteTail(capacity: count)
    copy.append(utf8)
    return copy
  }

  var count: Int {
    @inline(__always) get { end - start }
  }

  var bytes: [UInt8] { Array(utf8) }

  /// The bytes in place, valid until the next change.
  var utf8: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: count) }

  /// The number of bytes that can be appended without new memory.
  var room: Int {
    @inline(__always) get { limit - end }
  }

  /// - Precondition: There is room for eight bytes.
  @inline(__always)
  mutating func append(_ word: ASCIIWord) {
    UnsafeMutableRawPointer(end).storeBytes(of: word.bytes.littleEndian, as: UInt64.self)
    end += word.count
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress else { return }
    if bytes.count > room { grow(by: bytes.count) }
    end.update(from: source, count: bytes.count)
    end += bytes.count
  }

  mutating func removeAll() {
    end = start
  }

  private mutating func grow(by missing: Int) {
    var larger = ByteTail(capacity: max((limit - start) * 2, count + missing, 16))
    larger.append(utf8)
    self = larger
  }
}
