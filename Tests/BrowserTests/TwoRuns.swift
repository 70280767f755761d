// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicatingText

/// Steps done here with native texts, recorded with their results. `repeat.mjs` repeats them with the
/// module for browsers and compares.
///
/// Clock and chance are equal on both sides, so that the bytes must be.
final class TwoRuns: RecordedRuns {
  private var texts: [String: ReplicatingText] = [:]
  private var undos: [String: TextUndo] = [:]
  private var devices: [String: Int] = [:]
  private let environments: [ReplicationEnvironment]
  private var steps: [[Any]] = []

  init(devices: Int = 1) {
    environments = (0..<devices).map { device in
      // The same environment as in `repeat.mjs`: each byte is the number of the device.
      ReplicationEnvironment(
        milliseconds: { 1_700_000_000_000 },
        random: { UInt64(device + 1) * 0x0101_0101_0101_0101 })
    }
  }

  func read(_ name: String) -> ReplicatingText { texts[name] ?? ReplicatingText() }

  /// The steps to undo in the text of a name.
  func undo(_ name: String) -> TextUndo { undos[name] ?? TextUndo() }

  private func change(_ name: String, _ body: (inout ReplicatingText) -> Void) {
    environments[devices[name] ?? 0].run { body(&texts[name, default: ReplicatingText()]) }
  }

  // MARK: Steps

  func make(_ name: String, _ string: String = "", on device: Int = 0) {
    devices[name] = device
    texts[name] = environments[device].run { ReplicatingText(string) }
    steps.append(["make", name, string, device])
  }

  func copy(_ name: String, to copy: String) {
    devices[copy] = devices[name]
    texts[copy] = texts[name]
    steps.append(["copy", name, copy])
  }

  func replace(_ name: String, _ range: Range<Int>, with string: String) {
    change(name) { $0.utf16.replaceSubrange(range, with: string) }
    steps.append(["replace", name, range.lowerBound, range.upperBound, string])
  }

  func update(_ name: String, to string: String) {
    change(name) { $0.update(to: string) }
    steps.append(["update", name, string])
  }

  /// Merges a copy on the same device.
  func merge(_ other: String, into name: String) {
    let theirs = read(other)
    change(name) { $0.merge(theirs) }
    steps.append(["merge", other, name])
  }

  /// Merges on the other side alone. The merge must change nothing there.
  func mergeInVainThere(_ other: String, into name: String) {
    steps.append(["merge", other, name])
    compare(name)
  }

