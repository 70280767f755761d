// SPDX-License-Identifier: MIT

/// A leaf of a text: a gap buffer of UTF-8 and its memory. The elements are Unicode scalars.
struct TextLeaf: RopeLeaf {
  private var memory: GapMemory
  /// The text. It is edited only while ``memory`` is this leaf's own.
  private(set) var text: GapText

  static var capacity: Int { NodeSizes.textLeaf }

  init(_ utf8: ArraySlice<UInt8>) {
    self = utf8.withUnsafeBufferPointer { TextLeaf($0, TextMeasure(of: $0)) }
  }

  /// Makes a leaf.
  ///
  /// - Parameters:
  ///   - utf8: Well-formed UTF-8.
  ///   - measure: The length of `utf8`.
  init(_ utf8: UnsafeBufferPointer<UInt8>, _ measure: TextMeasure) {
    // With spare room, single edits all over a text need no new memory for their leaves.
    memory = GapMemory(capacity: utf8.count + utf8.count / 32)
    text = memory.text
    if let start = utf8.baseAddress { text.insert(start, measure, at: 0) }
  }

  private init(_ text: GapText, from source: GapMemory, capacity: Int) {
    memory = GapMemory(capacity: capacity)
    self.text = memory.copy(text, from: source)
  }

  var measure: TextMeasure { text.measure }
  var unitCount: Int { text.measure.bytes }

  // MARK: Editing

  mutating func insert(_ utf8: ArraySlice<UInt8>, at scalar: Int) {
    makeOwn(room: utf8.count)
    utf8.withUnsafeBufferPointer {
      guard let start = $0.baseAddress else { return }
      text.insert(start, TextMeasure(of: $0), at: scalar)
    }
  }

  mutating func remove(_ scalars: Range<Int>) {
    makeOwn(room: 0)
    text.remove(scalars)
  }

  mutating func splitOff() -> TextLeaf {
    splitOff(from: text.measure(upToByte: max(unitCount / 2, 4)).scalars)
  }

  /// Splits off and returns the text from a scalar on.
  mutating func splitOff(from scalar: Int) -> TextLeaf {
    makeOwn(room: 0)
    text.moveGap(to: scalar)
    let (lower, upper) = withExtendedLifetime(memory) {
      (TextLeaf(text.utf8BeforeGap, text.before), TextLeaf(text.utf8AfterGap, text.after))
    }
    self = lower
    return upper
  }

  mutating func append(_ other: TextLeaf) {
    makeOwn(room: other.unitCount)
    withExtendedLifetime(other.memory) { text.append(other.text) }
  }

  /// Makes sure that this leaf has memory of its own, with room for more text.
  mutating func makeOwn(room: Int) {
    if memory.isUnique(), text.room >= room { return }
    let needed = measure.bytes + room
    let capacity = min(needed + needed / 4 + 16, Self.capacity)
    self = TextLeaf(text, from: memory, capacity: max(needed, capacity))
  }

  /// Takes back a text that was edited in this leaf's own memory.
  mutating func settle(_ text: GapText) {
    self.text = text
  }

  /// A separate leaf with `text`, which was edited in this leaf's memory.
  func copy(settling text: GapText) -> TextLeaf {
    TextLeaf(text, from: memory, capacity: text.measure.bytes + text.room)
  }

  // MARK: Reading

  func write(_ scalars: Range<Int>, to utf8: inout [UInt8]) {
    text.write(scalars, to: &utf8)
  }

  static func cut(_ utf8: ArraySlice<UInt8>, atMost limit: Int) -> Int {
    utf8.startIndex + utf8.withUnsafeBufferPointer { $0.wholeScalars(atMost: limit).count }
  }

  func checkInvariants() {
    text.checkInvariants()
  }
}
