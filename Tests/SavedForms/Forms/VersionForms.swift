// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// A model of an app in three versions. The second writes samples; the first, which lacks fields of
/// it, and the third, which dropped one, write the same bytes again.
enum VersionForms {
  static let all: [any SavedForm] = [PassedOnForm(second, through: [first, third])]

  private static let first = ReplicatingForm("trip", FirstTrip()) { trip, step in
    trip.title.value = "\(step)"
  } show: {
    $0.title.value
  }

  private static let second = ReplicatingForm("trip", SecondTrip()) { trip, step in
    trip.title.value = "Trip \(step)"
    trip.text.append("\(step)")
    trip.mood.value = "fine"
    if step > 0 { trip.stops["Oslo", default: Stop()].remark.append("é\(step)") }
    if step == 2 { trip.stops["Rome", default: Stop()].days.value = 2 }
    if step == 3 { trip.stops["Oslo"] = nil }
    if trip.owner.isEmpty { trip.owner = "Ann" }
  } show: { trip in
    [
      ShownText.quoted(trip.title.value), ShownText.quoted(trip.text.string), trip.mood.value,
      ShownText.list(
        trip.stops.map { stop in
          "\(ShownText.quoted(stop.key)): \(stop.value.remark.string), \(stop.value.days.value) days"
        }), trip.owner,
    ].joined(separator: "; ")
  }

  private static let third = ReplicatingForm("trip", ThirdTrip()) { trip, step in
    trip.name.value = "\(step)"
  } show: {
    $0.name.value
  }
}

/// The first version of an app.
private struct FirstTrip: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var newerFields = NewerFields()

  static let kind = "com.example.trip"
  static let fields = FieldList(("title", \FirstTrip.title))
}

private struct Stop: ReplicatingModel {
  var remark = ReplicatingText()
  var days = ReplicatingRegister(default: 1)

  static let kind = "com.example.stop"
  static let fields = FieldList(("remark", \Stop.remark), ("days", \.days))
}

/// The second version, with further fields.
private struct SecondTrip: ReplicatingModel {
  var title = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var mood = ReplicatingRegister(default: "")
  var stops = ReplicatingOrderedDictionary<String, Stop>()
  var owner = ""
  var newerFields = NewerFields()

  static let kind = FirstTrip.kind
  static let fields = FieldList(
    ("title", \SecondTrip.title), ("text", \.text), ("mood", \.mood), ("stops", \.stops),
    constants: ("owner", \.owner))
}

/// The third version: the mood is retired, a property has another name, and there are guests.
private struct ThirdTrip: ReplicatingModel {
  var guests = ReplicatingSet<String>()
  var places = ReplicatingOrderedDictionary<String, Stop>()
  var name = ReplicatingRegister(default: "")
  var text = ReplicatingText()
  var newerFields = NewerFields()
  var owner = ""

  static let kind = FirstTrip.kind
  static let fields = FieldList(
    ("guests", \ThirdTrip.guests), ("stops", \.places), ("title", \.name), ("text", \.text),
    constants: ("owner", \.owner))
}

/// A form that other versions of an app pass on as it is.
struct PassedOnForm: SavedForm {
  private let form: any SavedForm
  private let others: [any SavedForm]

  /// - Parameters:
  ///   - form: The form that shows all of a sample.
  ///   - others: The forms of the other versions, which read the samples and write them again.
  init(_ form: any SavedForm, through others: [any SavedForm]) {
    self.form = form
    self.others = others
  }

  var name: String { form.name }
  var kinds: [SavedPart: FrameKind] { form.kinds }

  func samples() throws(EncodingFailure) -> [SavedSample] { try form.samples() }

  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    try form.shown(bytes, as: part, to: samples)
  }

  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    var written = try form.rewritten(bytes, as: part)
    for other in others { written = try other.rewritten(written, as: part) }
    return written
  }

  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    for form in [form] + others { try form.read(bytes, as: part) }
  }

  func complaint(
    about bytes: [UInt8], as part: SavedPart
  ) throws(DecodingFailure) -> String? {
    for form in [form] + others {
      if let complaint = try form.complaint(about: bytes, as: part) { return complaint }
    }
    return nil
  }
}
