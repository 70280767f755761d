// SPDX-License-Identifier: MIT

import CharacterCoding
import Foundation
import ReplicatingTypes
import Testing

/// A type of an app that merges by hand and knows of no versions.
private struct Dish: Identifiable, Replicable, Codable, Equatable {
  enum Effort: Int, Codable { case little, much }
  enum Course: String, Codable, CaseIterable { case starter, main, dessert }

  var id: UUID = .init()
  var name: ReplicatingRegister<String> = .init("A dish")
  var steps: ReplicatingArray<String> = .init()
  var story: ReplicatingArray<Character> = .init()
  var courses: ReplicatingSet<Course> = .init()
  var cooks: ReplicatingAddOnlySet<String> = .init()
  var effort: ReplicatingRegister<Effort> = .init(.little)
  var created: Date = .init()

  func merged(with other: Dish) -> Dish {
    var result = self
    result.name = name.merged(with: other.name)
    result.steps = steps.merged(with: other.steps)
    result.story = story.merged(with: other.story)
    result.courses = courses.merged(with: other.courses)
    result.cooks = cooks.merged(with: other.cooks)
    result.effort = effort.merged(with: other.effort)
    return result
  }
}

/// The menu of an app: its dishes, and the order in which they stand.
private struct Menu: Replicable, Codable, Equatable {
  private var dishesByID: ReplicatingDictionary<Dish.ID, Dish> = .init()
  private var order: ReplicatingArray<Dish.ID> = .init()

  var dishes: [Dish] { order.compactMap { dishesByID[$0] } }

  subscript(_ index: Int) -> Dish {
    get { dishesByID[order[index], default: Dish()] }
    set { dishesByID[order[index]] = newValue }
  }

  mutating func append(_ dish: Dish) {
    dishesByID[dish.id] = dish
    order.append(dish.id)
  }

  mutating func remove(at index: Int) {
    dishesByID[order.remove(at: index)] = nil
  }

  func merged(with other: Menu) -> Menu {
    var result = self
    result.dishesByID = dishesByID.merged(with: other.dishesByID)
    result.order = order.merged(with: other.order)
    return result
  }
}

/// The interface that readers of the series know, used as they use it, by code that imports what an
/// app imports.
@Suite struct SeriesInterfaceTests {
  private func copyThroughJSON<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  /// Merges as code does that knows of no more than the protocol.
  private func merge<Value: Replicable>(_ left: Value, _ right: Value) -> Value {
    left.merged(with: right)
  }

  @Test func registers() throws {
    var mine: ReplicatingRegister<Int> = .init(1)
    let yours: ReplicatingRegister<Int> = .init(2)
    #expect(merge(mine, yours).value == 2)
    mine.value = 3
    #expect(mine.merged(with: yours).value == 3 && yours.merged(with: mine).value == 3)
    #expect(try copyThroughJSON(mine) == mine)
    #expect([mine: "in a dictionary"][mine] != nil)
  }

  @Test func addOnlySets() throws {
    var mine: ReplicatingAddOnlySet<Int> = .init(Set(arrayLiteral: 4, 5))
    let yours: ReplicatingAddOnlySet<Int> = .init(Set([9]))
    mine.insert(6)
    mine.insert(6)
    let values: Set<Int> = mine.values
    #expect(values == [4, 5, 6])
    let merged = merge(mine, yours)
    #expect(merged.values == [4, 5, 6, 9] && merged.merged(with: mine) == merged)
    #expect(try copyThroughJSON(merged) == merged)
    #expect(ReplicatingAddOnlySet<String>().values.isEmpty)
  }

  @Test func sets() throws {
    var mine: ReplicatingSet<Int> = .init(array: [1, 2, 2])
    var yours: ReplicatingSet<Int> = [10, 11]
    let count: Int = mine.count
    #expect(count == 2)
    let isNew = mine.insert(3)
    #expect(isNew && !mine.insert(2))
    #expect(mine.insert(4).inserted && mine.remove(4) == 4)
    #expect(mine.remove(1) == 1 && mine.remove(1) == nil && !mine.contains(1))
    yours.remove(10)
    let values: Set<Int> = mine.merged(with: yours).values
    #expect(values == [2, 3, 11] && values == merge(yours, mine).values)
    #expect(try copyThroughJSON(mine) == mine)
    #expect(Set([mine, mine]).count == 1)
    mine.values.forEach { mine.remove($0) }
    #expect(mine.count == 0 && ReplicatingSet<Int>().count == 0)
  }

  @Test func dictionaries() throws {
    var mine: ReplicatingDictionary<String, Int> = .init()
    var yours: ReplicatingDictionary<String, Int> = .init()
    mine["salt"] = 1
    mine["salt"] = 2
    mine["milk"] = 3
    mine["milk"] = nil
    mine["oats"] = nil
    yours["eggs"] = 4
    let (keys, values, dictionary): ([String], [Int], [String: Int]) = (
      mine.keys, mine.values, mine.dictionary
    )
    #expect(keys == ["salt"] && values == [2] && dictionary == ["salt": 2])
    let count: Int = mine.count
    #expect(count == 1 && mine["salt"] == 2 && mine["milk"] == nil)
    let merged = merge(mine, yours)
    #expect(merged.dictionary == ["salt": 2, "eggs": 4] && merged == yours.merged(with: mine))
    #expect(try copyThroughJSON(merged) == merged && Set([merged, merged]).count == 1)
  }

