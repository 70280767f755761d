// SPDX-License-Identifier: MIT

/// The order of a value's elements, in a comparable form.
enum IterationOrder {
  /// The elements of a sequence. Nil if the value is no sequence, or has elements that cannot be
  /// told apart.
  static func elements(of value: Any) -> [AnyHashable]? {
    func elements<Elements: Sequence>(of sequence: Elements) -> [AnyHashable]? {
      var result: [AnyHashable] = []
      for element in sequence {
        guard let mark = mark(of: element) else { return nil }
        result.append(mark)
      }
      return result
    }
    guard let sequence = value as? any Sequence else { return nil }
    return elements(of: sequence)
  }

  /// The element itself if the element is hashable. For a tuple, the marks of its parts. For any
  /// other element, its description; nil if the element has none.
  private static func mark(of element: Any) -> AnyHashable? {
    if let element = element as? AnyHashable { return element }
    let mirror = Mirror(reflecting: element)
    if mirror.displayStyle == .tuple {
      let marks = mirror.children.compactMap { mark(of: $0.value) }
      return marks.count == mirror.children.count ? AnyHashable(marks) : nil
    }
    return (element as? any CustomStringConvertible).map { AnyHashable($0.description) }
  }
}
