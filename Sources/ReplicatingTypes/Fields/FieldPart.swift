// SPDX-License-Identifier: MIT

/// A version or a delta of a field, whatever its type.
struct FieldPart: Sendable {
  /// An object, since asking one for its type takes a fraction of what asking a value takes.
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

  /// The version or delta, nil if it is of another type.
  func content<Content: Sendable>(as type: Content.Type = Content.self) -> Content? {
    (box as? Box<Content>)?.content
  }
}