  @Test func dictionariesOfSets() throws {
    var mine: ReplicatingDictionary<String, ReplicatingSet<Int>> = .init()
    mine["1"] = .init(array: [1, 2])
    var yours = mine
    mine["1"]!.insert(3)
    yours["1"]?.insert(4)
    yours["1"]?.remove(1)
    yours["2"] = [5]
    let merged = merge(mine, yours)
    #expect(merged["1"]!.values == [2, 3, 4] && merged["2"]!.values == [5])
    #expect(merged.dictionary.values.flatMap { $0.values }.sorted() == [2, 3, 4, 5])
    #expect(try copyThroughJSON(merged) == yours.merged(with: mine))
  }

  @Test func arrays() throws {
    var mine: ReplicatingArray<Int> = .init()
    mine.append(1)
    mine.insert(2, at: 0)
    mine.append(3)
    #expect(mine.remove(at: 1) == 1)
    mine[0] = 7
    #expect(mine.values == [7, 3] && mine.count == 2)
    let loops: [Int] = mine.enumerated().map { $0.offset + $0.element }
    #expect(loops == [7, 4] && mine.startIndex == 0 && mine.index(after: 0) == 1)
    var yours: ReplicatingArray<Int> = [5]
    #expect(try copyThroughJSON(yours) == yours)
    yours.append(6)
    #expect(merge(mine, yours) == merge(yours, mine))
    #expect(Set([mine, mine, yours]).count == 2)
  }

  @Test func ofTwoHistoriesTheLongerStandsFirst() {
    let short: ReplicatingArray<Int> = [1, 2]
    var long: ReplicatingArray<Int> = []
    long.append(0)
    long.remove(at: 0)
    for number in 7...8 { long.append(number) }
    #expect(short.merged(with: long).values == [7, 8, 1, 2])
    #expect(long.merged(with: short).values == [7, 8, 1, 2])
  }

  @Test func newerLettersComeFirst() throws {
    var mine: ReplicatingArray<Character> = .init()
    for letter in "THEAT" { mine.append(letter) }
    var yours = mine
    yours.insert("C", at: 3)
    yours.append("R")
    yours.append("E")
    let merged = mine.merged(with: yours)
    #expect(String(merged.values) == "THECATRE")
    #expect(try copyThroughJSON(merged) == yours.merged(with: mine))
  }

  @Test func arraysFollowADifference() {
    var array: ReplicatingArray<Character> = .init()
    for text in ["milk", "milk and bread", "oat milk"] {
      for change in text.difference(from: String(array.values)) {
        switch change {
        case .insert(let offset, let element, _): array.insert(element, at: offset)
        case .remove(let offset, _, _): array.remove(at: offset)
        }
      }
      #expect(String(array.values) == text)
    }
  }

  @Test func typesOfAnApp() throws {
    let base = Dish()
    var (mine, yours) = (base, base)
    mine.name.value = "Soup"
    mine.courses.insert(.starter)
    mine.steps.append("Boil")
    yours.effort.value = .much
    yours.steps.append("Serve")
    yours.cooks.insert("Ada")
    yours.story.append("!")
    var merged = merge(mine, try copyThroughJSON(yours))
    #expect(merged == yours.merged(with: mine) && merged.merged(with: merged) == merged)
    #expect(merged.name.value == "Soup" && merged.effort.value == .much)
    #expect(Set(merged.steps) == ["Boil", "Serve"] && merged.cooks.values == ["Ada"])
    #expect(merged.story.values == ["!"])
    let before = merged
    merged.merge(base)
    #expect(merged == before)
  }

  /// What arrived while a form was open is not dropped when the form is saved.
  @Test func aDishThatIsAssignedIsMerged() {
    var dishes: ReplicatingDictionary<Int, Dish> = .init()
    dishes[1] = Dish()
    var form = dishes[1]!
    dishes[1]!.courses.insert(.main)
    form.name.value = "Soup"
    dishes[1] = form
    #expect(dishes[1]!.name.value == "Soup" && dishes[1]!.courses.values == [.main])
  }

  @Test func aMenuOfDishes() throws {
    var mine = Menu()
    for name in ["Soup", "Rice", "Cake"] { mine.append(Dish(name: .init(name))) }
    var yours = try copyThroughJSON(mine)
    mine[0].courses.insert(.starter)
    yours[0].name.value = "Broth"
    yours[2].story.append("S")
    yours.remove(at: 1)
    mine.append(Dish(name: .init("Tea")))
    let merged = merge(mine, yours)
    #expect(merged == yours.merged(with: mine) && merged.merged(with: mine) == merged)
    #expect(merged.dishes.map(\.name.value) == ["Broth", "Cake", "Tea"])
    #expect(merged[0].courses.values == [.starter] && merged[1].story.values == ["S"])
  }
}
