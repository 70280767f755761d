// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import RollYourOwn

extension LastWriterRegister where Value == Int {
  static var subject: LawSubject<Self, Int> {
    LawSubject(
      "a register", make: { Self(default: 0) }, edits: [Edits.set(\.value)], observe: \.value,
      promise: .oneOfTheLastEdits(items: { ["\($0.value)"] }),
      code: "LastWriterRegister(default: 0)")
  }
}

extension GrowOnlySet where Element == Int {
  static var subject: LawSubject<Self, [Int]> {
    LawSubject(
      "an add-only set", make: { Self() },
      edits: [
        { set, random in
          let number = random.below(100_000)
          set.insert(number)
          return Edit("insert \(number)", code: "replica.insert(\(number))")
        }
      ],
      observe: { $0.elements.sorted() },
      promise: .additionsSurvive(items: { Set($0.elements.map { "\($0)" }) }))
  }
}

extension TombstoneSet where Element == String {
  static var subject: LawSubject<Self, [String]> {
    LawSubject(
      "a set", make: { Self() },
      edits: Edits.insertAndRemove({ $0.insert($1) }, { $0.remove($1) }),
      observe: { $0.elements.sorted() }, promise: .lastEditDecides(items: { $0.elements }))
  }
}

extension IdentityList where Element == String {
  static var nothingIsLost: Promise<Self> { .additionsSurvive(items: { Set($0.elements) }) }

  static func subject(promise: Promise<Self>?) -> LawSubject<Self, [String]> {
    LawSubject(
      "a list", make: { Self() },
      edits: [
        { list, random in
          let index = random.below(list.elements.count + 1)
          // Two edits of one schedule may have the same chance, and each item needs another name.
          let element = ReplicationEnvironment.current.newDot().description
          list.insert(element, at: index)
          return Edit(
            "insert \(element)", code: "replica.insert(\"\(element)\", at: \(index))")
        },
        { list, random in
          if list.elements.isEmpty { return "remove nothing" }
          let index = random.below(list.elements.count)
          list.remove(at: index)
          return Edit("remove item \(index)", code: "replica.remove(at: \(index))")
        },
      ],
      observe: \.elements, promise: promise)
  }
}

/// Edits that several types have.
enum Edits {
  typealias RandomEdit<Value> = (inout Value, inout SeededGenerator) -> Edit

  static func set<Value>(_ property: WritableKeyPath<Value, Int>) -> RandomEdit<Value> {
    { register, random in
      let value = (register[keyPath: property] + 1 + random.below(2)) % 3
      register[keyPath: property] = value
      return Edit("set \(value)", code: "replica.value = \(value)")
    }
  }

  static func insertAndRemove<Value>(
    _ insert: @escaping (inout Value, String) -> Void,
    _ remove: @escaping (inout Value, String) -> Void
  ) -> [RandomEdit<Value>] {
    [("insert", insert), ("remove", remove)].map { name, edit in
      { value, random in
        let element = random.pick(["a", "b", "c"])
        edit(&value, element)
        return Edit(
          "\(name) \(element)", touching: [element], code: "replica.\(name)(\"\(element)\")")
      }
    }
  }
}
