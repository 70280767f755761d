// SPDX-License-Identifier: MIT

#if hasFeature(Embedded)
  extension HeldFields {
    /// No field is held in Embedded Swift: all of them would have to be compiled for contents of any
    /// form.
    static func field(_ id: FieldID) -> ModelField<HeldFields>? { nil }
  }
#endif
