// SPDX-License-Identifier: MIT

import BinaryCoding
import Difference
import SequenceEngine

/// Positions count `Character`s.
public enum CharacterUnit: TextUnit {
  public static func elements(of string: String) -> String { string }

  public static func element(at place: TextPlace, in text: ReplicatingText) -> Character? {
    let graphemes = Graphemes(text.storage)
    let start = graphemes.start(at: place.scalar)
    guard let end = graphemes.place(from: start, movedBy: 1) else { return nil }
    return text.string(scalars: start..<end).first
  }

  public static func place(
    _ place: TextPlace, movedBy count: Int, in text: ReplicatingText
  ) -> TextPlace? {
    let graphemes = Graphemes(text.storage)
    let start = graphemes.start(at: place.scalar)
    return graphemes.place(from: start, movedBy: count).map { TextPlace(scalar: $0) }
  }

  public static func distance(
    from start: TextPlace, to end: TextPlace, in text: ReplicatingText
  ) -> Int {
    let graphemes = Graphemes(text.storage)
    let (start, end) = (graphemes.start(at: start.scalar), graphemes.start(at: end.scalar))
    return start <= end ? graphemes.count(start..<end) : -graphemes.count(end..<start)
  }

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
