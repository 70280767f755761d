// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync

extension Refusal {
  /// The refusal for an error of an action.
  init(of error: any Error) {
    switch error {
    case let refusal as Refusal: self = refusal
    case let failure as ExchangeFailure: self.init(failure)
    case let failure as EditRefusal: self.init(failure)
    case let failure as LibraryFailure: self.init(failure)
    case let failure as DatabaseFailure: self.init(failure)
    case let failure as RetirementFailure: self.init(failure)
    default: self.init(500, "failed", "\(error)")
    }
  }

  private init(_ failure: ExchangeFailure) {
    switch failure {
    case .unreadable(let reason):
      self.init(400, reason.isNewer ? "newer" : "unreadable", "\(failure)")
    case .missingHistory: self.init(409, "missing-history", "\(failure)")
    case .removed: self.init(410, "purged", "\(failure)")
    }
  }

  private init(_ failure: EditRefusal) {
    switch failure {
    case .newerField: self.init(400, "newer", "\(failure)")
    case .unsuitable: self.init(422, "unsuitable", "\(failure)")
    }
  }

  private init(_ failure: LibraryFailure) {
    switch failure {
    case .unknownNote, .unknownVersion: self.init(404, "nothing-there", "\(failure)")
    case .forgottenText: self.init(410, "forgotten", "\(failure)")
    case .damagedDocument, .newerDocument: self.init(500, "damaged", "\(failure)")
    default: self.init(400, "refused", "\(failure)")
    }
  }

  private init(_ failure: RetirementFailure) {
    switch failure {
    case .thisDevice: self.init(409, "this-device", "\(failure)")
    case .unknownDevice: self.init(404, "no-such-device", "\(failure)")
    case .tooMany: self.init(409, "too-many-devices", "\(failure)")
    }
  }

  private init(_ failure: DatabaseFailure) {
    switch failure.code {
    case .busy: self.init(503, "busy", "\(failure)")
    case .full: self.init(507, "disk-full", "\(failure)")
    default: self.init(500, "failed", "\(failure)")
    }
  }
}
