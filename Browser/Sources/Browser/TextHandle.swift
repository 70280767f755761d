// SPDX-License-Identifier: MIT

import CBareRuntime
import ReplicatingText

/// A text. The host holds the handle by address.
package final class TextHandle {
  @exclusivity(unchecked) package var text: ReplicatingText

  package init(_ text: ReplicatingText) {
    self.text = text
  }

  /// The address of a new handle, which keeps the text alive until ``textFree(_:)``.
  static func retained(_ text: ReplicatingText) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(TextHandle(text)).toOpaque()
  }
}

/// The handle at an address. The host passes only addresses that it was given and has not freed.
func handle(_ address: UnsafeMutableRawPointer) -> TextHandle {
  Unmanaged<TextHandle>.fromOpaque(address).takeUnretainedValue()
}

/// Takes the clock and random bits from the host. The host calls this function before all others.
@_expose(wasm, "start")
@_cdecl("start")
func start() {
  ReplicationEnvironment.current = ReplicationEnvironment(
    milliseconds: { UInt64(exactly: host_milliseconds().rounded(.down)) ?? 0 },
    random: { host_random_bits() })
}

/// Sets the device of later edits. The 24 low bits of `bits` are the device's mark.
@_expose(wasm, "set_device")
@_cdecl("set_device")
func setDevice(_ bits: UInt32) {
  let (environment, device) = (ReplicationEnvironment.current, DeviceMark(of: UInt128(bits)))
  // A new environment would begin a new run.
  if environment.device == device { return }
  ReplicationEnvironment.current = ReplicationEnvironment(
    device: device, milliseconds: { environment.now }, random: { environment.randomBits() })
}

@_expose(wasm, "text_make")
@_cdecl("text_make")
func textMake() -> UnsafeMutableRawPointer {
  TextHandle.retained(ReplicatingText())
}

@_expose(wasm, "text_copy")
@_cdecl("text_copy")
func textCopy(_ address: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
  TextHandle.retained(handle(address).text)
}

@_expose(wasm, "text_free")
@_cdecl("text_free")
func textFree(_ address: UnsafeMutableRawPointer) {
  Unmanaged<TextHandle>.fromOpaque(address).release()
}
