// SPDX-License-Identifier: MIT

import DecentSync

extension PendingObject {
  /// What is wrong with the object, and what to do.
  var message: String {
    switch fault {
    case .damaged:
      """
      it is damaged; a device that has what it held sends that again, and then it can be deleted
      """
    case .foreign: "it is no file of Decent; move it away"
    case .newer: "a newer version wrote it; update Decent here"
    case .tooLarge: "it is too large to be a file of Decent; move it away"
    case .early: "it builds on changes that are not here yet; sync again later"
    case .unusable:
      "some of what it says means nothing to this version; update Decent here and where it was made"
    case .unreachable: "it could not be read; check its permissions and its disk, then sync again"
    }
  }
}
