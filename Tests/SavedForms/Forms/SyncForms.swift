// SPDX-License-Identifier: MIT

import Causality
import DecentSync

/// The objects that devices upload.
enum SyncForms {
  static let all: [any SavedForm] = [
    logObject, packedObject, acknowledgement, card,
  ]

  private static let acknowledgement = PlainForm(name: "acknowledgement") {
    let device = DeviceID(rawValue: 7)
    let last = DeviceID(rawValue: .max)
    let objects = ["log/a", "log/\(last)-2 (conflicted copy)"].compactMap { ObjectName($0) }
      .map { ObjectInfo(name: $0, size: 300) }
    return [
      (
        "empty",
        Acknowledgement(
          device: device, number: 1, applied: [:], basis: 0, digest: nil, unreadable: [])
      ),
      (
        "two-devices",
        Acknowledgement(
          device: last, number: Acknowledgement.maximumNumber, applied: [device: 1, last: 300],
          basis: .max, digest: 1, unreadable: objects)
      ),
    ]
  } show: { (acknowledgement: Acknowledgement) in
    let applied = acknowledgement.applied.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let unreadable = acknowledgement.unreadable.map { "\($0.name) \($0.size)" }
    return """
      \(acknowledgement.device) \(acknowledgement.number) \(ShownText.list(applied)) \
      \(acknowledgement.basis) \(acknowledgement.digest.map { "\($0)" } ?? "-") \
      \(ShownText.list(unreadable))
      """
  }

  private static let card = PlainForm(name: "device-card") {
    let device = DeviceID(rawValue: 7)
    let last = DeviceID(rawValue: .max)
    return [
      ("empty", DeviceCard(device: device, number: 1, deviceName: "", retired: [])),
      (
        "two-retired",
        DeviceCard(
          device: last, number: DeviceCard.maximumNumber, deviceName: "büro",
          retired: [last, device])
      ),
    ]
  } show: { (card: DeviceCard) in
    let retired = card.retired.map { "\($0)" }
    return "\(card.device) \(card.number) \(card.deviceName) \(ShownText.list(retired))"
  }

  private static let logObject = PlainForm(name: "log-object-of-nested-frames") {
    var (base, news) = (VersionVector(), VersionVector())
    let run = RunID(rawValue: 9)
    base.advance(SessionID(run: run, number: 0), to: 1)
    news.advance(SessionID(run: run, number: 3), to: 2)
    return objects(base: base.encoded(), news: news.encoded())
  } show: { (object: LogObject) in
    show(object)
  }

  private static func objects(base: [UInt8], news: [UInt8]) -> [(String, LogObject)] {
    let device = DeviceID(rawValue: 7)
    let last = DeviceID(rawValue: .max)
    let taken = [
      SegmentReference(device: last, number: SegmentReference.maximumNumber, checksum: .max),
      SegmentReference(device: device, number: 2, checksum: 9),
    ]
    let claims = ["index", "note/1", String(repeating: "z", count: 128)].compactMap {
      DocumentID($0)
    }.flatMap { document in
      [[], base].map { base in
        Claim(document: document, base: base, news: news, delta: Array(document.text.utf8))
      }
    }
    return [
      ("empty", LogObject(device: device, number: 1, level: 0, taken: [], claims: [])),
      (
        "six-claims",
        LogObject(
          device: last, number: SegmentReference.maximumNumber, level: LogObject.maximumLevel,
          taken: taken, claims: claims)
      ),
    ]
  }

  private static func show(_ object: LogObject) -> String {
    let taken = object.taken.map { "log/\($0.device)-\($0.number) \($0.checksum)" }
    let claims = object.claims.map { claim in
      "\(claim.document) \(claim.base) \(claim.news) \(claim.delta)"
    }
    return """
      \(object.device) \(object.number) \(object.level) \(ShownText.list(taken)) \
      \(ShownText.list(claims))
      """
  }

  private static let packedObject = PlainForm(name: "packed-log-object") {
    let device = DeviceID(rawValue: 7)
    let claims = [DocumentID("note/1")].compactMap { $0 }.map {
      Claim(document: $0, base: [], news: [3], delta: [UInt8](repeating: 7, count: 100))
    }
    let object = LogObject(device: device, number: 1, level: 0, taken: [], claims: claims)
    // The output of a compressor depends on its version, so one block holds the bytes as they are.
    let frame = object.encoded()
    let header: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x20, UInt8(frame.count)]
    let block = frame.count << 3 | 1
    let content = header + [UInt8(block & 0xff), UInt8(block >> 8), 0] + frame
    return [("one-claim", PackedObject(content: content))]
  } show: { (packed: PackedObject) in
    (try? SealedObject(bytes: packed.encoded())).map { show($0.object) } ?? "not an object"
  }
}
