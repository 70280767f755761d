// SPDX-License-Identifier: MIT

/// The forms of all saved or sent bytes. A new type, or a type with a new kind of frame, needs a
/// line here, and a test fails until it has one.
public enum SavedForms {
  public static let all: [any SavedForm] =
    ValueForms.all + KeyedForms.all + OrderedForms.all + HistoryForms.all + UndoForms.all
    + ModelForms.all + VersionForms.all + OwnForms.all + SyncForms.all

  /// The form with a name.
  public static func named(_ name: String) -> (any SavedForm)? {
    all.first { $0.name == name }
  }
}
