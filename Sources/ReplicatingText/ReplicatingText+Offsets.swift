// SPDX-License-Identifier: MIT

import BinaryCoding
import SequenceEngine

/// Conversions from one unit to another, by way of scalars:
///
/// ```swift
/// let scalar = text.utf16.scalarOffset(of: range.location)
/// let character = text.characters.offset(ofScalar: scalar)
/// ```
extension ReplicatingText.View {
  /// The number of scalars before a position.
  ///
  /// - Parameter offset: At most ``count``. An offset within a scalar counts as the scalar's start.
  /// - Complexity: In a text of *n* scalars, O(1) for scalars and O(log *n*) for UTF-16 units.
  ///   O(*n*) for `Character`s, because all `Character`s before the position are counted.
  public func scalarOffset(of offset: Int) -> Int {
    scalars(offset..<offset).lowerBound
  }

  /// The position of the unit that a scalar belongs to.
  ///
  /// - Parameter scalar: At most the number of scalars.
  /// - Complexity: that of ``scalarOffset(of:)``.
  public func offset(ofScalar scalar: Int) -> Int {
    let count = text.storage.rope.measure.scalars
    require(scalar >= 0 && scalar <= count, "\(scalar) is not within 0...\(count)")
    return Unit.count(0..<Unit.start(ofUnitAt: scalar, in: text), in: text)
  }
}
