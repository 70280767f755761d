// SPDX-License-Identifier: MIT

import BinaryCoding
import Difference
import SequenceEngine

/// Positions count `Character`s.
public enum CharacterUnit: TextUnit {
  public static func count(_ text: ReplicatingText) -> Int {
    count(0..<text.storage.rope.measure.scalars, in: text)
  }

  public static func count(_ scalars: Range<Int>, in text: ReplicatingText) -> Int {
    Graphemes(text.storage).count(scalars)
  }

  public static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int> {
    guard let scalars = Graphemes(text.storage).scalars(ofCharacters: range) else {
      stop(outside(range, of: count(text)))
    }
    return scalars
  }

  public static func start(ofUnitAt scalar: Int, in text: ReplicatingText) -> Int {
    Graphemes(text.storage).start(at: scalar)
  }

  public static func wholeUnits(
    _ replacements: [Replacement], from old: ReplicatingText, to new: ReplicatingText
  ) -> [Replacement] {
    WholeCharacters(Graphemes(old.storage), Graphemes(new.storage)).widen(replacements)
  }
}
