// SPDX-License-Identifier: MIT

/// A growing buffer of plain values. A value is named by its place.
///
/// A pool has one owner. Writing to it neither counts references nor checks for sharing. All unsafe
/// code of the replay is here. An access outside the buffer always traps.
struct Pool<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  /// The memory in bytes, including spare capacity. While elements are only added, at most about
  /// half of the memory is spare. After ``removeAll()``, all memory is spare.
  var byteCount: Int { capacity * MemoryLayout<Element>.stride }

  subscript(place: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "no such place in a pool")
      return base[place]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "no such place in a pool")
      yield &base[place]
    }
  }

  /// - Complexity: O(1) amortized.
  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(to: capacity * 2) }
    (base + count).initialize(to: element)
    count += 1
  }

  mutating func append(repeating element: Element, count added: Int) {
    if count + added > capacity { grow(to: max(capacity * 2, count + added)) }
    (base + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Copies elements to another place and overwrites the elements there. Places outside the target
  /// keep their elements.
  @inline(__always)
  mutating func move(_ range: Range<Int>, to place: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count && place >= 0
        && place <= count - range.count, "no such places in a pool")
    (base + place).update(from: base + range.lowerBound, count: range.count)
  }

  /// Inserts one element.
  ///
  /// - Complexity: O(*n*) for *n* elements at or after the place.
  mutating func insert(_ element: Element, at place: Int) {
    append(element)
    move(place..<(count - 1), to: place + 1)
    self[place] = element
  }

  /// Removes one element.
  ///
  /// - Complexity: O(*n*) for *n* elements at or after the place.
  mutating func remove(at place: Int) {
    move((place + 1)..<count, to: place)
    count -= 1
  }

  /// Forgets all elements but keeps the memory.
  mutating func removeAll() {
    count = 0
  }

  private mutating func grow(to newCapacity: Int) {
    let newBase = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    newBase.initialize(from: base, count: count)
    base.deallocate()
    base = newBase
    capacity = newCapacity
  }
}
