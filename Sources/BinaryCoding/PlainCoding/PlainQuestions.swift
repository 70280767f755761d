// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Notes which parts of a value its `init(from:)` is offered, and which it asks for.
  ///
  /// A part that no call asks for is lost when the value is written again: a newer version of
  /// the type has added it.
  final class PlainQuestions {
    private var offered: [Int: CodingPath] = [:]
    private var asked: Set<Int> = []

    /// Notes an entry of a map, or the last item of an array.
    ///
    /// - Parameters:
    ///   - offset: Where its value stands.
    ///   - path: Where the map or the array is.
    ///   - key: The UTF-8 of the entry's key.
    func offer(_ offset: Int, at path: CodingPath, _ key: some Collection<UInt8>) {
      offered[offset] = path.appending(PlainKey(stringValue: String(decoding: key, as: UTF8.self)))
    }

    /// Notes that the part at an offset was asked for.
    func ask(_ offset: Int) {
      asked.insert(offset)
    }

    /// The first part that was offered and not asked for, in words.
    var firstUnasked: String? {
      offered.keys.filter { !asked.contains($0) }.min().flatMap { offered[$0]?.keys.joined }
    }
  }

#endif
