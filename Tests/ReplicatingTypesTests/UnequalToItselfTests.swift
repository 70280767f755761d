// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

private let none = Double.nan

/// A model with a constant that says "not set" by a value which does not equal itself.
private struct Place: ReplicatingModel {
  private(set) var latitude = none
  var name = ReplicatingRegister(default: "")
  var heights = ReplicatingArray<Double>()
  var depths = ReplicatingDictionary<String, Double>()

  init() {}

  init(latitude: Double) {
    self.latitude = latitude
  }

  static let kind = "com.example.place"
  static let fields = FieldList(
    ("name", \Place.name), ("heights", \.heights), ("depths", \.depths),
    constants: ("latitude", \.latitude))
}

/// Contents that do not equal themselves, as `Double.nan` does not, are the same if they have the same
/// bytes.
@Suite struct UnequalToItselfTests {
  @Test func updatingAnArrayToWhatItHoldsIsNoEdit() throws {
    var array: ReplicatingArray<Double> = [1, none, none, 2]
    let version = array.version
    array.update(to: [1, none, none, 2])
    #expect(array.version == version)
    array = try ReplicatingArray(encoded: array.encoded())
    array.update(to: [1, none, none, 2])
    #expect(array.version == version)
  }

  @Test func updatingAnArrayLeavesElementsInPlace() {
    var array: ReplicatingArray<Double> = [1, none, 2]
    var other = array
    array.update(to: [1, none, 3])
    other.update(to: [none, 2])
    array.merge(other)
    #expect(array.count == 2)
    #expect(array[0].isNaN && array[1] == 3)
    let version = array.version
    // All of them are saved as one.
    array.update(to: [-none, 3])
    #expect(array.version == version)
  }

  @Test func partsAssignedAgainAreNoEdit() {
    var places: ReplicatingDictionary<String, Place> = ["a": Place(latitude: 1)]
    places["a"]?.heights = [none, 1]
    places["a"]?.depths = ["x": none]
    let version = places.version
    places["a"]?.heights = [none, 1]
    places["a"]?.depths = ["x": none]
    #expect(places.version == version)
  }

  @Test func aRegisterEqualsItsCopy() throws {
    let register = ReplicatingRegister([none, 1])
    #expect(try register == ReplicatingRegister(encoded: register.encoded()))
    let choice = ReplicatingMultiValueRegister([none, 1])
    #expect(try choice == ReplicatingMultiValueRegister(encoded: choice.encoded()))
  }

  @Test func updatingAnArrayOfListsIsNoEdit() throws {
    var array: ReplicatingArray<[Double]> = [[none], [1]]
    let version = array.version
    array.update(to: [[none], [1]])
    #expect(array.version == version)
    array = try ReplicatingArray(encoded: array.encoded())
    array.update(to: [[none], [1]])
    #expect(array.version == version)
  }

  @Test func aDictionaryEqualsItsCopy() throws {
    let plain: ReplicatingDictionary<String, Double> = ["a": none, "b": 1]
    #expect(try plain == ReplicatingDictionary(encoded: plain.encoded()))
    let ordered: ReplicatingOrderedDictionary<String, [Double]> = ["a": [none], "b": [1]]
    #expect(try ordered == ReplicatingOrderedDictionary(encoded: ordered.encoded()))
    var other = plain
    other["a"] = none
    #expect(plain != other)
  }

  @Test(arguments: [none, 1])
  func aModelWithAConstantEqualsItsCopy(latitude: Double) throws {
    let place = Place(latitude: latitude)
    let copy = try Place(encoded: place.encoded())
    #expect(place == copy)
    #expect(place.version == copy.version)
    #expect(place.contains(copy.version))
    #expect(place.delta(since: copy.version) == nil)
    #expect(place.disagreement(with: copy) == nil)
    #expect(place.merged(with: copy) == place)
    #expect(Place().merged(with: place) == place)
    #expect(place.merged(with: Place()) == place)
    var places: ReplicatingDictionary<String, Place> = ["a": place]
    let version = places.version
    places["a"] = copy
    #expect(places.version == version)
  }
}
