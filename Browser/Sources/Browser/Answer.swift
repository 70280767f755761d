// SPDX-License-Identifier: MIT

/// The bytes of a call's answer. The host copies the bytes before the next call.
package struct Answer {
  private(set) var bytes = UnsafeMutableBufferPointer<UInt8>(start: nil, count: 0)

  /// Answers with bytes.
  package mutating func set(_ newBytes: [UInt8]) {
    clear()
    bytes = .allocate(capacity: newBytes.count)
    _ = bytes.initialize(from: newBytes)
  }

  /// Answers with words, in UTF-8.
  package mutating func set(_ words: String) {
    set(Array(words.utf8))
  }

  /// Frees the memory of the bytes.
  mutating func clear() {
    bytes.deallocate()
    bytes = UnsafeMutableBufferPointer(start: nil, count: 0)
  }
}

/// The latest answer. It needs no lock, because WebAssembly has one thread.
nonisolated(unsafe) package var answer = Answer()

@_expose(wasm, "answer_start")
@_cdecl("answer_start")
func answerStart() -> UnsafeMutablePointer<UInt8>? {
  answer.bytes.baseAddress
}

@_expose(wasm, "answer_count")
@_cdecl("answer_count")
func answerCount() -> Int32 {
  Int32(answer.bytes.count)
}

@_expose(wasm, "answer_clear")
@_cdecl("answer_clear")
func answerClear() {
  answer.clear()
}
