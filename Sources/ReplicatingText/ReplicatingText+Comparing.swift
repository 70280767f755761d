// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  // Swift prefers these operators if an operand is a literal. Without these operators, the literal
  // would become a text with a history of its own. Texts with different histories are never equal.
  extension ReplicatingText {
    /// Whether the shown text equals a string, as in `text == "milk"`.
    ///
    /// Generic code, such as `[text].contains("milk")`, makes a text of the literal. Compare
    /// ``string`` in such code.
    ///
    /// - Complexity: O(*n*) for *n* bytes of text.
    public static func == (text: Self, string: String) -> Bool { text.string == string }

    /// Whether the shown text equals a string.
    public static func == (string: String, text: Self) -> Bool { text.string == string }

    /// Whether the shown text differs from a string.
    public static func != (text: Self, string: String) -> Bool { text.string != string }

    /// Whether the shown text differs from a string.
    public static func != (string: String, text: Self) -> Bool { text.string != string }

    /// Whether the shown text equals the string of a `case`.
    public static func ~= (string: String, text: Self) -> Bool { text.string == string }
  }

  extension Optional where Wrapped == ReplicatingText {
    /// Whether there is a text that shows a string, as in `notes[id]?.text == "milk"`.
    public static func == (text: Self, string: String) -> Bool { text?.string == string }

    /// Whether there is no text that shows a string.
    public static func != (text: Self, string: String) -> Bool { text?.string != string }
  }
#endif
