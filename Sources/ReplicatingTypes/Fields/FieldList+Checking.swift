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

    /// The fault of the first stored property that no listed field accounts for. A model with a
    /// mirror of its own is not checked.
    private static func unlistedProperty(
      in fields: [ModelField<Model>], of blank: Model
    ) -> String? {
      guard !(blank is any CustomReflectable) else { return nil }
      for property in unlistedProperties(in: fields, of: blank) {
        if property.value is NewerFields {
          if blank.newerFields.areKept, property.name == "newerFields" { continue }
          return """
            \(Model.self) cannot set \(property.name): declare it as var newerFields = NewerFields(), \
            as visible as the model
            """
        }
        return """
          \(Model.self) stores \(property.name): \(property.type), which its list of fields lacks, so it \
          would be lost when saved: \(remedy(for: property))
          """
      }
      return nil
    }

    /// The checked properties that no field accounts for. A field accounts for the property at its
    /// offset. A field without an offset, as of a computed or observed property, accounts for one
    /// property of its type: for that named as its key, if there is one.
    private static func unlistedProperties(
      in fields: [ModelField<Model>], of blank: Model
    ) -> [StoredProperty] {
      let (all, haveOffsets) = StoredProperty.all(of: blank)
      var properties = all.filter { !Model.uncheckedProperties.contains($0.name) }
      var left = fields.map { field in
        let path = haveOffsets ? field.place as? PartialKeyPath<Model> : nil
        return (field: field, offset: path.flatMap { MemoryLayout<Model>.offset(of: $0) })
      }
      let rules: [(_ key: String, _ offset: Int?, StoredProperty) -> Bool] = [
        { _, offset, property in offset == property.offset },
        { key, offset, property in offset == nil && key == property.key },
        { _, offset, _ in offset == nil },
      ]
      for accounts in rules {
        properties.removeAll { property in
          let place = left.firstIndex { field, offset in
            field.type == property.type && accounts(field.key, offset, property)
          }
          if let place { left.remove(at: place) }
          return place != nil
        }
      }
      return properties
    }

    private static func remedy(for property: StoredProperty) -> String {
      if property.value is any Replicable {
        return "list it, as in (\"\(property.key)\", \\.\(property.name))"
      }
      return """
        make it a ReplicatingRegister(default:) or a constant and list it, make it computed or \
        static, or name it in uncheckedProperties
        """
    }
  }

  /// A stored property of a model.
  private struct StoredProperty {
    /// The name in the model's source, such as `$title` for the register of a `@Replicated` title.
    let name: String
    /// The register of a `@Replicated` property, or the value of any other property.
    let value: Any
    let offset: Int

    /// The usual key of a field in this property.
    var key: String { name.hasPrefix("$") ? String(name.dropFirst()) : name }
    var type: Any.Type { Swift.type(of: value) }

    /// All stored properties of a model, in order, and whether their offsets are known. A property
    /// of a protocol type hides its size, and so the offsets of the properties after it.
    static func all<Model>(of model: Model) -> (properties: [Self], haveOffsets: Bool) {
      var (properties, end): ([Self], Int) = ([], 0)
      for child in Mirror(reflecting: model).children {
        let (size, alignment) = _openExistential(child.value, do: layout)
        let offset = (end + alignment - 1) / alignment * alignment
        let register = (child.value as? any RegisterProperty)?.register
        let label = (child.label ?? "").droppingLazyPrefix
        // The compiler stores the wrapper of `$title` as `_title`.
        let name = register == nil ? label : "$" + label.dropFirst()
        properties.append(Self(name: name, value: register ?? child.value, offset: offset))
        end = offset + size
      }
      return (properties, end == MemoryLayout<Model>.size)
    }
  }

  private func layout<Value>(of value: Value) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
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