  /// Sends a text on any device the edits that it lacks.
  func send(_ name: String, to receiver: String) throws {
    let delta = read(name).delta(since: read(receiver).version)
    var failure: MissingHistory?
    change(receiver) { text in
      do throws(MissingHistory) {
        if let delta { try text.merge(delta: delta) }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    steps.append(["send", name, receiver, delta?.encoded().base64 ?? NSNull() as Any])
  }

  /// Opens saved bytes under a name, or records the refusal.
  func open(_ bytes: [UInt8], as name: String) {
    do throws(DecodingFailure) {
      texts[name] = try ReplicatingText(encoded: bytes)
      undos[name] = nil
      devices[name] = 0
      steps.append(["open", bytes.base64, name])
      compare(name)
    } catch {
      // The limits have other numbers on the other side.
      let words = error.description.contains("above") ? NSNull() : error.description as Any
      steps.append(["refuse", bytes.base64, error.code, words])
    }
  }

  /// Expects that the module refuses bytes that are sound here.
  func refuseThere(_ bytes: [UInt8], as code: String) {
    steps.append(["refuse", bytes.base64, code, NSNull()])
  }

  /// Merges a delta, or records the refusal.
  ///
  /// - Returns: Whether it was merged.
  func take(_ delta: [UInt8], into name: String) throws -> Bool {
    let value = try ReplicatingText.Delta(encoded: delta)
    var failure: MissingHistory?
    change(name) { text in
      do throws(MissingHistory) {
        try text.merge(delta: value)
      } catch {
        failure = error
      }
    }
    if let failure {
      steps.append(["refuseDelta", name, delta.base64, failure.code, failure.description])
    } else {
      steps.append(["mergeDelta", name, delta.base64])
    }
    compare(name)
    return failure == nil
  }

  /// Compares the delta of a text since a version.
  func compareDelta(of name: String, since version: [UInt8]) throws {
    let delta = read(name).delta(since: try ReplicatingText.Version(encoded: version))
    let bytes = delta?.encoded().base64 ?? NSNull() as Any
    steps.append(["compareDelta", name, version.base64, bytes])
  }

  /// Merges a delta that must be refused on both sides.
  func refuseDelta(_ delta: [UInt8], by name: String) throws {
    let value = try ReplicatingText.Delta(encoded: delta)
    do throws(MissingHistory) {
      try read(name).validate(value)
    } catch {
      return steps.append(["refuseDelta", name, delta.base64, error.code, error.description])
    }
    throw WrongRun(description: "\(name) took a delta that it should refuse")
  }

  /// Expects that the module refuses a delta that can be merged here.
  func refuseDeltaThere(_ delta: [UInt8], by name: String, as code: String) {
    steps.append(["refuseDelta", name, delta.base64, code, NSNull()])
  }

  /// Compares a text, its saved bytes and its version.
  func compare(_ name: String) {
    let text = read(name)
    let version = text.version.encoded()
    steps.append(["compare", name, text.string, text.encoded().base64, version.base64])
  }

  // MARK: Anchors and changes

  /// Compares the anchor of a position.
  func anchor(_ name: String, _ offset: Int, _ side: ReplicatingText.Anchor.Side) -> [UInt8] {
    let anchor = read(name).utf16.anchor(at: offset, side).encoded()
    let word = side == .after ? "after" : "before"
    steps.append(["anchor", name, offset, word, anchor.base64])
    return anchor
  }

  /// Compares the position of an anchor, or records the refusal of its bytes.
  func offset(_ name: String, of anchor: [UInt8]) {
    do throws(DecodingFailure) {
      let offset = read(name).utf16.offset(of: try ReplicatingText.Anchor(encoded: anchor))
      steps.append(["offset", name, anchor.base64, offset ?? NSNull() as Any])
    } catch {
      steps.append(["refuseCall", "offset", name, anchor.base64, error.code, error.description])
    }
  }

  /// Compares the changes since a version, or records the refusal.
  func changes(_ name: String, since version: [UInt8]) {
    func refuse(_ code: String, _ words: String) {
      steps.append(["refuseCall", "changesSince", name, version.base64, code, words])
    }
    let known: ReplicatingText.Version
    do throws(DecodingFailure) { known = try .init(encoded: version) } catch {
      return refuse(error.code, error.description)
    }
    do throws(MissingHistory) {
      let changes = try read(name).utf16.changes(since: known)
      steps.append(["changes", name, version.base64, changes.map(step)])
    } catch {
      refuse(error.code, error.description)
    }
  }

  private func step(_ change: ReplicatingText.Change) -> [String: Any] {
    [
      "start": change.old.lowerBound, "end": change.old.upperBound,
      "newStart": change.new.lowerBound, "text": change.string,
    ]
  }

  // MARK: Undoing

  /// Edits a text, to be undone.
  func undoably(_ name: String, replace range: Range<Int>, with string: String) {
    change(name) { text in
      undos[name, default: TextUndo()].edit(&text) {
        $0.utf16.replaceSubrange(range, with: string)
      }
    }
    steps.append(["undoReplace", name, range.lowerBound, range.upperBound, string])
  }

  /// Makes a text equal to another, to be undone.
  func undoably(_ name: String, updateTo string: String) {
    change(name) { text in
      undos[name, default: TextUndo()].edit(&text) { $0.update(to: string) }
    }
    steps.append(["undoUpdate", name, string])
  }

  /// Undoes a step, or redoes one, and compares the changes, or records the refusal.
  func reverse(_ name: String, _ isRedo: Bool = false) {
    let method = isRedo ? "redo" : "undo"
    change(name) { text in
      do throws(MissingHistory) {
        let changes =
          isRedo
          ? try undos[name, default: TextUndo()].redo(&text.utf16)
          : try undos[name, default: TextUndo()].undo(&text.utf16)
        steps.append(["reverse", method, name, changes.map(step)])
      } catch {
        steps.append(["refuseReverse", method, name, error.code, error.description])
      }
    }
    compareUndo(name)
  }

  func closeStep(_ name: String) {
    undos[name, default: TextUndo()].closeStep()
    steps.append(["closeStep", name])
  }

  /// Goes on with saved steps.
  func loadUndo(_ bytes: [UInt8], for name: String) throws {
    undos[name] = try TextUndo(encoded: bytes)
    steps.append(["loadUndo", name, bytes.base64])
    compareUndo(name)
  }

  /// Records the refusal of bytes of steps, which must be unusable.
  func refuseUndo(_ bytes: [UInt8], for name: String) throws {
    do throws(DecodingFailure) {
      _ = try TextUndo(encoded: bytes)
    } catch {
      return steps.append(["refuseUndo", name, bytes.base64, error.code, error.description])
    }
    throw WrongRun(description: "steps were read that should be refused")
  }

  private func compareUndo(_ name: String) {
    let undo = undo(name)
    steps.append(["compareUndo", name, undo.encoded().base64, undo.canUndo, undo.canRedo])
  }

  // MARK: The other side

  /// Runs all steps in the module.
  ///
  /// - Returns: The differences; empty if there are none.
  func differences() throws -> String {
    try Node.differences(of: steps, devices: environments.count, in: Node.module, by: "repeat.mjs")
  }
}

struct WrongRun: Error, CustomStringConvertible {
  var description: String
}

extension [UInt8] {
  var base64: String { Base64.encode(self) }
}

extension MissingHistory {
  /// The code of the error in `decent.mjs`.
  var code: String {
    switch reason {
    case .notHereYet: "missing-history"
    case .dropped: "history-dropped"
    case .contradicting: "history-contradicts"
    }
  }
}

extension DecodingFailure {
  /// The code of the error in `decent.mjs`.
  var code: String {
    switch self {
    case .truncated: "truncated"
    case .corrupt: "corrupt"
    case .newer, .newerField, .newerValue: "newer"
    case .older: "older"
    case .foreign, .foreignField, .foreignValue: "foreign"
    }
  }
}
