// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension Command {
  /// Lists the devices.
  static let devices = Command(
    name: "devices",
    forms: ["[--json]"],
    summary: "list your devices, and what waits for each",
    details: """
      Names each device that was met in a remote, when something new of it was read here last, and \
      the notes of others that it has not acknowledged. Devices acknowledge at most once a day, so \
      they may have more. It tells what was known after the last sync, and writes nothing.
      """,
    operands: 0...0,
    options: [.json]
  ) { arguments, context in
    let library = try context.library()
    let devices = try library.devices()
    guard try !devices.isEmpty || !library.remotes().isEmpty else { throw CommandFailure.noRemote }
    if arguments.has(.json) {
      return try context.console.write(
        try DeviceRecords(devices: devices.map(DeviceRecords.Device.init)).jsonText())
    }
    let list = DeviceList(devices)
    try context.console.write(list.text(context.console.form))
  }

  /// Retires a device.
  static let devicesRetire = Command(
    name: "devices retire",
    forms: ["DEVICE"],
    summary: "wait for a device no longer, on all devices",
    details: """
      The others learn of it when they sync. Nothing is lost if the device is used again: it says \
      that it was retired, takes a new id, and what it wrote is taken in.
      """,
    operands: 1...1
  ) { arguments, context in
    let library = try context.library()
    let list = DeviceList(try library.devices())
    let device = try list.find(arguments.operands[0])
    if !device.isRetired { try library.retire(device.id) }
    try context.report { "\(list.words(for: device))  (retired)" }
  }
}
