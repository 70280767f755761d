// SPDX-License-Identifier: MIT

extension PendingObject {
  /// The fault of the object and its remedy, in words.
  ///
  /// - Parameter isReplaced: Whether the object is damaged and no longer needed, like an object in
  ///   `SyncStatus.replaced`.
  public func message(isReplaced: Bool = false) -> String {
    if isReplaced { return "it is damaged, but no longer needed; it may be deleted" }
    return switch fault {
    case .foreign where !isRepairable, .damaged where !isRepairable:
      "it is no file of Decent; move it away"
    case .damaged, .foreign:
      """
      it is damaged; a device that has what it held sends that again, and then it can be deleted
      """
    case .newer: "a newer version wrote it; update the program here"
    case .unfit:
      "it holds a value that a type of this app does not read; the next version of the app must"
    case .older:
      """
      an earlier program wrote it; export with that program, import here, then move it away
      """
    case .tooLarge: "it is too large to be a file of Decent; move it away"
    case .early: "it builds on changes that are not here yet; sync again later"
    case .unusable:
      """
      it lacks changes that it states; a device that has them sends them again, and then it can be \
      deleted
      """
    case .blocked:
      "a document that it changes is damaged in this library; repair that, then sync again"
    case .refused: "it holds what no device writes, and is not taken in; delete it"
    case .unreachable: "it could not be read; check its permissions and its disk, then sync again"
    }
  }
}

extension SyncProblem: CustomStringConvertible {
  public var description: String { message(at: name.text) }

  /// The problem, the object and the remedy, in words.
  ///
  /// - Parameter place: The place where a person finds the object: ``ObjectStore/place(of:)``.
  public func message(at place: String) -> String {
    if case .store(let error) = reason { return "\(place): \(error.reason); \(error.advice)" }
    guard let fault = reason.fault else {
      return "\(place): it reads otherwise than it was written; sync again"
    }
    let object = PendingObject(info: ObjectInfo(name: name, size: 0), fault: fault)
    return "\(place): \(object.message())"
  }
}
