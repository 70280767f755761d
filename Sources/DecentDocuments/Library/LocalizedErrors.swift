// SPDX-License-Identifier: MIT

import Foundation

// The layers below do not import Foundation. An app that shows `localizedDescription` imports this
// target, and so gets the descriptions of the errors of those layers.

extension DatabaseFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension DecodingFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension DocumentFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension EncodingFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension ExchangeFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension HeldChange.Reason: LocalizedError {
  public var errorDescription: String? { description }
}

extension MissingHistory: LocalizedError {
  public var errorDescription: String? { description }
}

extension RetirementFailure: LocalizedError {
  public var errorDescription: String? { description }
}

extension StoreError: LocalizedError {
  public var errorDescription: String? { description }
}

extension WatchInUse: LocalizedError {
  public var errorDescription: String? { description }
}
