// SPDX-License-Identifier: MIT

/// A part of an object: one claim, on its way into a document.
package struct IncomingPart: Sendable {
  /// The name under which the object was read.
  package let object: ObjectName
  /// The reference in the bytes of the object.
  package let reference: SegmentReference
  /// The index of the part in its object.
  package let place: Int
  package let claim: Claim
}

/// An object whose parts were all taken in.
package struct WholeObject: Equatable, Sendable {
  package let name: ObjectName
  package let reference: SegmentReference
  /// The number of the object's parts.
  package let parts: Int
}

extension SealedObject {
  /// The parts of the object, with the name under which the object was read.
  package func parts(named name: ObjectName) -> [IncomingPart] {
    claims.enumerated().map {
      IncomingPart(object: name, reference: reference, place: $0.offset, claim: $0.element)
    }
  }

  /// The record to note once all parts of the object are taken in.
  package func whole(named name: ObjectName) -> WholeObject {
    WholeObject(name: name, reference: reference, parts: claims.count)
  }
}

/// The outcome of taking in parts.
package struct TakeOutcome: Sendable {
  /// The parts that could not be taken in yet.
  package var held: [(part: IncomingPart, reason: HeldChange.Reason)] = []
  /// The documents that took in changes.
  package var changed: Set<DocumentID> = []
  /// Known objects that are to be read again, in this run if they are listed.
  package var reread: Set<ObjectName> = []
}
