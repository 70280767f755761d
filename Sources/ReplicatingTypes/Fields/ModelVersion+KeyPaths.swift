// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import BinaryCoding
  import Causality

  extension ModelVersion {
    /// The part of the version that belongs to one field.
    ///
    /// - Precondition: The model lists the field by its key path, and sends it in parts.
    /// - Complexity: O(*n*) in the fields.
    public subscript<Field: PersistentReplicable>(
      _ path: KeyPath<Model, Field>
    ) -> Field.Version {
      guard let place = Model.fields.all.firstIndex(where: { $0.place == path }) else {
        stop("\(Model.self) does not list \(path)")
      }
      return part(at: place)
    }
  }
#endif
