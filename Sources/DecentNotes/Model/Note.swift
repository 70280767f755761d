// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A note: a document whose copies on several devices can be edited apart and
/// merged.
///
/// Edit its parts in place. A text is changed with ``ReplicatingText``'s own
/// calls, never replaced, so that what two people wrote is kept.
public struct Note: ReplicatingFields, Equatable, Sendable {
  /// What the note is called.
  public var title = ReplicatingRegister(default: "")
  /// What it says.
  public var text = ReplicatingText()
  /// What it is filed under.
  public var tags = ReplicatingSet<String>()
  /// How much it matters.
  public var priority = ReplicatingRegister(default: Priority.normal)
  /// When it was made, in milliseconds since 1970.
  public var created = ReplicatingRegister(default: UInt64(0))
  /// Whether it lies in the trash, from which it can be restored.
  public var isTrashed = ReplicatingRegister(default: false)

  /// Makes a note that nobody wrote anything in yet: what a new copy of a note
  /// starts from.
  public init() {}

  public static let frameKind = FrameKind(code: 1000, name: "a note")

  public var fields:
    Fields<
      ReplicatingRegister<String>, ReplicatingText, ReplicatingSet<String>,
      ReplicatingRegister<Priority>, ReplicatingRegister<UInt64>, ReplicatingRegister<Bool>
    >
  {
    get { Fields(title, text, tags, priority, created, isTrashed) }
    set { (title, text, tags, priority, created, isTrashed) = newValue.values }
  }
}
