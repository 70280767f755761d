// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  import Causality

  extension FieldList {
    /// The first fault of a list, as a sentence without a full stop; nil if the list has no fault.
    ///
    /// - Complexity: O(*n*²) in the stored properties.
    static func fault(in fields: [ModelField<Model>], of blank: Model) -> String? {
      repeatedKey(in: fields) ?? repeatedProperty(in: fields)
        ?? changingBeginning(in: fields, of: blank) ?? editedField(in: fields, of: blank)
        ?? unlistedProperty(in: fields, of: blank)
    }

    private static func repeatedKey(in fields: [ModelField<Model>]) -> String? {
      if fields.first?.key.isEmpty == true { return "a key in the list of \(Model.self) is empty" }
      for (field, next) in zip(fields, fields.dropFirst())
      where field.key.utf8.elementsEqual(next.key.utf8) {
        return """
          \(Model.self) lists the key \"\(field.key)\" twice, so one field would be saved as the \
          other: give each field a key of its own
          """
      }
      return nil
    }

    private static func repeatedProperty(in fields: [ModelField<Model>]) -> String? {
      var keys: [AnyKeyPath: String] = [:]
      for field in fields {
        if let place = field.place, let key = keys.updateValue(field.key, forKey: place) {
          return """
            \(Model.self) lists one property under two keys, \"\(key)\" and \"\(field.key)\": list each \
            property once
            """
        }
      }
      return nil
    }

    /// The fault of a field whose initial value differs from one new model to the next: a constant,
    /// another field that travels whole, or a register. No two copies would agree on that value.
    private static func changingBeginning(
      in fields: [ModelField<Model>], of blank: Model
    ) -> String? {
      let another = Model()
      guard
        let field = fields.first(where: {
          $0.version(of: blank) == nil && !$0.areEqual(blank, another)
        })
      else { return nil }
      return """
        the \(field.shape == .constant ? "constant" : "field") "\(field.key)" of \(Model.self) begins \
        with another value each time, so no two copies would agree: give it a fixed value, and set \
        it in an initialiser
        """
    }

    /// The fault of a field that has an edit in a new model. Each new model would repeat the edit,
    /// later than the edits of people, and a merge would replace or double what people entered.
    private static func editedField(
      in fields: [ModelField<Model>], of blank: Model
    ) -> String? {
      guard let field = fields.first(where: { $0.version(of: blank) != nil }) else { return nil }
      return """
        "\(field.key)" of \(Model.self) has contents in init(), so that each new copy would set them \
        again over what people set: begin with ReplicatingRegister(default:) or an empty value, and \
        add contents in an initialiser with parameters
        """
    }

    /// The fault of the first stored property whose type is the type of no listed field. A model
    /// with a mirror of its own is not checked. Each field counts for one property only.
    private static func unlistedProperty(
      in fields: [ModelField<Model>], of blank: Model
    ) -> String? {
      guard !(blank is any CustomReflectable) else { return nil }
      var types = fields.map { ObjectIdentifier($0.type) }
      for child in Mirror(reflecting: blank).children {
        let register = (child.value as? any RegisterProperty)?.register
        let label = (child.label ?? "").droppingLazyPrefix
        // The compiler stores the wrapper of `$title` as `_title`.
        let name = register == nil ? label : "$" + label.dropFirst()
        let value = register ?? child.value
        let type = type(of: value)
        if Model.uncheckedProperties.contains(name) { continue }
        if value is NewerFields {
          if blank.newerFields.areKept, name == "newerFields" { continue }
          return """
            \(Model.self) cannot set \(name): declare it as var newerFields = NewerFields(), as visible \
            as the model
            """
        }
        guard let place = types.firstIndex(of: ObjectIdentifier(type)) else {
          return """
            \(Model.self) stores \(name): \(type), which its list of fields lacks, so it would be \
            lost when saved: \(remedy(for: value, named: name))
            """
        }
        types.remove(at: place)
      }
      return nil
    }

    private static func remedy(for value: Any, named name: String) -> String {
      if value is any Replicable {
        let key = name.hasPrefix("$") ? String(name.dropFirst()) : name
        return "list it, as in (\"\(key)\", \\.\(name))"
      }
      return """
        make it a ReplicatingRegister(default:) or a constant and list it, make it computed or \
        static, or name it in uncheckedProperties
        """
    }
  }

  extension String {
    /// The name of a property, without the compiler's prefix for lazy properties.
    fileprivate var droppingLazyPrefix: String {
      let prefix = "$__lazy_storage_$_"
      return hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
  }

#else
  extension FieldList {
    /// Embedded Swift cannot look into a model. All other builds check the list.
    static func fault(in fields: [ModelField<Model>], of blank: Model) -> String? { nil }
  }
#endif
