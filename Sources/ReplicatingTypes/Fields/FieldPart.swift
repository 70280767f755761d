// SPDX-License-Identifier: MIT

/// A version, a delta, a mark or a value of a field, with its type erased.
package struct FieldPart: Sendable {
  /// An object, because casting an object takes a fraction of the time of casting a value.
  private let box: AnyBox

  private class AnyBox: @unchecked Sendable {}

  private final class Box<Content: Sendable>: AnyBox, @unchecked Sendable {
    let content: Content

    init(_ content: Content) {
      self.content = content
    }
  }

  init<Content: Sendable>(_ content: Content) {
    box = Box(content)
  }

  /// The content, or nil if the content is of another type.
  func content<Content: Sendable>(as type: Content.Type = Content.self) -> Content? {
    (box as? Box<Content>)?.content
  }
}
